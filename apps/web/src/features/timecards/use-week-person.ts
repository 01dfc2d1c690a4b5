import { timecardPeople } from '@portal/contract/timecard-schedules';
import type { Schedule } from '@portal/contract/timecard-schedules';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** The name of whose week is edited: as a shift of theirs says, else from the list of people; undefined until known. */
export function useWeekPerson(userId: string, shifts: readonly Schedule[] | undefined): string | undefined {
  const named = shifts?.[0]?.userName;
  const people = useEndpointQuery(
    timecardPeople,
    { query: { page: '1', pageSize: '100' } },
    { enabled: shifts !== undefined && named === undefined },
  );
  return named ?? people.data?.data.find((person) => person.userId === userId)?.userName;
}
