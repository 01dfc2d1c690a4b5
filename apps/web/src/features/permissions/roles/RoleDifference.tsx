import { Alert, Box, Skeleton, Typography } from '@mui/material';
import type { RoleChangePreview } from '@portal/contract/role-permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { DifferenceList } from '../DifferenceList.tsx';
import { usersLabel } from '../permission-labels.ts';

interface RoleDifferenceProps {
  readonly preview: UseQueryResult<RoleChangePreview, ApiError>;
}

/** Preview of a role change. */
export function RoleDifference({ preview: { data, error, refetch } }: RoleDifferenceProps) {
  if (error !== null)
    return (
      <ErrorPanel
        message={explainError(error, 'Failed to load the preview')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined)
    return <Skeleton component="output" variant="rounded" height={96} aria-label="Loading preview" />;
  if (data.changes.length === 0)
    return <Alert severity="info">No changes: both roles have the same permissions.</Alert>;
  return (
    <Box>
      <Typography component="h3" variant="h4" sx={{ mb: 0.5 }}>
        Changes
      </Typography>
      <DifferenceList label="Changes" maxHeight={220}>
        {data.changes.map((change) => (
          <Box
            component="li"
            key={change.permissionId}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 1.25, py: 0.5 }}
          >
            <StatusChip
              label={change.isGranted ? 'Grant' : 'Remove'}
              color={change.isGranted ? 'success' : 'error'}
            />
            <Typography sx={{ flex: '1 1 auto', fontWeight: 500 }}>{change.permissionName}</Typography>
            <Typography variant="body2" color="textSecondary">
              {consequence(change)}
            </Typography>
          </Box>
        ))}
      </DifferenceList>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {summaryOf(data)}
      </Typography>
    </Box>
  );
}

function consequence({ gainingUsers, losingUsers }: RoleChangePreview['changes'][number]): string {
  if (gainingUsers > 0) return `${usersLabel(gainingUsers)} gain${gainingUsers === 1 ? 's' : ''} it`;
  if (losingUsers > 0) return `${usersLabel(losingUsers)} lose${losingUsers === 1 ? 's' : ''} it`;
  return 'no users gain or lose it';
}

function summaryOf({ affectedUserCount, keepingUserCount }: RoleChangePreview): string {
  if (keepingUserCount > 0)
    return `${usersLabel(keepingUserCount)} keep${keepingUserCount === 1 ? 's' : ''} their current permissions as overrides.`;
  return affectedUserCount === 0
    ? 'No active users are affected.'
    : `${usersLabel(affectedUserCount)} ${affectedUserCount === 1 ? 'is' : 'are'} affected immediately, even if they are signed in.`;
}
