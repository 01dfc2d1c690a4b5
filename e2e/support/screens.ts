import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictationList } from '@portal/contract/dictations';
import { groupsOfProvider } from '@portal/contract/dictation-groups';
import { documentList } from '@portal/contract/documents';
import { messageList } from '@portal/contract/messages';
import { officeList } from '@portal/contract/offices';
import { orderList } from '@portal/contract/orders';
import { patientList } from '@portal/contract/patients';
import { permissionUserList } from '@portal/contract/permissions';
import { pillCountCalculate } from '@portal/contract/pill-counts';
import { roleSummaryList } from '@portal/contract/role-permissions';
import { templateList } from '@portal/contract/templates';
import { userList } from '@portal/contract/users';
import { webhookCreate, webhookList } from '@portal/contract/webhooks';
import type { Api } from './api.ts';

/** Screens by area. `:name` is a placeholder for a record’s id. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  'dashboard and own settings': ['/', '/profile', '/profile/shortcuts', '/change-password', '/no/such/page'],
  help: ['/help', '/help?search=sign', '/help/no-such-page', '/help/dictations', '/help/getting-started'],
  users: ['/users', '/users/new', '/users/:user', '/users/:user/edit', '/users/:user/reset-password'],
  patients: [
    '/patients',
    '/patients/new',
    '/patients/:patient',
    '/patients/:patient/edit',
    '/patients/:patient/print',
  ],
  offices: [
    '/offices',
    '/offices/new',
    '/offices/letterhead',
    '/offices/:office/edit',
    '/offices/:office/ip-whitelist',
  ],
  dictations: [
    '/dictations',
    '/dictations?group=:group',
    '/dictations?tab=find',
    '/dictations/new?template=:template',
    '/dictations/:open',
    '/dictations/:open/edit',
    '/dictations/:signed',
    '/admin/dictations',
  ],
  "a patient's record": [
    '/patients/:patient?tab=dictations',
    '/patients/:patient?tab=orders',
    '/patients/:patient?tab=messages',
    '/patients/:patient?tab=timeline',
    '/patients/:patient?tab=documents',
    '/patients/:patient?tab=pill-count',
    '/patients/:patient?tab=access',
  ],
  orders: ['/orders', '/orders/new', '/orders/:order', '/orders/:order/edit'],
  messages: [
    '/messages',
    '/messages/new',
    '/messages/:message',
    '/messages/:message/edit',
    '/messages/:message/assign',
    '/messages/:message/complete',
  ],
  documents: [
    '/documents',
    '/documents/upload',
    '/documents/:pdf',
    '/documents/:picture',
    '/documents/:pdf/delete',
  ],
  'pill counts': [
    '/pill-count',
    '/pill-count?patient=:patient',
    '/pill-count?patient=:patient&tab=history',
    '/pill-count/:count',
  ],
  timecards: [
    '/timecard',
    '/timecard/history',
    '/timecard/schedule',
    '/timecard/reports',
    '/timecard/reports?tab=overtime',
    '/timecard/reports?tab=compliance',
    '/timecard/reports?tab=team',
    '/timecard/schedules',
    '/timecard/schedules/:user',
  ],
  'billing codes, titles and the audit log': [
    '/audit-logs',
    '/admin/billing-codes',
    '/admin/billing-codes/files',
    '/admin/billing-codes/files/changes',
    '/admin/payer-limits',
    '/admin/titles',
  ],
  'imports of patients': ['/admin/import-patients'],
  webhooks: ['/webhooks', '/webhooks/:webhook'],
  permissions: [
    '/admin/permissions/roles',
    '/admin/permissions/roles/:role',
    '/admin/permissions/users',
    '/admin/permissions/users/:overridden',
    '/admin/permissions/users/:overridden?tab=overrides',
    '/admin/permissions/bulk-assign',
    '/admin/permissions/audit',
    '/admin/permissions/two-factor',
  ],
  templates: [
    '/admin/templates?inactive=true',
    '/admin/templates?tab=categories',
    '/admin/templates?tab=location-headers',
    '/admin/templates?tab=speech',
    '/admin/templates?tab=text-shortcuts',
    '/admin/templates/new',
    '/admin/templates/:template/edit',
    '/admin/templates/:template/preview',
    '/admin/location-headers/:office/edit',
  ],
};

const ROUTES = join(import.meta.dirname, '../../apps/web/src/app/routes');
const pathOf = (address: string) => address.split('?')[0] ?? '';

/** The pages of the route table whose path has no parameters. */
const pages = globSync('*.ts', { cwd: ROUTES }).flatMap((name) =>
  [...readFileSync(join(ROUTES, name), 'utf8').matchAll(/\bpage\(\s*'([^':]+)'/g)].map(
    ([, path = '']) => path,
  ),
);

