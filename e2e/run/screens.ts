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
import type { Client } from './client.ts';

/** Every screen of the portal with a record to show on it, for checks that hold everywhere. */
export async function everyScreen({ signIn, succeed }: Client): Promise<string[]> {
  const { token } = await signIn('superadmin');
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
  return [
    '/',
    '/users',
    '/users/new',
    `/users/${user}`,
    `/users/${user}/edit`,
    `/users/${user}/reset-password`,
    '/patients',
    '/patients/new',
    `/patients/${patient}`,
    `/patients/${patient}/edit`,
    `/patients/${patient}/print`,
    '/offices',
    '/offices/new',
    `/offices/${office}/edit`,
    `/offices/${office}/ip-whitelist`,
    '/dictations',
    `/dictations?group=${group}`,
    '/dictations?tab=find',
    `/dictations/new?template=${template}`,
    `/dictations/${open}`,
    `/dictations/${open}/edit`,
    `/dictations/${signed}`,
    '/admin/dictations',
    `/patients/${patient}?tab=dictations`,
    '/orders',
    '/orders/new',
    `/orders/${order}`,
    `/orders/${order}/edit`,
    `/patients/${patient}?tab=orders`,
    '/messages',
    '/messages/new',
    `/messages/${message}`,
    `/messages/${message}/edit`,
    `/messages/${message}/assign`,
    `/messages/${message}/complete`,
    `/patients/${patient}?tab=messages`,
    `/patients/${patient}?tab=timeline`,
    '/documents',
    '/documents/upload',
    `/documents/${pdf}`,
    `/documents/${picture}`,
    `/documents/${pdf}/delete`,
    `/patients/${patient}?tab=documents`,
    '/pill-count',
    `/pill-count?patient=${patient}`,
    `/pill-count?patient=${patient}&tab=history`,
    `/pill-count/${count.id}`,
    `/patients/${patient}?tab=pill-count`,
    '/timecard',
    '/timecard/history',
    '/timecard/schedule',
    '/timecard/reports',
    '/timecard/reports?tab=overtime',
    '/timecard/reports?tab=compliance',
    '/timecard/reports?tab=team',
    '/timecard/schedules',
    `/timecard/schedules/${user}`,
    '/audit-logs',
    `/patients/${patient}?tab=access`,
    '/admin/permissions/roles',
    `/admin/permissions/roles/${role}`,
    '/admin/permissions/users',
    `/admin/permissions/users/${overridden}`,
    `/admin/permissions/users/${overridden}?tab=overrides`,
    '/admin/permissions/bulk-assign',
    '/admin/permissions/audit',
    '/admin/templates?inactive=true',
    '/admin/templates?tab=categories',
    '/admin/templates?tab=location-headers',
    '/admin/templates/new',
    `/admin/templates/${template}/edit`,
    `/admin/templates/${template}/preview`,
    `/admin/location-headers/${office}/edit`,
    '/admin/billing-codes',
    '/admin/titles',
    '/profile',
    '/change-password',
    '/no/such/page',
  ];
}

function firstId(rows: readonly { readonly id: string }[]): string {
  const [first] = rows;
  if (first === undefined) throw new Error('The demo practice has no record to show');
  return first.id;
}
