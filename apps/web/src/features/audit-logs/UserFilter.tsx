import { Box, Typography } from '@mui/material';
import { auditUsers, type AuditEntry } from '@portal/contract/audit';
import { useState } from 'react';
import { call } from '#lib/portal.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';
import { useEntityNames } from './use-entity-names.ts';

interface UserChoice {
  readonly id: string;
  readonly name: string;
  readonly userName?: string;
}

interface UserFilterProps {
  /** `''` for all users. */
  readonly userId: string;
  /** The rows on screen, which may contain the user's name. */
  readonly rows: readonly AuditEntry[] | undefined;
  readonly onChange: (userId: string) => void;
}

/** Filter by one user, active or inactive, found by name. */
export function UserFilter({ userId, rows, onChange }: UserFilterProps) {
  const [chosen, setChosen] = useState<UserChoice | null>(null);
  const known = chosen?.id === userId ? chosen : rows?.find(({ user }) => user?.id === userId)?.user;
  // A shared link may filter by a user who has no entry on this page.
  const isUnknown = userId !== '' && !known && rows !== undefined;
  const names = useEntityNames(isUnknown ? [{ entityType: 'User', entityId: userId }] : []);
  const value: UserChoice | null =
    userId === '' ? null : (known ?? { id: userId, name: names[`User:${userId}`]?.name ?? 'Unknown user' });
  return (
    <TypeAhead<UserChoice>
      unchosen="No user chosen"
      label="User"
      placeholder="Type a name"
      value={value}
      onChange={(user) => {
        setChosen(user);
        onChange(user?.id ?? '');
      }}
      search={findUsers}
      optionKey={({ id }) => id}
      optionLabel={({ name }) => name}
      renderOption={({ name, userName }) => (
        <Box>
          {name}
          {userName === undefined ? null : (
            <Typography variant="body2" color="textSecondary">
              {userName}
            </Typography>
          )}
        </Box>
      )}
    />
  );
}

const findUsers = (text: string, signal: AbortSignal): Promise<readonly UserChoice[]> =>
  call(auditUsers, { query: { search: text }, signal });
