import { officeList } from '@portal/contract/offices';
import { orderList } from '@portal/contract/orders';
import { patientList } from '@portal/contract/patients';
import { pillCountCalculate } from '@portal/contract/pill-counts';
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
    '/orders',
    '/orders/new',
    `/orders/${order}`,
    `/orders/${order}/edit`,
    `/patients/${patient}?tab=orders`,
    '/pill-count',
    `/pill-count?patient=${patient}`,
    `/pill-count?patient=${patient}&tab=history`,
    `/pill-count/${count.id}`,
    `/patients/${patient}?tab=pill-count`,
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
