import { userPermissionsGet } from '@portal/contract/user-permissions';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Person } from './PersonPicker.tsx';

/** The user of the `changedBy` filter for the picker: the one selected here, or loaded by the ID in the URL. */
export function usePersonFilter(id: string) {
  const [chosen, setChosen] = useState<Person | null>(null);
  const isKnown = chosen?.id === id;
  const { data } = useEndpointQuery(
    userPermissionsGet,
    { params: { id } },
    { enabled: id !== '' && !isKnown },
  );
  const read: Person | null =
    data === undefined
      ? null
      : { id: data.userId, name: data.userFullName, userName: data.userName, roles: data.roles };
  return { value: id === '' ? null : isKnown ? chosen : read, remember: setChosen };
}
