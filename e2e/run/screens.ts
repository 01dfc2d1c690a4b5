import { api, signInByApi } from './page.ts';

/** Every screen of the portal with a record to show on it, for checks that hold everywhere. */
export async function everyScreen(): Promise<string[]> {
  const { token } = await signInByApi('superadmin');
  const user = await firstId(token, '/user/list?search=mobrien', 'users');
  const patient = await firstId(token, '/patient?orderBy=mrn', 'data');
  const office = await firstId(token, '/office', undefined);
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
    '/profile',
    '/change-password',
    '/no/such/page',
  ];
}

async function firstId(token: string, path: string, list: string | undefined): Promise<string> {
  const { body } = await api(token, 'GET', path);
  const rows: unknown =
    list === undefined ? body : typeof body === 'object' && body !== null ? Reflect.get(body, list) : [];
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
  const id: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'id') : undefined;
  if (typeof id !== 'string') throw new Error(`${path} has no row to show`);
  return id;
}
