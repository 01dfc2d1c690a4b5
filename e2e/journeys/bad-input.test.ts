import { patientList } from '@portal/contract/patients';
import { userList } from '@portal/contract/users';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, PHONE, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, newPatient, newUser, readyUser, superToken, uniqueName } from '../run/records.ts';
import { columnTexts, range, row, search } from '../run/table.ts';

useBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const hacked = (page: Page) => page.evaluate(() => Reflect.has(window, 'hacked'));

async function fillPatient(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('Vera');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Date of Birth').fill('03/04/1975');
}

async function patientsNamed(lastName: string): Promise<number> {
  const query = { search: lastName };
  return (await client().succeed(patientList, { query }, await superToken())).totalCount;
}

describe('markup in what people type is shown as text and never runs', () => {
  const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const shared = usePage('superadmin');

  it('patients: list, detail, edit, print', async () => {
    const page = shared();
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    const lastName = `${uniqueName()} ${MARKUP.slice(0, 80)}`;
    const patient = await newPatient({
      firstName: MARKUP,
      lastName,
      insuranceProvider: MARKUP,
      city: '{{7*7}}',
    });
    await page.goto(`/patients?search=${lastName.slice(0, 10)}`);
    await row(page, 'Patients', `${MARKUP} ${lastName}`).waitFor();
    await visit(page, `/patients/${patient.id}`);
    await heading(page, `${MARKUP} ${lastName}`);
    await page.getByText('{{7*7}}').waitFor();
    await visit(page, `/patients/${patient.id}/edit`);
    await heading(page, 'Edit Patient');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe(MARKUP);
    await visit(page, `/patients/${patient.id}/print`);
    await page.getByText('Confidential patient information.').waitFor();
    await heading(page, `${MARKUP} ${lastName}`);
    expect(await hacked(page)).toBe(false);
    await expect.poll(() => page.locator('main img').count()).toBe(0);
  });

  it('users: list, detail, the shell of whoever is named so', async () => {
    const page = shared();
    const lastName = `${uniqueName()}${MARKUP.slice(0, 60)}`;
    const person = await readyUser({ firstName: MARKUP, lastName });
    const { user } = person;
    await page.goto(`/users?search=${user.userName}`);
    await row(page, 'Users', `${MARKUP} ${lastName}`).waitFor();
    await visit(page, `/users/${user.id}`);
    await heading(page, `${MARKUP} ${lastName}`);
    expect(await hacked(page)).toBe(false);
    const own = await openAs(person);
    await own.page.goto('/');
    await heading(own.page, `Welcome, ${MARKUP} ${lastName}`);
    await own.page.getByRole('banner').getByText(`${MARKUP} ${lastName}`).waitFor();
    expect(await hacked(own.page)).toBe(false);
  });

  it('offices: list and whitelist', async () => {
    const page = shared();
    const office = await newOffice({ name: `${uniqueName()} ${MARKUP}`, address: MARKUP });
    await page.goto(`/offices?search=${office.name.slice(0, 10)}`);
    await row(page, 'Offices', office.name).waitFor();
    await visit(page, `/offices/${office.id}/ip-whitelist`);
    await heading(page, `IP Whitelist - ${office.name}`);
    expect(await hacked(page)).toBe(false);
  });

  it('the page refuses scripts that somebody managed to put into it (decisions 15)', async () => {
    const { page, complaints } = await openAs('staff');
    await page.goto('/profile');
    await heading(page, 'Profile');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.body.append(script);
    });
    expect(await hacked(page)).toBe(false);
    expect(complaints.splice(0).join('\n')).toContain('Content Security Policy');
  });
});

