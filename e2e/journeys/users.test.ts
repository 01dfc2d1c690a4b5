import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newUser, OWN_PASSWORD, readyUser, uniqueName } from '../support/records.ts';
import { choosePageSize, columnCells, range, row, search, sortBy } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const findUser = (page: Page, text: string) => search(page, 'Search users', text);

/** Opens the list with its defaults. */
async function openList(page: Page): Promise<void> {
  await visit(page, '/users');
  await expect(heading(page, 'User Management')).toBeVisible();
  await expect(range(page, 'Users')).toBeVisible();
}

test.describe('User Management /users', () => {
  const family = uniqueName('Z');
  test.use({ account: 'admin' });
  test.beforeAll(async ({ api }) => {
    const names = ['Abe', 'Bea', 'Cal', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim'];
    await Promise.all(names.map((firstName) => newUser(api, { firstName, lastName: family })));
  });

  test('finds users by name, shows their last login, and links to a new user', async ({ page }) => {
    await openList(page);
    await findUser(page, 'jnakamura');
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    await expect(row(page, 'Users', 'jnakamura').getByRole('cell')).toHaveText([
      'James Nakamura, DO',
      'jnakamura@practice.example',
      'Physician',
      'Never',
      'Active',
      '',
    ]);
    await findUser(page, 'Daniel Reyes');
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    await expect(columnCells(page, 'Users', 'Last Login')).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await findUser(page, 'nobody-of-that-name');
    await expect(page.getByText('No users found matching your search')).toBeVisible();
    await page.getByRole('link', { name: 'Add User' }).click();
    await page.waitForURL('**/users/new');
    await page.goBack();
    await expect(heading(page, 'User Management')).toBeVisible();
  });

  test('keeps page, sort and search in the URL: Back, reload and a shared link show the same rows', async ({
    page,
    openAs,
  }) => {
    await openList(page);
    await findUser(page, family);
    await expect(page.getByText('1–11 of 11').first()).toBeVisible();
    const names = columnCells(page, 'Users', 'Name');
    const head = page.getByRole('columnheader', { name: 'Name', exact: true });
    await sortBy(head, 'ascending');
    await expect(names.first()).toHaveText(`Abe ${family}`);
    await sortBy(head, 'descending');
    await expect(names.first()).toHaveText(`Kim ${family}`);
    await choosePageSize(page, 'Users', 10);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText('11–11 of 11').first()).toBeVisible();
    const last = [`Abe ${family}`];
    await expect(names).toHaveText(last);
    const link = page.url();
    await page.reload();
    await expect(range(page, 'Users')).toBeVisible();
    await expect(names).toHaveText(last);
    await page.goBack();
    await expect(page.getByText('1–10 of 11').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search users' })).toHaveValue(family);
    const other = await openAs('superadmin');
    await other.page.goto(link);
    await expect(columnCells(other.page, 'Users', 'Name')).toHaveText(last);
  });

  test('links from a row to the user, and from there to Edit, Reset Password and back', async ({
    page,
    api,
  }) => {
    const office = await newOffice(api);
    const midLevel = { role: 'ProviderMidLevel', firstName: 'Ines', title: 'NP' } as const;
    const { user } = await newUser(api, { ...midLevel, officeId: office.id });
    await openList(page);
    await findUser(page, user.userName);
    await page.getByRole('link', { name: user.userName, exact: true }).click();
    await expect(heading(page, `Ines ${user.lastName}, NP`)).toBeVisible();
    const card = (name: string) => page.getByRole('region', { name });
    await expect(card('Basic Information').locator('dd')).toHaveText([
      'Active',
      'Ines',
      user.lastName,
      'NP',
      `${user.email} (generated, not confirmed)`,
      'N/A',
    ]);
    await expect(card('Account Information').getByText(office.name)).toBeVisible();
    await expect(card('Roles & Permissions').getByText('Mid-Level Provider')).toBeVisible();
    const actions = page.locator('main header').getByRole('link');
    await actions.filter({ hasText: 'Edit' }).click();
    await expect(heading(page, 'Edit User')).toBeVisible();
    await page.goBack();
    await actions.filter({ hasText: 'Reset Password' }).click();
    await expect(heading(page, 'Reset Password')).toBeVisible();
    await page.goBack();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
  });
});

test.describe('deactivating a user', () => {
  test('asks for confirmation, signs the user out, removes them from the list, and disables the action', async ({
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

test.describe('reset password', () => {
  test.use({ account: 'admin' });

  test('asks for confirmation, shows a temporary password, and the user must change it at next login', async ({
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
});

test.describe('limits of administrators', () => {
  test('an Admin has no actions on a SuperAdmin, and no user can deactivate or reset themselves', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('admin');
    await openList(page);
    for (const name of ['Margaret Okafor', 'Daniel Reyes']) {
      await findUser(page, name);
      const actions = row(page, 'Users', name);
      await expect(actions.getByRole('button', { name: /^Deactivate / })).toBeDisabled();
      await expect
        .poll(() => actions.getByRole('button', { name: /^Reset Password / }).isDisabled())
        .toBe(true);
    }
    const { user } = await api.signIn('superadmin');
    await visit(page, `/users/${user.id}/edit`);
    await expect(page.getByText('Only a SuperAdmin can change a SuperAdmin.')).toBeVisible();
    const { token } = await api.signIn('admin');
    const attack = await api.send('DELETE', `/user/${user.id}`, { token });
    expect(attack.status).toBe(403);
    const self = await api.send('DELETE', `/user/${user.id}`, { token: await api.superToken() });
    expect(self.status).toBe(409);
  });
});
