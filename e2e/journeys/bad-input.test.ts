import { patientList } from '@portal/contract/patients';
import { userList } from '@portal/contract/users';
import type { Locator, Page } from '@playwright/test';
import { heading, PHONE, visit } from '../support/page.ts';
import { newOffice, newPatient, newUser, readyUser, uniqueName } from '../support/records.ts';
import { intercept } from '../support/requests.ts';
import { NOTHING_STORED, stored } from '../support/sign-in.ts';
import { settled } from '../support/settled.ts';
import { columnCells, range, row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const hacked = (page: Page) => page.evaluate(() => Reflect.has(window, 'hacked'));

/** Injected markup would have run before an image that fails to load after it. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const picture = new Image();
        picture.addEventListener('error', resolve);
        picture.src = 'x';
      }),
  );
  expect(await hacked(page)).toBe(false);
}

async function fillPatient(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('Vera');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Date of Birth').fill('03/04/1975');
}

async function patientsNamed(api: Api, lastName: string): Promise<number> {
  const query = { search: lastName };
  return (await api.succeed(patientList, { query }, await api.superToken())).totalCount;
}

test.describe('markup in user input is shown as text and never runs', () => {
  const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  test.use({ account: 'superadmin' });

  test('patients: list, detail, edit, print', async ({ page, api }) => {
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    const lastName = `${uniqueName()} ${MARKUP.slice(0, 80)}`;
    const patient = await newPatient(api, {
      firstName: MARKUP,
      lastName,
      insuranceProvider: MARKUP,
      city: '{{7*7}}',
    });
    await page.goto(`/patients?search=${lastName.slice(0, 10)}`);
    await expect(row(page, 'Patients', `${MARKUP} ${lastName}`)).toBeVisible();
    await visit(page, `/patients/${patient.id}`);
    await expect(heading(page, `${MARKUP} ${lastName}`)).toBeVisible();
    await expect(page.getByText('{{7*7}}')).toBeVisible();
    await visit(page, `/patients/${patient.id}/edit`);
    await expect(heading(page, 'Edit Patient')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue(MARKUP);
    await visit(page, `/patients/${patient.id}/print`);
    await expect(page.getByText('Confidential patient information.')).toBeVisible();
    await expect(heading(page, `${MARKUP} ${lastName}`)).toBeVisible();
    await expectOnlyText(page);
    // Only the practice's logo is an image.
    await expect(page.locator('main img:not([data-letterhead] > img)')).toHaveCount(0);
  });

  test('users and offices: list, detail, whitelist, and the shell of a user with such a name', async ({
    page,
    openAs,
    api,
  }) => {
    const lastName = `${uniqueName()}${MARKUP.slice(0, 60)}`;
    const person = await readyUser(api, { firstName: MARKUP, lastName });
    const office = await newOffice(api, { name: `${uniqueName()} ${MARKUP}`, address: MARKUP });
    const { user } = person;
    await page.goto(`/users?search=${user.userName}`);
    await expect(row(page, 'Users', `${MARKUP} ${lastName}`)).toBeVisible();
    await visit(page, `/users/${user.id}`);
    await expect(heading(page, `${MARKUP} ${lastName}`)).toBeVisible();
    await expectOnlyText(page);
    await visit(page, `/offices?search=${office.name.slice(0, 10)}`);
    await expect(row(page, 'Offices', office.name)).toBeVisible();
    await visit(page, `/offices/${office.id}/ip-whitelist`);
    await expect(heading(page, `IP Whitelist - ${office.name}`)).toBeVisible();
    await expectOnlyText(page);
    const { page: own } = await openAs(person);
    await own.goto('/');
    await expect(heading(own, `Welcome, ${MARKUP} ${lastName}`)).toBeVisible();
    await expect(own.getByRole('banner').getByText(`${MARKUP} ${lastName}`)).toBeVisible();
    await expectOnlyText(own);
  });

  test('a script injected into the page does not run', async ({ page, complaints }) => {
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    complaints.allow(/Content Security Policy/);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.body.append(script);
    });
    await expect.poll(() => complaints.texts.join('\n')).toContain('Content Security Policy');
    expect(await hacked(page)).toBe(false);
  });
});

test.describe('characters and lengths', () => {
  test.use({ account: 'staff' });

  test('a long name without spaces neither hides list columns nor widens list and detail page on a phone', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api, {
      firstName: 'W'.repeat(100),
      lastName: `${uniqueName()}${'M'.repeat(90)}`,
    });
    const expectNoOverflow = async (part: Locator) => {
      await settled(page);
      await expect
        .poll(() => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBeLessThanOrEqual(0);
    };
    const table = page.getByRole('table', { name: 'Patients' });
    await page.goto(`/patients?search=${patient.lastName.slice(0, 10)}`);
    await expect(table.getByText(patient.lastName).first()).toBeVisible();
    await expectNoOverflow(table.locator('xpath=..'));
    await page.setViewportSize(PHONE);
    await expect(table).toHaveCount(0);
    await expect(page.getByText(patient.lastName).first()).toBeVisible();
    await expectNoOverflow(page.locator('html'));
    await visit(page, `/patients/${patient.id}`);
    await expect(heading(page, `${patient.firstName} ${patient.lastName}`)).toBeVisible();
    await expectNoOverflow(page.locator('html'));
  });

  test('invalid URL parameters fall back to the defaults; searches treat quotes, wildcards and markup literally', async ({
    page,
  }) => {
    await page.goto('/patients?page=999999&pageSize=7&orderBy=ssn&sortDirection=up&inactive=maybe');
    await expect(range(page, 'Patients')).toHaveText(/ of \d/);
    await expect(columnCells(page, 'Patients', 'MRN').first()).toHaveText(/\d/);
    await expect(page.getByLabel('Show inactive')).not.toBeChecked();
    for (const text of ["' OR '1'='1", '%%%', '___', '\\', '<b>x</b>', 'a'.repeat(200)]) {
      const answered = page.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('search') === text,
      );
      const box = page.getByRole('textbox', { name: 'Search patients' });
      await box.fill(text);
      await box.press('Enter');
      expect(await (await answered).json()).toMatchObject({ totalCount: 0 });
      await expect(page).toHaveURL((url) => !url.searchParams.has('search'));
      await expect(page.getByText('No patients found matching your search criteria')).toBeVisible();
    }
  });
});

/** Calls the API from the page with its stored token, like a script in the console. */
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

test.describe('direct attacks on the API', () => {
  test.use({ account: 'staff' });

  test('refuses a token with the wrong role, whatever user is stored, and does not accept a modified token', async ({
    page,
    api,
  }) => {
    const [{ user }, patient, office] = await Promise.all([newUser(api), newPatient(api), newOffice(api)]);
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    for (const [method, path, body] of [
      ['GET', '/user/list'],
      ['POST', '/user', { firstName: 'Evil', lastName: 'Admin', roleIds: [user.id] }],
      ['PUT', `/user/${user.id}`, { firstName: 'Evil' }],
      ['POST', `/user/${user.id}/reset-password`],
      ['DELETE', `/patient/${patient.id}`],
      ['GET', `/office/${office.id}`],
      ['POST', `/office/${office.id}/ip-whitelist`, { ipAddress: '203.0.113.9' }],
    ] as const) {
      const { status, text } = await call(page, method, path, body);
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 403`);
      expect(text).not.toMatch(/select |insert |update |node_modules|\.ts:/i);
    }
    await page.evaluate(() => {
      const known: unknown = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify(Object.assign(Object(known), { roles: ['SuperAdmin'] })));
    });
    await page.goto('/users');
    await expect(
      page.getByText('Access Denied: You do not have permission to view this page.'),
    ).toBeVisible();
    await expect
      .poll(async (): Promise<unknown> => JSON.parse((await stored(page)).user ?? 'null'))
      .toMatchObject({ roles: ['Staff'] });

    await page.evaluate(() => {
      const [head = '', claims = '', signature = ''] = (localStorage.getItem('token') ?? '').split('.');
      const changed = atob(claims.replaceAll('-', '+').replaceAll('_', '/')).replace('"Staff"', '"Admin"');
      const encoded = btoa(changed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      localStorage.setItem('token', `${head}.${encoded}.${signature}`);
    });
    await page.reload();
    await page.waitForURL('**/login');
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });
});

test.describe('saving twice, and saving while the server is unreachable', () => {
  test.use({ account: 'superadmin' });

  test('keeps the input if the server fails during a save; a double click then creates one record', async ({
    page,
    api,
  }) => {
    const lastName = uniqueName();
    await page.goto('/patients/new');
    await fillPatient(page, lastName);
    const outage = await intercept(page, '**/api/patient', (route) => route.abort('connectionreset'));
    const add = page.getByRole('button', { name: 'Add Patient' });
    await add.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to save patient' })).toBeVisible();
    await expect(page.getByLabel('Last Name')).toHaveValue(lastName);
    await expect(page.getByLabel('Date of Birth')).toHaveValue('03/04/1975');
    outage.end();
    await add.dblclick();
    await expect(page.getByText('Patient added').first()).toBeVisible();
    expect(await patientsNamed(api, lastName)).toBe(1);
  });

  test('saving again after a lost response creates no second record', async ({ page, api }) => {
    const lastName = uniqueName();
    await page.goto('/users/new');
    await page.getByLabel('First Name').fill('Vera');
    await page.getByLabel('Last Name').fill(lastName);
    const loss = await intercept(page, '**/api/user', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Create User');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to save user' })).toBeVisible();
    loss.end();
    await press(page, 'Create User');
    await expect(page.getByRole('dialog', { name: 'User Created Successfully' })).toBeVisible();
    const found = await api.succeed(userList, { query: { search: lastName } }, await api.superToken());
    expect(found.totalCount).toBe(1);
  });
});
