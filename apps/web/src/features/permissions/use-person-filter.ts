import { userPermissionsGet } from '@portal/contract/user-permissions';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { Person } from './PersonPicker.tsx';

/** The user whose id the list's address holds, as the picker shows one: who was chosen here, else read by the id. */
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