describe('characters and lengths', () => {
  const shared = usePage('staff');

  it('control characters are refused at the field', async () => {
    const page = shared();
    await page.goto('/patients/new');
    await fillPatient(page, 'Be\u0007ll');
    await press(page, 'Add Patient');
    await page.getByText('Last name contains characters that are not allowed').waitFor();
  });

  it('fields end at their limit, and the server holds it too', async () => {
    const page = shared();
    const field = page.getByLabel('Last Name');
    await field.fill('');
    await field.focus();
    await page.keyboard.insertText('x'.repeat(150));
    await expect.poll(() => field.inputValue()).toBe('x'.repeat(100));
    const { token } = await client().signIn('staff');
    const body = { firstName: 'A', lastName: 'x'.repeat(101), dateOfBirth: '1980-01-01' };
    expect(await client().send('POST', '/patient', { token, body })).toMatchObject({
      status: 400,
      body: { errors: { lastName: ['Last name can have at most 100 characters'] } },
    });
  });

  it('a name without a space neither widens the list nor the detail page of a phone', async () => {
    const patient = await newPatient({
      firstName: 'W'.repeat(100),
      lastName: `${uniqueName()}${'M'.repeat(90)}`,
    });
    const { page } = await openAs('staff', { viewport: PHONE });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.goto(`/patients?search=${patient.lastName.slice(0, 10)}`);
    await page.getByText(patient.lastName).first().waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await visit(page, `/patients/${patient.id}`);
    await heading(page, `${patient.firstName} ${patient.lastName}`);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  it('searches take quotes, wildcards and markup literally', async () => {
    const page = shared();
    await page.goto('/patients');
    await range(page, 'Patients').waitFor();
    for (const text of ["' OR '1'='1", '%%%', '___', '\\', '<b>x</b>', 'a'.repeat(200)]) {
      await search(page, 'Search patients', text);
      await page.waitForFunction(
        (wanted) => new URLSearchParams(location.search).get('search') === wanted,
        text,
      );
      await page.getByText('No patients found matching your search criteria').waitFor();
    }
  });

  it('nonsense in the address falls back to the defaults', async () => {
    const page = shared();
    await page.goto(
      '/patients?page=-3&pageSize=7&orderBy=ssn&sortDirection=up&inactive=maybe&showInactive=maybe',
    );
    await range(page, 'Patients').filter({ hasText: '1–20 of' }).waitFor();
    await expect.poll(() => page.getByLabel('Show inactive').isChecked()).toBe(false);
    await page.goto('/patients?page=999999');
    await range(page, 'Patients')
      .filter({ hasText: / of \d/ })
      .waitFor();
    await expect.poll(async () => (await columnTexts(page, 'Patients', 'MRN')).length).toBeGreaterThan(0);
  });
});

/** Calls the API from within the page with the token stored there, as a script in the console would. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ verb, address, payload }) => {
      const response = await fetch(`/api${address}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      return { status: response.status, text: await response.text() };
    },
    { verb: method, address: path, payload: body },
  );

describe('the API attacked past the screens', () => {
  let targets: { user: string; patient: string; office: string };
  beforeAll(async () => {
    const [{ user }, patient, office] = await Promise.all([newUser(), newPatient(), newOffice()]);
    targets = { user: user.id, patient: patient.id, office: office.id };
  });

  it('the token of a wrong role is refused everywhere, whatever the storage says about the user', async () => {
    const { page } = await openAs('staff');
    await page.goto('/profile');
    await heading(page, 'Profile');
    const { user, patient, office } = targets;
    for (const [method, path, body] of [
      ['GET', '/user/list'],
      ['GET', `/user/${user}`],
      ['POST', '/user', { firstName: 'Evil', lastName: 'Admin', roleIds: [user] }],
      ['PUT', `/user/${user}`, { firstName: 'Evil' }],
      ['DELETE', `/user/${user}`],
      ['POST', `/user/${user}/reset-password`],
      ['GET', '/user/roles'],
      ['DELETE', `/patient/${patient}`],
      ['POST', `/patient/${patient}/reactivate`, { reason: 'because I can do it' }],
      ['GET', `/office/${office}`],
      ['POST', '/office', {}],
      ['DELETE', `/office/${office}`],
      ['GET', `/office/${office}/ip-whitelist`],
      ['POST', `/office/${office}/ip-whitelist`, { ipAddress: '203.0.113.9' }],
    ] as const) {
      const { status, text } = await call(page, method, path, body);
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 403`);
      expect(text).not.toMatch(/select |insert |update |node_modules|\.ts:/i);
    }
    await page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify(Object.assign(Object(stored), { roles: ['SuperAdmin'] })));
    });
    await page.goto('/users');
    await page.getByText('Access Denied: You do not have permission to view this page.').waitFor();
    const renewed: unknown = JSON.parse(await page.evaluate(() => localStorage.getItem('user') ?? ''));
    expect(renewed).toMatchObject({ roles: ['Staff'] });
  });

  it('input no screen would send is refused: unknown fields, NUL, what is no date, other sort keys (decisions 6, 7)', async () => {
    const { token } = await client().signIn('staff');
    const fields = { firstName: 'A', lastName: 'B', dateOfBirth: '1980-02-29' };
    const path = `/patient/${targets.patient}`;
    for (const [method, address, body] of [
      ['PUT', path, { ...fields, isActive: false }],
      ['PUT', path, { ...fields, medicalRecordNumber: '1' }],
      ['PUT', path, { ...fields, firstName: 'A\0' }],
      ['PUT', path, { ...fields, dateOfBirth: '1980-02-30' }],
      ['PUT', path, { ...fields, state: 'ZZ' }],
      ['POST', '/patient', [fields]],
      ['GET', '/patient?orderBy=ssn'],
      ['GET', '/patient?page=one'],
      ['GET', '/patient?filter=all'],
    ] as const) {
      const { status } = await client().send(method, address, { token, body });
      expect([method, address, body, status]).toEqual([method, address, body, 400]);
    }
  });

  it('a token that was tampered with is none', async () => {
    const { page } = await openAs('staff');
    await page.goto('/profile');
    await heading(page, 'Profile');
    await page.evaluate(() => {
      const [head = '', claims = '', signature = ''] = (localStorage.getItem('token') ?? '').split('.');
      const changed = atob(claims.replaceAll('-', '+').replaceAll('_', '/')).replace('"Staff"', '"Admin"');
      const encoded = btoa(changed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      localStorage.setItem('token', `${head}.${encoded}.${signature}`);
    });
    await page.goto('/users');
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('saving twice, and saving while the server goes away (decisions 9)', () => {
  const shared = usePage('superadmin');

  it('a double click on Save creates one record', async () => {
    const page = shared();
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await fillPatient(page, lastName);
    await page.getByRole('button', { name: 'Add Patient' }).dblclick();
    await page.getByText('Patient added').first().waitFor();
    expect(await patientsNamed(lastName)).toBe(1);
  });

  it('the server away in the middle of a save: what was typed is kept, and saving again works', async () => {
    const page = shared();
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await fillPatient(page, lastName);
    await page.route('**/api/patient', (route) => route.abort('connectionreset'));
    await press(page, 'Add Patient');
    await page.getByRole('alert').filter({ hasText: 'Failed to save patient' }).waitFor();
    await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe(lastName);
    await expect.poll(() => page.getByLabel('Date of Birth').inputValue()).toBe('03/04/1975');
    await page.unrouteAll();
    await press(page, 'Add Patient');
    await page.getByText('Patient added').first().waitFor();
    expect(await patientsNamed(lastName)).toBe(1);
  });

  it('the answer lost on its way: saving again makes no second record', async () => {
    const page = shared();
    const lastName = uniqueName();
    await page.goto('/users/new');
    await page.getByLabel('First Name').fill('Vera');
    await page.getByLabel('Last Name').fill(lastName);
    await page.route('**/api/user', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Create User');
    await page.getByRole('alert').filter({ hasText: 'Failed to save user' }).waitFor();
    await page.unrouteAll();
    await press(page, 'Create User');
    await page.getByRole('dialog', { name: 'User Created Successfully' }).waitFor();
    const found = await client().succeed(userList, { query: { search: lastName } }, await superToken());
    expect(found.totalCount).toBe(1);
  });

  it('a server that answers garbage is said to, and the page stands', async () => {
    const page = shared();
    await page.route('**/api/patient?**', (route) => route.fulfill({ body: '<html>proxy</html>' }));
    await page.goto('/patients');
    await page.getByText('Failed to fetch patients').waitFor();
    await page.unrouteAll();
    await press(page, 'Retry');
    await expect.poll(() => range(page, 'Patients').innerText()).toMatch(/^1–20 of /);
  });
});
