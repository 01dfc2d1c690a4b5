import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newUser, OWN_PASSWORD, readyUser, uniqueName } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import { choosePageSize, columnCells, columnHeaders, range, row, search, sortBy } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const findUser = (page: Page, text: string) => search(page, 'Search users', text);

/** Opens the list anew, as it is without any choice. */
async function openList(page: Page): Promise<void> {
  await visit(page, '/users');
  await expect(heading(page, 'User Management')).toBeVisible();
  await expect(range(page, 'Users')).toBeVisible();
}

test.describe('User Management /users', () => {
  const family = uniqueName('Z');
  test.use({ account: 'admin' });
  test.beforeAll(async ({ api }) => {
    // With the demo's twelve: more than one page.
    const names = ['Abe', 'Bea', 'Cal', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim'];
    await Promise.all(names.map((firstName) => newUser(api, { firstName, lastName: family })));
  });

  test('has the title, an Add User button and the columns in their order', async ({ page }) => {
    await openList(page);
    await expect(columnHeaders(page, 'Users')).toHaveText([
      'Username',
      'Name',
      'Email',
      'Roles',
      'Last Login',
      'Status',
      'Actions',
    ]);
    await page.getByRole('link', { name: 'Add User' }).click();
    await page.waitForURL('**/users/new');
    await page.goBack();
    await expect(heading(page, 'User Management')).toBeVisible();
  });

  test('appends the title to the name, and shows last login as a date or "Never"', async ({ page }) => {
    await openList(page);
    await findUser(page, 'jnakamura');
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    const cells = row(page, 'Users', 'jnakamura').getByRole('cell');
    await expect(cells).toHaveText([
      'James Nakamura, DO',
      'jnakamura@practice.example',
      'ProviderPhysician',
      'Never',
      'Active',
      '',
    ]);
    await findUser(page, 'Daniel Reyes');
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    await expect(columnCells(page, 'Users', 'Last Login')).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
  });

  test('shows the roles as chips in their colours', async ({ page }) => {
    await page.goto('/users?pageSize=50');
    await expect(range(page, 'Users')).toBeVisible();
    for (const [userName, role, colour] of [
      ['superadmin', 'SuperAdmin', 'Error'],
      ['admin', 'Admin', 'Warning'],
      ['physician', 'ProviderPhysician', 'Primary'],
      ['midlevel', 'ProviderMidLevel', 'Primary'],
      ['assistant', 'MedicalAssistant', 'Secondary'],
      ['staff', 'Staff', 'Info'],
    ] as const) {
      const chip = row(page, 'Users', userName).locator('.MuiChip-root').filter({ hasText: role });
      await expect.poll(() => chip.first().getAttribute('class')).toContain(`MuiChip-color${colour}`);
    }
  });

  test('sorts by each column; clicking the active one turns the direction', async ({ page }) => {
    await openList(page);
    await findUser(page, family);
    await expect(page.getByText('1–11 of 11').first()).toBeVisible();
    const table = page.getByRole('table', { name: 'Users' });
    for (const header of ['Username', 'Name', 'Email', 'Roles', 'Last Login', 'Status']) {
      const head = table.getByRole('columnheader', { name: header, exact: true });
      const isAscending = (await head.getAttribute('aria-sort')) === 'ascending';
      await sortBy(head, isAscending ? 'descending' : 'ascending');
      await sortBy(head, isAscending ? 'ascending' : 'descending');
    }
    await table.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
    const names = columnCells(page, 'Users', 'Name');
    await expect(names.first()).toHaveText(`Abe ${family}`);
    const ascending = await names.allInnerTexts();
    await table.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
    await expect(names).toHaveText(ascending.toReversed());
  });

  test('shows 20 rows, offers 10, 20 and 50, and a new size returns to the first page', async ({ page }) => {
    await openList(page);
    await expect(range(page, 'Users')).toHaveText(/^1–20 of \d+$/);
    await page.getByRole('navigation', { name: 'Pages of Users' }).getByRole('combobox').click();
    await expect(page.getByRole('option')).toHaveText(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(range(page, 'Users')).toHaveText(/^21–/);
    await choosePageSize(page, 'Users', 10);
    await expect(range(page, 'Users')).toHaveText(/^1–10 of /);
  });

  test('keeps page, sort and search in the address: Back, reload and a shared link show the same rows', async ({
    page,
    openAs,
  }) => {
    await openList(page);
    await findUser(page, family);
    await expect(page.getByText('1–11 of 11').first()).toBeVisible();
    await choosePageSize(page, 'Users', 10);
    await expect(page.getByText('1–10 of 11').first()).toBeVisible();
    await page.getByRole('button', { name: 'Username', exact: true }).click();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText('11–11 of 11').first()).toBeVisible();
    const last = `a${family.toLowerCase()}`;
    const shown = columnCells(page, 'Users', 'Username');
    await expect(shown).toHaveText([last]);
    const link = page.url();
    await page.reload();
    await expect(range(page, 'Users')).toBeVisible();
    await expect(shown).toHaveText([last]);
    await page.goBack();
    await expect(page.getByText('1–10 of 11').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search users' })).toHaveValue(family);
    const other = await openAs('superadmin');
    await other.page.goto(link);
    await expect(columnCells(other.page, 'Users', 'Username')).toHaveText([last]);
  });

  test('leads to Edit and Reset Password', async ({ page, api }) => {
    const { user } = await newUser(api);
    await openList(page);
    await findUser(page, user.userName);
    const link = (name: RegExp) => row(page, 'Users', user.userName).getByRole('link', { name });
    await expect(link(/^Edit /)).toHaveAttribute('href', `/users/${user.id}/edit`);
    await expect(link(/^Reset Password /)).toHaveAttribute('href', `/users/${user.id}/reset-password`);
  });

  test('says when nobody matches, and "Failed to fetch users" when the server said nothing', async ({
    page,
  }) => {
    await openList(page);
    await findUser(page, 'nobody-of-that-name');
    await expect(page.getByText('No users found')).toBeVisible();
    await answer(page, '**/api/user/list?**', { status: 500 });
    await page.goto('/users');
    await expect(page.getByText('Failed to fetch users')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(range(page, 'Users')).toBeVisible();
  });

  test('prefers the server’s own message', async ({ page }) => {
    await answer(page, '**/api/user/list?**', {
      status: 503,
      json: { message: 'The users are being moved.', code: 'UNAVAILABLE' },
    });
    await page.goto('/users');
    await expect(page.getByText('The users are being moved.')).toBeVisible();
    await page.unrouteAll();
  });
});

test.describe('deactivating a user', () => {
  test('asks, signs the user out, removes them from the list, and the action is disabled afterwards', async ({
    openAs,
    api,
  }) => {
    const person = await readyUser(api);
    const { userName, user } = person;
    const theirs = await openAs(person);
    await theirs.page.goto('/patients');
    await expect(heading(theirs.page, 'Patients')).toBeVisible();

    const { page } = await openAs('admin');
    await openList(page);
    await findUser(page, userName);
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    const deactivate = page.getByRole('button', { name: `Deactivate ${user.firstName} ${user.lastName}` });
    await deactivate.click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Deactivation' });
    await expect(
      dialog.getByText(
        'Are you sure you want to deactivate this user? They will no longer be able to log in.',
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await deactivate.click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('No users found')).toBeVisible();

    await theirs.page.waitForURL('**/login');
    const signIn = { body: { username: userName, password: OWN_PASSWORD } };
    expect(await api.send('POST', '/auth/login', signIn)).toMatchObject({
      status: 401,
      body: { message: 'Invalid username or password' },
    });

    await page.getByLabel('Show inactive').click();
    await expect(row(page, 'Users', userName).getByText('Inactive')).toBeVisible();
    await expect(deactivate).toBeDisabled();
  });
});

test.describe('user detail /users/{id}', () => {
  test.use({ account: 'admin' });

  test('shows breadcrumb, header, actions and the three cards', async ({ page, api }) => {
    const office = await newOffice(api);
    const { user } = await newUser(api, {
      role: 'ProviderMidLevel',
      firstName: 'Ines',
      title: 'NP',
      officeId: office.id,
    });
    await visit(page, `/users/${user.id}`);
    await expect(heading(page, `Ines ${user.lastName}, NP`)).toBeVisible();
    await expect(page.getByText(`@${user.userName}`, { exact: true })).toBeVisible();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(crumbs).toHaveText(new RegExp(`^Users\\W*${user.userName}$`));
    const link = (name: string) => page.locator('main header').getByRole('link').filter({ hasText: name });
    await expect(link('Back')).toHaveAttribute('href', '/users');
    await expect(link('Reset Password')).toHaveAttribute('href', `/users/${user.id}/reset-password`);
    await expect(link('Edit')).toHaveAttribute('href', `/users/${user.id}/edit`);
    const card = (name: string) => page.getByRole('region', { name });
    await expect(card('Basic Information').locator('dt')).toHaveText([
      'Status',
      'First Name',
      'Last Name',
      'Title',
      'Email',
      'Employee ID',
    ]);
    await expect(card('Basic Information').locator('dd')).toHaveText([
      'Active',
      'Ines',
      user.lastName,
      'NP',
      user.email,
      'N/A',
    ]);
    for (const [at, label, value] of [
      [0, 'Hire Date', 'N/A'],
      [1, 'Last Login', 'Never'],
      [2, 'Office Location', office.name],
    ] as const) {
      await expect(card('Account Information').locator('dt').nth(at)).toHaveText(label);
      await expect(card('Account Information').locator('dd').nth(at)).toHaveText(value);
    }
    await expect(card('Roles & Permissions').getByText('ProviderMidLevel')).toBeVisible();
    await crumbs.getByRole('link', { name: 'Users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
  });

  test('leaves Title and Office Location out when there are none', async ({ page, api }) => {
    const { user } = await newUser(api);
    await visit(page, `/users/${user.id}`);
    await expect(heading(page, `Robin ${user.lastName}`)).toBeVisible();
    await expect(page.locator('main dt').first()).toBeVisible();
    const labels = await page.locator('main dt').allInnerTexts();
    expect(labels).not.toContain('Title');
    expect(labels).not.toContain('Office Location');
  });

  test('says "No roles assigned" for a user without roles', async ({ page, api }) => {
    const { user } = await newUser(api);
    await answer(page, `**/api/user/${user.id}`, { json: { ...user, roles: [] } });
    await visit(page, `/users/${user.id}`);
    await expect(page.getByText('No roles assigned')).toBeVisible();
  });

  test('says "User not found" and "Failed to load user details"', async ({ page, api }) => {
    await visit(page, '/users/99999999-9999-4999-8999-999999999999');
    await expect(page.getByText('User not found')).toBeVisible();
    const { user } = await newUser(api);
    await answer(page, `**/api/user/${user.id}`, { status: 500, json: { message: { not: 'a text' } } });
    await visit(page, `/users/${user.id}`);
    await expect(page.getByText('Failed to load user details')).toBeVisible();
  });
});

test.describe('reset password', () => {
  test.use({ account: 'admin' });

  test('asks, shows a temporary password, and the user must change it at next login', async ({
    page,
    api,
  }) => {
    const person = await readyUser(api);
    const { user } = person;
    await visit(page, `/users/${user.id}/reset-password`);
    await expect(heading(page, 'Reset Password')).toBeVisible();
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Password Reset' });
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    const password = await page.getByLabel('Temporary password', { exact: true }).innerText();
    await expect(page.getByText('Important: Save this temporary password')).toBeVisible();
    const old = { body: { username: user.userName, password: OWN_PASSWORD } };
    expect((await api.send('POST', '/auth/login', old)).status).toBe(401);
    expect((await api.signIn(user.userName, password)).user.mustChangePassword).toBe(true);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
  });

  test('says "Failed to reset password" in the dialog', async ({ page, api }) => {
    const { user } = await newUser(api);
    await answer(page, `**/api/user/${user.id}/reset-password`, { status: 500 });
    await visit(page, `/users/${user.id}/reset-password`);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await expect(dialog.getByText('Failed to reset password')).toBeVisible();
  });
});

test.describe('what an administrator may not do', () => {
  test('an Admin is offered nothing on a SuperAdmin, and nobody deactivates or resets themselves', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('admin');
    for (const name of ['Margaret Okafor', 'Daniel Reyes']) {
      await page.goto(`/users?${new URLSearchParams({ search: name }).toString()}`);
      const actions = row(page, 'Users', name);
      await expect(actions.getByRole('button', { name: /^Deactivate / })).toBeDisabled();
      await expect
        .poll(() => actions.getByRole('button', { name: /^Reset Password / }).isDisabled())
        .toBe(true);
    }
    const { user } = await api.signIn('superadmin');
    await page.goto(`/users/${user.id}/edit`);
    await expect(page.getByText('Only a SuperAdmin can change a SuperAdmin.')).toBeVisible();
    const { token } = await api.signIn('admin');
    const attack = await api.send('DELETE', `/user/${user.id}`, { token });
    expect(attack.status).toBe(403);
    const self = await api.send('DELETE', `/user/${user.id}`, { token: await api.superToken() });
    expect(self.status).toBe(409);
  });
});
