import { Box, Skeleton, Typography } from '@mui/material';
import type { BulkPreview } from '@portal/contract/permissions';
import { fullName } from '@portal/domain/person-name';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { DifferenceList } from '../DifferenceList.tsx';
import { usersLabel } from '../permission-labels.ts';
import { PermissionChanges } from '../roles/PermissionChanges.tsx';

interface BulkDifferenceProps {
  readonly preview: UseQueryResult<BulkPreview, ApiError>;
}

/** Preview of what each selected user gains and loses. */
export function BulkDifference({ preview: { data, error, refetch } }: BulkDifferenceProps) {
  if (error !== null)
    return (
      <ErrorPanel
        message={explainError(error, 'Failed to load the preview')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined)
    return <Skeleton component="output" variant="rounded" height={120} aria-label="Loading preview" />;
  const skipped = data.users.length - data.affectedUserCount;
  return (
    <>
      <Typography component="output" sx={{ display: 'block', mb: 1 }}>
        {data.affectedUserCount === 0 ? 'No users' : usersLabel(data.affectedUserCount)} will get these
        overrides
        {skipped === 0 ? '.' : `; ${usersLabel(skipped)} will be skipped.`}
      </Typography>
      <DifferenceList label="Changes by user" maxHeight={360}>
        {data.users.map((user) => (
          <Box
            component="li"
            key={user.userId}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '240px minmax(0, 1fr)' },
              alignItems: 'center',
              gap: 1,
              px: 1.5,
              py: 0.75,
            }}
          >
            <span>
              {fullName(user.firstName, user.lastName)} (@{user.userName})
            </span>
            {user.skipReason === null ? (
              <PermissionChanges gained={user.gained} lost={user.lost} />
            ) : (
              <Typography variant="body2" color="textSecondary">
                Skipped: {user.skipReason}
              </Typography>
            )}
          </Box>
        ))}
      </DifferenceList>
    </>
  );
}
