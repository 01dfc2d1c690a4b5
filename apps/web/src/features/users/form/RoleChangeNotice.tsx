import { Alert, Button, Stack } from '@mui/material';
import type { Role } from '@portal/contract/users';
import { roleLabel } from '@portal/domain/roles';
import { roleChange, withRole, type RoleIds } from './role-change.ts';

interface RoleChangeNoticeProps {
  readonly saved: RoleIds;
  readonly chosen: RoleIds;
  readonly roles: readonly Role[];
  readonly onChange: (ids: string[]) => void;
}

const names = (roles: readonly Role[]) => roles.map(({ name }) => roleLabel(name)).join(', ');

/** Lists the roles that saving adds, removes and keeps, and offers to keep the removed ones. */
export function RoleChangeNotice({ saved, chosen, roles, onChange }: RoleChangeNoticeProps) {
  const { removed, added, kept } = roleChange(saved, chosen, roles);
  if (removed.length + added.length === 0) return null;
  const parts = [
    ...(added.length > 0 ? [`adds ${names(added)}`] : []),
    ...(removed.length > 0 ? [`removes ${names(removed)}`] : []),
    ...(kept.length > 0 ? [`keeps ${names(kept)}`] : []),
  ];
  return (
    <Alert severity="info">
      Saving {parts.join(', ')}.
      {removed.length === 0 ? null : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
          {removed.map(({ id, name }) => (
            <Button
              key={id}
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => onChange(withRole(chosen, id))}
            >
              Keep {roleLabel(name)}
            </Button>
          ))}
        </Stack>
      )}
    </Alert>
  );
}
