import { Alert, Box, Button, Chip } from '@mui/material';
import { MAX_BULK_USERS, type PermissionUser } from '@portal/contract/permissions';
import { userPermissionsGet } from '@portal/contract/user-permissions';
import { personName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { Section } from '#ui/Section.tsx';
import { usersLabel } from '../permission-labels.ts';
import { PermissionUserTable } from './PermissionUserTable.tsx';
import { usePermissionUsers } from './use-permission-users.ts';

interface BulkUsersProps {
  readonly chosen: readonly string[];
  /** Users that the list has shown, by ID, for the names of users selected on other pages. */
  readonly people: ReadonlyMap<string, PermissionUser>;
  readonly onChange: (ids: readonly string[], people: ReadonlyMap<string, PermissionUser>) => void;
}

/** User selection of a bulk assignment, across pages and searches. */
export function BulkUsers({ chosen, people, onChange }: BulkUsersProps) {
  const page = usePermissionUsers();
  const selfId = useCurrentUser().id;
  const [choseSelf, setChoseSelf] = useState(false);
  const change = (ids: readonly string[]) => {
    setChoseSelf(ids.includes(selfId));
    const known = new Map([
      ...people,
      ...(page.users.data?.users ?? []).map((user) => [user.id, user] as const),
    ]);
    onChange(
      ids.filter((id) => id !== selfId),
      known,
    );
  };
  return (
    <Section
      title="1. Users"
      actions={
        chosen.length === 0 ? undefined : (
          <Button size="small" onClick={() => change([])}>
            Clear selection
          </Button>
        )
      }
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mb: 1.5, minHeight: 24 }}
      >
        {chosen.length === 0 ? 'No users selected' : `${usersLabel(chosen.length)} selected:`}
        {chosen.map((id) => (
          <ChosenUser
            key={id}
            id={id}
            user={people.get(id)}
            onDelete={() => change(chosen.filter((each) => each !== id))}
          />
        ))}
      </Box>
      {choseSelf ? (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          You cannot change your own permissions, so you were not added to the selection.
        </Alert>
      ) : null}
      {chosen.length > MAX_BULK_USERS ? (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          Choose at most {MAX_BULK_USERS} users
        </Alert>
      ) : null}
      <PermissionUserTable
        {...page}
        choice={{
          selected: new Set(chosen),
          set: (ids, isSelected) => {
            const others = chosen.filter((id) => !ids.includes(id));
            change(isSelected ? [...others, ...ids] : others);
          },
        }}
      />
    </Section>
  );
}

interface ChosenUserProps {
  readonly id: string;
  /** Undefined after the session expired and was restored, until the list shows the user. */
  readonly user: PermissionUser | undefined;
  readonly onDelete: () => void;
}

function ChosenUser({ id, user, onDelete }: ChosenUserProps) {
  const { data } = useEndpointQuery(userPermissionsGet, { params: { id } }, { enabled: user === undefined });
  return (
    <Chip
      label={user === undefined ? (data?.userFullName ?? 'Loading…') : personName(user)}
      onDelete={onDelete}
    />
  );
}
