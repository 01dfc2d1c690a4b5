import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { Box, Card, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import type { UserPermission, UserPermissions } from '@portal/contract/user-permissions';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Moment } from '#ui/Moment.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { permissionsShown, useShown } from '../permission-filter.ts';

interface EffectiveListProps {
  readonly user: UserPermissions;
  /** Opens the override dialog for a permission; undefined if read-only. */
  readonly onOverride: ((permissionId: string) => void) | undefined;
}

const EMPTY = {
  all: 'No permissions found',
  granted: 'No permissions granted',
  overridden: 'No overrides. All permissions come from the user’s roles.',
} as const;

/** All permissions, whether each is granted, and where that comes from. */
export function EffectiveList({ user, onOverride }: EffectiveListProps) {
  const [shown] = useShown();
  const permissions = permissionsShown(user.permissions, shown);
  if (permissions.length === 0) return <EmptyState text={EMPTY[shown]} />;
  return (
    <Stack spacing={1.5}>
      {[...Map.groupBy(permissions, ({ category }) => category)].map(([category, mine]) => (
        <Card key={category} component="section" aria-label={`${category} permissions`}>
          <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1, px: 2, pt: 1.25, pb: 0.75 }}>
            <Typography variant="h2" sx={{ fontSize: '0.9375rem' }}>
              {category}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {mine.filter(({ isGranted }) => isGranted).length} of {mine.length} granted
            </Typography>
          </Stack>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {mine.map((permission) => (
              <PermissionLine key={permission.permissionId} permission={permission} onOverride={onOverride} />
            ))}
          </Box>
        </Card>
      ))}
    </Stack>
  );
}

interface PermissionLineProps extends Pick<EffectiveListProps, 'onOverride'> {
  readonly permission: UserPermission;
}

function PermissionLine({ permission, onOverride }: PermissionLineProps) {
  const { permissionId, permissionName, description, isGranted, source, sourceDetails, expiresAt } =
    permission;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        px: 2,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '1fr auto', md: 'minmax(220px, 2fr) 104px minmax(0, 3fr) 40px' },
        gridTemplateAreas: {
          xs: onOverride === undefined ? '"what state" "why why"' : '"what state" "why act"',
          md: '"what state why act"',
        },
      }}
    >
      <Box sx={{ gridArea: 'what', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{permissionName}</Typography>
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
      </Box>
      <Box sx={{ gridArea: 'state', justifySelf: { xs: 'end', md: 'start' } }}>
        <StatusChip
          label={isGranted ? 'Granted' : 'Not granted'}
          color={isGranted ? 'success' : source === 'UserOverride' ? 'error' : 'default'}
        />
      </Box>
      <Stack
        direction="row"
        sx={{ gridArea: 'why', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minWidth: 0 }}
      >
        {source === 'UserOverride' ? (
          <StatusChip label="Override" color="warning" />
        ) : (
          <StatusChip label="Role" />
        )}
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {sourceDetails}
        </Typography>
        {expiresAt === null ? null : (
          <Typography variant="body2" color="textSecondary">
            Until <Moment at={expiresAt} />
          </Typography>
        )}
      </Stack>
      {onOverride === undefined ? null : (
        <Tooltip title="Override">
          <IconButton
            size="small"
            aria-label={`Override ${permissionName}`}
            onClick={() => onOverride(permissionId)}
            sx={{ gridArea: 'act', justifySelf: 'end' }}
          >
            <TuneOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
