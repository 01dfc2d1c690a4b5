import { Box, Typography } from '@mui/material';
import { permissionUserList } from '@portal/contract/permissions';
import { fullName } from '@portal/domain/person-name';
import { roleLabel } from '@portal/domain/roles';
import type { Ref } from 'react';
import { call } from '#lib/portal.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';

/** A user in the picker. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly userName: string;
  readonly roles: readonly string[];
}

interface PersonPickerProps {
  readonly label: string;
  readonly value: Person | null;
  readonly onChange: (person: Person | null) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Finds a user, active or inactive, by name, email, role or username. */
export function PersonPicker(props: PersonPickerProps) {
  return (
    <TypeAhead<Person>
      unchosen="Nobody chosen"
      {...props}
      placeholder="Name, email, role or username"
      search={findPeople}
      optionKey={({ id }) => id}
      optionLabel={({ name, userName }) => `${name} (${userName})`}
      renderOption={({ name, userName, roles }) => (
        <Box>
          {name} ({userName})
          <Typography variant="body2" color="textSecondary">
            {roles.map((role) => roleLabel(role)).join(', ')}
          </Typography>
        </Box>
      )}
    />
  );
}

async function findPeople(text: string, signal: AbortSignal): Promise<readonly Person[]> {
  const query = { search: text, pageSize: '10', includeInactive: 'true' } as const;
  const { users } = await call(permissionUserList, { query, signal });
  return users.map(({ id, firstName, lastName, userName, roles }) => ({
    id,
    userName,
    roles,
    name: fullName(firstName, lastName),
  }));
}
