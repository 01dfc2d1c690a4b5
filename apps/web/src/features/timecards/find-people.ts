import { timecardPeople, type TimecardPerson } from '@portal/contract/timecard-schedules';
import { call } from '#lib/portal.ts';

export type PersonChoice = Pick<TimecardPerson, 'userId' | 'userName'>;

/** Finds active employees by name. */
export async function findPeople(search: string, signal: AbortSignal): Promise<readonly PersonChoice[]> {
  return (await call(timecardPeople, { query: { search, pageSize: '20' }, signal })).data;
}
