import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, newUser, OWN_PASSWORD, readyUser, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { choosePageSize, columnTexts, columns, range, row, search, sortBy } from '../run/table.ts';

useBrowser();

const findUser = (page: Page, text: string) => search(page, 'Search users', text);

/** Opens the list anew, as it is without any choice. */
async function openList(page: Page): Promise<void> {
  await visit(page, '/users');
  await heading(page, 'User Management');
  await range(page, 'Users').waitFor();
}

describe('spec 1 §2.6 User Management /users', () => {
  const family = uniqueName('Z');
  const shared = usePage('admin');
  beforeAll(async () => {
    // With the demo's twelve: more than one page.
    const names = ['Abe', 'Bea', 'Cal', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim'];
    await Promise.all(names.map((firstName) => newUser({ firstName, lastName: family })));
  });

  it('has the title, an Add User button and the columns in their order', async () => {
    const page = shared();
    await openList(page);
    await expect
      .poll(() => columns(page, 'Users'))
      .toEqual(['Username', 'Name', 'Email', 'Roles', 'Last Login', 'Status', 'Actions']);
    await page.getByRole('link', { name: 'Add User' }).click();
    await page.waitForURL('**/users/new');
    await page.goBack();
    await heading(page, 'User Management');
  });

  it('appends the title to the name, and shows last login as a date or "Never"', async () => {
    const page = shared();
    await openList(page);
    await findUser(page, 'jnakamura');
    await page.getByText('1–1 of 1').first().waitFor();
    const cells = row(page, 'Users', 'jnakamura').getByRole('cell');
    expect((await cells.allInnerTexts()).map((text) => text.replaceAll(/\s/g, ' ').trim())).toEqual([
      'James Nakamura, DO',
      'jnakamura@practice.example',
      'ProviderPhysician',
      'Never',
      'Active',
      '',
    ]);
    await findUser(page, 'Daniel Reyes');
    await page.getByText('1–1 of 1').first().waitFor();
    await expect
      .poll(() => columnTexts(page, 'Users', 'Last Login'))
      .toEqual([expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/)]);
  });

  it('spec 1 §2.6, decisions 32 shows the roles as chips in their colours', async () => {
    const page = shared();
    await page.goto('/users?pageSize=50');
    await range(page, 'Users').waitFor();
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

  it('sorts by each column; clicking the active one turns the direction', async () => {
    const page = shared();
    await openList(page);
    await findUser(page, family);
    await page.getByText('1–11 of 11').first().waitFor();
    const table = page.getByRole('table', { name: 'Users' });
    for (const header of ['Username', 'Name', 'Email', 'Roles', 'Last Login', 'Status']) {
      const head = table.getByRole('columnheader', { name: header, exact: true });
      const isAscending = (await head.getAttribute('aria-sort')) === 'ascending';
      await sortBy(head, isAscending ? 'descending' : 'ascending');
      await sortBy(head, isAscending ? 'ascending' : 'descending');
    }
    await table.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
    const names = () => columnTexts(page, 'Users', 'Name');
    await expect.poll(async () => (await names())[0]).toBe(`Abe ${family}`);
    const ascending = await names();
    await table.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
    await expect.poll(names).toEqual(ascending.toReversed());
  });

  it('spec 1 §2.6, §9 shows 20 rows, offers 10, 20 and 50, and a new size returns to the first page', async () => {
    const page = shared();
    await openList(page);
    await expect.poll(() => range(page, 'Users').innerText()).toMatch(/^1–20 of \d+$/);
    await page.getByRole('navigation', { name: 'Pages of Users' }).getByRole('combobox').click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect.poll(() => range(page, 'Users').innerText()).toMatch(/^21–/);
    await choosePageSize(page, 'Users', 10);
    await expect.poll(() => range(page, 'Users').innerText()).toMatch(/^1–10 of /);
  });

  it('keeps page, sort and search in the address: Back, reload and a shared link show the same rows', async () => {
    const page = shared();
    await openList(page);
    await findUser(page, family);
    await page.getByText('1–11 of 11').first().waitFor();
    await choosePageSize(page, 'Users', 10);
    await page.getByText('1–10 of 11').first().waitFor();
    await page.getByRole('button', { name: 'Username', exact: true }).click();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await page.getByText('11–11 of 11').first().waitFor();
    const last = `a${family.toLowerCase()}`;
    const shown = () => columnTexts(page, 'Users', 'Username');
    await expect.poll(shown).toEqual([last]);
    const link = page.url();
    await page.reload();
    await range(page, 'Users').waitFor();
    await expect.poll(shown).toEqual([last]);
    await page.goBack();
    await page.getByText('1–10 of 11').first().waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Search users' }).inputValue()).toBe(family);
    const other = await openAs('superadmin');
    await other.page.goto(link);
    await expect.poll(() => columnTexts(other.page, 'Users', 'Username')).toEqual([last]);
  });

  it('leads to Edit and Reset Password', async () => {
    const page = shared();
    await openList(page);
    await findUser(page, 'jnakamura');
    await page.getByText('1–1 of 1').first().waitFor();
    const actions = row(page, 'Users', 'jnakamura');
    const edit = await actions.getByRole('link', { name: /^Edit / }).getAttribute('href');
    expect(edit).toMatch(/^\/users\/[\da-f-]{36}\/edit$/);
    const reset = await actions.getByRole('link', { name: /^Reset Password / }).getAttribute('href');
    expect(reset).toBe(edit?.replace('/edit', '/reset-password'));
  });

  it('says when nobody matches, and "Failed to fetch users" when the server said nothing', async () => {
    const page = shared();
    await openList(page);
    await findUser(page, 'nobody-of-that-name');
    await page.getByText('No users found').waitFor();
    await answer(page, '**/api/user/list?**', { status: 500 });
    await page.goto('/users');
    await page.getByText('Failed to fetch users').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await range(page, 'Users').waitFor();
  });

  it('spec 1 §8 prefers the server’s own message', async () => {
    const page = shared();
    await answer(page, '**/api/user/list?**', {
      status: 503,
      json: { message: 'The users are being moved.', code: 'UNAVAILABLE' },
    });
    await page.goto('/users');
    await page.getByText('The users are being moved.').waitFor();
    await page.unrouteAll();
  });
});

describe('spec 1 §2.6, §4 deactivating a user', () => {
  it('asks, signs the user out, removes them from the list, and the action is disabled afterwards', async () => {
    const person = await readyUser();
    const { userName, user } = person;
    const theirs = await openAs(person);
    await theirs.page.goto('/patients');
    await heading(theirs.page, 'Patients');

    const { page } = await openAs('admin');
    await openList(page);
    await findUser(page, userName);
    await page.getByText('1–1 of 1').first().waitFor();
    const deactivate = page.getByRole('button', { name: `Deactivate ${user.firstName} ${user.lastName}` });
    await deactivate.click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Deactivation' });
    await dialog
      .getByText('Are you sure you want to deactivate this user? They will no longer be able to log in.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await deactivate.click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('No users found').waitFor();

    await theirs.page.waitForURL('**/login');
    const signIn = { body: { username: userName, password: OWN_PASSWORD } };
    expect(await client().send('POST', '/auth/login', signIn)).toMatchObject({
      status: 401,
      body: { message: 'Invalid username or password' },
    });

    await page.getByLabel('Show inactive').click();
    await row(page, 'Users', userName).getByText('Inactive').waitFor();
    await expect.poll(() => deactivate.isDisabled()).toBe(true);
  });
});

describe('spec 1 §2.8 user detail /users/{id}', () => {
  const shared = usePage('admin');

  it('shows breadcrumb, header, actions and the three cards', async () => {
    const office = await newOffice();
    const { user } = await newUser({
      role: 'ProviderMidLevel',
      firstName: 'Ines',
      title: 'NP',
      officeId: office.id,
    });
    const page = shared();
    await visit(page, `/users/${user.id}`);
    await heading(page, `Ines ${user.lastName}, NP`);
    await page.getByText(`@${user.userName}`, { exact: true }).waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect((await crumbs.innerText()).split(/\s*>?\s+/).filter((part) => part !== '>')).toEqual([
      'Users',
      user.userName,
    ]);
    const links = page.locator('main header').getByRole('link');
    const hrefs = async (name: string) => links.filter({ hasText: name }).getAttribute('href');
    await expect.poll(() => hrefs('Back')).toBe('/users');
    await expect.poll(() => hrefs('Reset Password')).toBe(`/users/${user.id}/reset-password`);
    await expect.poll(() => hrefs('Edit')).toBe(`/users/${user.id}/edit`);
    const card = (name: string) => page.getByRole('region', { name });
    const labels = (name: string) => card(name).locator('dt').allInnerTexts();
    await expect
      .poll(() => labels('Basic Information'))
      .toEqual(['Status', 'First Name', 'Last Name', 'Title', 'Email', 'Employee ID']);
    await expect
      .poll(() => card('Basic Information').locator('dd').allInnerTexts())
      .toEqual(['Active', 'Ines', user.lastName, 'NP', user.email, 'N/A']);
    expect((await labels('Account Information')).slice(0, 3)).toEqual([
      'Hire Date',
      'Last Login',
      'Office Location',
    ]);
    expect((await card('Account Information').locator('dd').allInnerTexts()).slice(0, 3)).toEqual([
      'N/A',
      'Never',
      office.name,
    ]);
    await card('Roles & Permissions').getByText('ProviderMidLevel').waitFor();
    await crumbs.getByRole('link', { name: 'Users' }).click();
    await heading(page, 'User Management');
  });

  it('leaves Title and Office Location out when there are none', async () => {
    const { user } = await newUser();
    const page = shared();
    await visit(page, `/users/${user.id}`);
    await heading(page, `Robin ${user.lastName}`);
    await page.locator('main dt').first().waitFor();
    const labels = await page.locator('main dt').allInnerTexts();
    expect(labels).not.toContain('Title');
    expect(labels).not.toContain('Office Location');
  });

  it('says "No roles assigned" for a user without roles', async () => {
    const { user } = await newUser();
    const page = shared();
    await answer(page, `**/api/user/${user.id}`, { json: { ...user, roles: [] } });
    await visit(page, `/users/${user.id}`);
    await page.getByText('No roles assigned').waitFor();
  });

  it('spec 1 §8 says "User not found" and "Failed to load user details"', async () => {
    const page = shared();
    await visit(page, '/users/99999999-9999-4999-8999-999999999999');
    await page.getByText('User not found').waitFor();
    const { user } = await newUser();
    await answer(page, `**/api/user/${user.id}`, { status: 500, json: { message: { not: 'a text' } } });
    await visit(page, `/users/${user.id}`);
    await page.getByText('Failed to load user details').waitFor();
  });
});

describe('spec 1 §2.9 reset password', () => {
  const shared = usePage('admin');

  it('asks, shows a temporary password, and the user must change it at next login', async () => {
    const person = await readyUser();
    const { user } = person;
    const page = shared();
    await visit(page, `/users/${user.id}/reset-password`);
    await heading(page, 'Reset Password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Password Reset' });
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    const password = await page.getByLabel('Temporary password', { exact: true }).innerText();
    await page.getByText('Important: Save this temporary password').waitFor();
    const old = { body: { username: user.userName, password: OWN_PASSWORD } };
    expect((await client().send('POST', '/auth/login', old)).status).toBe(401);
    expect((await client().signIn(user.userName, password)).user.mustChangePassword).toBe(true);
    await page.getByRole('link', { name: 'Continue' }).click();
    await heading(page, 'User Management');
  });

  it('spec 1 §8 says "Failed to reset password" in the dialog', async () => {
    const { user } = await newUser();
    const page = shared();
    await answer(page, `**/api/user/${user.id}/reset-password`, { status: 500 });
    await visit(page, `/users/${user.id}/reset-password`);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await dialog.getByText('Failed to reset password').waitFor();
  });
});

describe('decisions 25 what an administrator may not do', () => {
  it('an Admin is offered nothing on a SuperAdmin, and nobody deactivates or resets themselves', async () => {
    const { page } = await openAs('admin');
    for (const name of ['Margaret Okafor', 'Daniel Reyes']) {
      await page.goto(`/users?${new URLSearchParams({ search: name }).toString()}`);
      const actions = row(page, 'Users', name);
      await expect.poll(() => actions.getByRole('button', { name: /^Deactivate / }).isDisabled()).toBe(true);
      await expect
        .poll(() => actions.getByRole('button', { name: /^Reset Password / }).isDisabled())
        .toBe(true);
    }
    const { user } = await client().signIn('superadmin');
    await page.goto(`/users/${user.id}/edit`);
    await page.getByText('Only a SuperAdmin can change a SuperAdmin.').waitFor();
    const { token } = await client().signIn('admin');
    const attack = await client().send('DELETE', `/user/${user.id}`, { token });
    expect(attack.status).toBe(403);
    const self = await client().send('DELETE', `/user/${user.id}`, { token: await superToken() });
    expect(self.status).toBe(409);
  });
});