/** The addresses of all screens by area; a page without parameters needs no entry above. */
export const SCREENS: Readonly<Record<string, readonly string[]>> = {
  ...LISTED,
  'other pages': pages.filter((path) => !Object.values(LISTED).flat().map(pathOf).includes(path)),
};

/** Ids of demo records for the `:name` placeholders of the addresses. */
export async function recordsToShow({ superToken, succeed }: Api): Promise<ReadonlyMap<string, string>> {
  const token = await superToken();
  const { users } = await succeed(userList, { query: { search: 'mobrien' } }, token);
  const patients = await succeed(patientList, { query: { orderBy: 'mrn' } }, token);
  const user = firstId(users);
  const patient = firstId(patients.data);
  const office = firstId(await succeed(officeList, {}, token));
  const count = await succeed(
    pillCountCalculate,
    {
      body: {
        patientId: patient,
        prescriptionDate: '2026-01-05',
        pillsGiven: 90,
        pillsPerDay: 3,
        pillsRemaining: 12,
        prescriptionName: 'Tramadol 50 mg',
        saveToHistory: true,
      },
    },
    token,
  );
  const order = firstId((await succeed(orderList, { query: { status: 'Pending' } }, token)).data);
  const messages = await succeed(messageList, { query: { status: 'InProgress' } }, token);
  const message = firstId(messages.data);
  const { data: dictations } = await succeed(dictationList, { query: { pageSize: '100' } }, token);
  const open = firstId(dictations.filter(({ status }) => status === 'Completed'));
  const signed = firstId(dictations.filter(({ status }) => status === 'Signed'));
  const provider = dictations.find(({ groupId }) => groupId !== null)?.providerId ?? '';
  const group = firstId(await succeed(groupsOfProvider, { params: { id: provider }, query: {} }, token));
  const { data: documents } = await succeed(documentList, { query: { pageSize: '100' } }, token);
  const pdf = firstId(documents.filter(({ fileType }) => fileType === 'pdf'));
  const picture = firstId(documents.filter(({ fileType }) => fileType === 'png'));
  const template = firstId(await succeed(templateList, { query: {} }, token));
  const roles = await succeed(roleSummaryList, {}, token);
  const role = roles.find(({ roleName }) => roleName === 'Staff')?.roleId ?? '';
  const overridden = firstId(
    (await succeed(permissionUserList, { query: { search: 'ljohansson' } }, token)).users,
  );
  const webhook = await webhookToShow({ superToken, succeed });
  return new Map(
    Object.entries({
      count: count.id ?? '',
      group,
      message,
      office,
      open,
      order,
      overridden,
      patient,
      pdf,
      picture,
      role,
      signed,
      template,
      user,
      webhook,
    }),
  );
}

/** The demo has no webhooks. A paused one sends nothing. */
async function webhookToShow({ superToken, succeed }: Pick<Api, 'superToken' | 'succeed'>): Promise<string> {
  const token = await superToken();
  const [webhook] = (await succeed(webhookList, {}, token)).items;
  if (webhook !== undefined) return webhook.id;
  const body = {
    name: 'Billing system',
    url: 'https://hooks.example.com/events',
    events: ['patient.created' as const],
    isActive: false,
  };
  return (await succeed(webhookCreate, { body }, token)).webhook.id;
}

/** The address of a screen with record ids filled in. */
export const addressOf = (screen: string, records: ReadonlyMap<string, string>): string =>
  screen.replaceAll(/:(\w+)/g, (name, key: string) => records.get(key) ?? name);

function firstId(rows: readonly { readonly id: string }[]): string {
  const [first] = rows;
  if (first === undefined) throw new Error('The demo practice has no record for this screen');
  return first.id;
}
