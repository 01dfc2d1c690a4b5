import { timecardPeople, type Schedule } from '@portal/contract/timecard-schedules';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** The name of the employee whose schedule is edited: from a shift, or from the list of employees. Undefined until loaded. */
export function useWeekPerson(userId: string, shifts: readonly Schedule[] | undefined): string | undefined {
  const named = shifts?.[0]?.userName;
  const people = useEndpointQuery(
    timecardPeople,
    { query: { page: '1', pageSize: '100' } },
    { enabled: shifts !== undefined && named === undefined },
  );
  return named ?? people.data?.data.find((person) => person.userId === userId)?.userName;
}
