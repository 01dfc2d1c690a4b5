import { AUDIT_SORT_KEYS } from '@portal/contract/audit';
import type { Call } from '../lib/http.ts';
import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;

interface Known {
  readonly user: string;
  readonly frequentUser: string;
  readonly patient: string;
  readonly hotPatient: string;
  readonly entry: string;
}

/** The audit log with five entries per patient: every filter and sort, pages, the summary and an export. */
export const auditLog: Area = {
  name: 'audit log',
  rows: async (pool) => {
    const { rows } = await pool.query<Known>(
      `select (select id from users where user_name = 'person7') as user,
        (select id from users where user_name = 'person1') as "frequentUser",
        (select patient_id from audit_log where patient_id is not null order by at desc offset 100 limit 1) as patient,
        (select id from patients order by id limit 1) as "hotPatient",
        (select id from audit_log where at < now() - interval '1 day' order by at desc limit 1) as entry`,
    );
    const [known] = rows;
    if (known === undefined) throw new Error('The audit log is empty');
    return [...listRows(known), ...otherRows(known)];
  },
  cleanUp: () => Promise.resolve(),
};

const list = (query: Record<string, string>): Call => ({
  method: 'GET',
  path: `/audit?${new URLSearchParams({ pageSize: '50', ...query }).toString()}`,
});

function listRows({ user, frequentUser }: Known): Row[] {
  const month = { startDate: dayBefore(60), endDate: dayBefore(30) };
  const filters: Record<string, Record<string, string>> = {
    'newest first': {},
    'oldest first': { sortDirection: 'asc' },
    'page 100': { page: '100' },
    'last page': { page: '100000' },
    'entity type, common': { entityType: 'Patient' },
    'entity type, rare': { entityType: 'Office' },
    'entity type, none': { entityType: 'Template' },
    'entity type, last page': { entityType: 'Document', page: '100000' },
    'action, common': { action: 'Accessed' },
    'action, rare': { action: 'Exported' },
    'action, last page': { action: 'Printed', page: '100000' },
    'action and entity type': { action: 'Updated', entityType: 'Office' },
    'action and entity type, never together': { action: 'Updated', entityType: 'MedicalOrder' },
    user: { userId: user },
    'user, last page': { userId: user, page: '100000' },
    'user and action': { userId: user, action: 'Deleted' },
    'user and action, never together': { userId: frequentUser, action: 'LoginFailed' },
    'user and entity type': { userId: frequentUser, entityType: 'Office' },
    system: { userType: 'system' },
    'system, last page': { userType: 'system', page: '100000' },
    'system and action': { userType: 'system', action: 'Login' },
    people: { userType: 'user' },
    'a month': month,
    'a month of a user': { ...month, userId: user },
    'a month of an action, page 50': { ...month, action: 'Accessed', page: '50' },
  };
  const byFilter = Object.entries(filters);
  const bySort = AUDIT_SORT_KEYS.flatMap((orderBy) =>
    (['asc', 'desc'] as const).map((sortDirection): [string, Record<string, string>] => [
      `by ${orderBy} ${sortDirection}`,
      { orderBy, sortDirection },
    ]),
  );
  return [...byFilter, ...bySort].map(([name, query]) => ({
    name: `audit log: ${name}`,
    call: () => list(query),
    budget,
  }));
}

const get = (name: string, path: string): Row => ({
  name: `audit log: ${name}`,
  call: () => ({ method: 'GET', path }),
  budget,
});

function otherRows({ user, patient, hotPatient, entry }: Known): Row[] {
  return [
    get('one entry', `/audit/${entry}`),
    get('summary of a day', `/audit/summary?date=${dayBefore(1)}`),
    get('of a user', `/audit/user/${user}`),
    get('of a patient', `/audit/patient/${patient}`),
    get('of a patient with many', `/audit/patient/${hotPatient}`),
    {
      name: 'audit log: export of a week',
      call: () => ({
        method: 'POST',
        path: '/audit/export',
        body: { startDate: dayBefore(12), endDate: dayBefore(6) },
      }),
    },
  ];
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
