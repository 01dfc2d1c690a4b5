import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newUser, readyUser, uniqueName } from '../support/records.ts';
import { answer, hold, type Answer } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const submit = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();

/** Chooses in one of the form's selects; options also show a description. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').filter({ hasText: option }).first().click();
}

async function openNew(page: Page): Promise<void> {
  await page.goto('/users/new');
  await expect(page.getByLabel('First Name')).toBeVisible();
}

async function openEdit(page: Page, id: string): Promise<void> {
  await visit(page, `/users/${id}/edit`);
  await expect(heading(page, 'Edit User')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeVisible();
}

test.describe('creating a user /users/new', () => {
  test.use({ account: 'admin' });

  test('says what the system generates, has Back to /users and defaults the role to Staff', async ({
    page,
  }) => {
    await openNew(page);
    await expect(
      page.getByText(
        'The system generates a unique username from the name, an email address and a temporary password. The user must change the password at first login.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveText('Staff');
    await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/users');
    for (const label of ['Status', 'Username', 'Email', 'Title'])
      await expect(page.getByLabel(label, { exact: true })).toHaveCount(0);
  });

  test('offers each role with its description; Title only for the provider roles', async ({ page }) => {
    await openNew(page);
    await page.getByRole('combobox', { name: 'Role' }).click();
    const options = page.getByRole('option');
    await expect
      .poll(async () => (await options.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['Admin', 'ProviderPhysician', 'ProviderMidLevel', 'MedicalAssistant', 'Staff']);
    for (const text of await options.allInnerTexts()) expect(text).toMatch(/\n+\S.{10,}/);
    await page.keyboard.press('Escape');
    for (const [role, count] of [
      ['ProviderPhysician', 1],
      ['MedicalAssistant', 0],
      ['ProviderMidLevel', 1],
      ['Admin', 0],
    ] as const) {
      await choose(page, 'Role', role);
      await expect(page.getByRole('combobox', { name: 'Title' })).toHaveCount(count);
    }
  });

  test('asks for first and last name, and blocks the submit in the browser when the title is missing', async ({
    page,
  }) => {
    await openNew(page);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/user')) posts += 1;
    });
    await choose(page, 'Role', 'ProviderPhysician');
    await page.getByRole('combobox', { name: 'Title' }).click();
    const titles = page.getByRole('option');
    await expect.poll(async () => (await titles.allInnerTexts())[0]).toBe('None');
    await expect.poll(() => titles.allInnerTexts()).toContain('MD - Doctor of Medicine');
    await page.getByRole('option', { name: 'None' }).click();
    await page.getByLabel('Last Name').fill('Kept');
    await submit(page, 'Create User');
    await expect(page.getByText('First name is required')).toBeVisible();
    await expect(page.getByText('Title is required for provider roles')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('firstName');
    await expect(page.getByLabel('Last Name')).toHaveValue('Kept');
    await page.getByLabel('Last Name').fill('');
    await expect(page.getByText('Last name is required')).toBeVisible();
    expect(posts).toBe(0);
  });

  test('a failed save shows what the server said, in this order, and loses nothing', async ({ page }) => {
    await openNew(page);
    await choose(page, 'Role', 'Staff');
    await page.getByLabel('First Name').fill('Maud');
    await page.getByLabel('Last Name').fill('Kept');
    const failures: [Answer, string][] = [
      [{ json: { message: 'The directory is full.' } }, 'The directory is full.'],
      [
        { json: { errors: { quota: ['is used up', 'ask for more'], region: ['is closed'] } } },
        'quota: is used up, ask for more; region: is closed',
      ],
      [{ body: 'Gateway says no' }, 'Gateway says no'],
      [{}, 'Failed to save user'],
    ];
    for (const [failure, expected] of failures) {
      await answer(page, '**/api/user', { method: 'POST', status: 422, ...failure });
      await submit(page, 'Create User');
      await expect(page.getByRole('alert').filter({ hasText: expected })).toBeVisible();
      await page.unrouteAll();
    }
    await expect(page.getByLabel('First Name')).toHaveValue('Maud');
    await expect(page.getByLabel('Last Name')).toHaveValue('Kept');
  });

  test('shows username, email and temporary password afterwards; only Continue leads on, to /users', async ({
    page,
  }) => {
    const lastName = uniqueName();
    await openNew(page);
    await page.getByLabel('First Name').fill('Maud');
    await page.getByLabel('Last Name').fill(lastName);
    await submit(page, 'Create User');
    const dialog = page.getByRole('dialog', { name: 'User Created Successfully' });
    const userName = `m${lastName.toLowerCase()}`;
    await expect(dialog.getByText(userName, { exact: true })).toBeVisible();
    // The username at the practice's own domain.
    await expect(dialog.getByText(`${userName}@practice.example`, { exact: true })).toBeVisible();
    await expect
      .poll(() => dialog.getByLabel('Temporary password', { exact: true }).innerText())
      .toHaveLength(16);
    await expect(dialog.getByText('Important: Save this temporary password')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/users');
    await expect(heading(page, 'User Management')).toBeVisible();
  });

  test('"No roles available" when the list is empty, and the first role when there is no Staff', async ({
    page,
  }) => {
    await answer(page, '**/api/user/roles', { json: [] });
    await page.goto('/users/new');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await expect(page.getByText('No roles available')).toBeVisible();
    await page.unrouteAll();
    const role = { id: '33333333-3333-4333-8333-333333333333', name: 'Auditor', description: 'Looks on' };
    await answer(page, '**/api/user/roles', { json: [role] });
    await page.goto('/users/new');
    await expect(page.getByRole('combobox', { name: 'Role' }).getByText('Auditor')).toBeVisible();
    await page.unrouteAll();
  });

  test('"Failed to load roles"; titles that fail are an empty list', async ({ page }) => {
    await answer(page, '**/api/admin/title/active', { status: 500 });
    await page.goto('/users/new');
    await choose(page, 'Role', 'ProviderPhysician');
    await page.getByRole('combobox', { name: 'Title' }).click();
    await expect(page.getByRole('option')).toHaveText(['None']);
    await answer(page, '**/api/user/roles', { status: 500 });
    await page.goto('/users/new');
    await expect(page.getByText('Failed to load roles')).toBeVisible();
    await page.unrouteAll();
  });
});

test.describe('editing a user /users/{id}/edit', () => {
  test.use({ account: 'admin' });

  test('has Status; username and email are read-only with their helper texts', async ({ page, api }) => {
    const { user } = await newUser(api);
    await openEdit(page, user.id);
    for (const [label, value, help] of [
      ['Username', user.userName, 'Username cannot be changed'],
      ['Email', user.email, 'To change email, please edit in user management'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveValue(value);
      await expect.poll(() => field.isEditable()).toBe(false);
      await expect(page.getByText(help, { exact: true })).toBeVisible();
    }
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option')).toHaveText(['Active', 'Inactive']);
    await page.getByRole('option', { name: 'Inactive' }).click();
    await submit(page);
    await page.waitForURL('**/users');
    await visit(page, `/users/${user.id}`);
    await expect(page.getByRole('region', { name: 'Basic Information' }).getByText('Inactive')).toBeVisible();
  });

  test('the title is cleared when the role is no provider’s any more', async ({ page, api }) => {
    const { user } = await newUser(api, { role: 'ProviderPhysician', title: 'MD' });
    await openEdit(page, user.id);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Title' }).innerText())
      .toBe('MD - Doctor of Medicine');
    await choose(page, 'Role', 'MedicalAssistant');
    await expect(
      page.getByText('Saving gives MedicalAssistant, takes away ProviderPhysician.'),
    ).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await submit(page);
    expect((await sent).postDataJSON()).toMatchObject({ title: null, version: user.version });
    await page.waitForURL('**/users');
    await visit(page, `/users/${user.id}`);
    await expect(heading(page, `Robin ${user.lastName}`)).toBeVisible();
  });

  test('a SuperAdmin edits the email; a taken one is said at its field and nothing is lost', async ({
    openAs,
    api,
  }) => {
    const { user } = await newUser(api);
    const { page } = await openAs('superadmin');
    await openEdit(page, user.id);
    await page.getByLabel('First Name').fill('Changed');
    await page.getByRole('textbox', { name: 'Email' }).fill('staff@practice.example');
    await submit(page);
    await expect(page.getByText('Another user has this email address')).toBeVisible();
    const email = page.getByRole('textbox', { name: 'Email' });
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await expect(page.getByLabel('First Name')).toHaveValue('Changed');
    await email.fill(`${user.userName}@elsewhere.example`);
    await submit(page);
    await page.waitForURL('**/users');
  });

  test('editing oneself renews the stored profile and what the shell shows', async ({ openAs, api }) => {
    const person = await readyUser(api, { role: 'Admin' });
    const { page } = await openAs(person);
    await openEdit(page, person.user.id);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Status' }).getAttribute('aria-disabled'))
      .toBe('true');
    await expect(page.getByText('You cannot change your own roles')).toBeVisible();
    await page.getByLabel('First Name').fill('Octavia');
    await submit(page);
    await expect(page.getByRole('banner').getByText(`Octavia ${person.user.lastName}`)).toBeVisible();
    const stored = await page.evaluate(() => localStorage.getItem('user') ?? '');
    expect(JSON.parse(stored)).toMatchObject({ firstName: 'Octavia' });
  });

  test('two administrators: the second sees what the first saved, and loses nothing', async ({
    page,
    openAs,
    api,
  }) => {
    const { user } = await newUser(api);
    const [first, second] = [{ page: page }, await openAs('superadmin')];
    await openEdit(first.page, user.id);
    await openEdit(second.page, user.id);
    await first.page.getByLabel('First Name').fill('Theirs');
    await submit(first.page);
    await first.page.waitForURL('**/users');
    await second.page.getByLabel('First Name').fill('Mine');
    await second.page.getByLabel('Employee ID').fill('E-77');
    await submit(second.page);
    await expect(second.page.getByText('Someone else changed this record in the meantime')).toBeVisible();
    await expect(second.page.getByText('They saved: Theirs')).toBeVisible();
    await expect(second.page.getByText('You have: Mine')).toBeVisible();
    await second.page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(second.page.getByLabel('First Name')).toHaveValue('Mine');
    await expect(second.page.getByLabel('Employee ID')).toHaveValue('E-77');
    await submit(second.page);
    await second.page.waitForURL('**/users');
    await visit(second.page, `/users/${user.id}`);
    await expect(heading(second.page, `Mine ${user.lastName}`)).toBeVisible();
    await expect(second.page.getByText('E-77')).toBeVisible();
  });

  test('"Failed to load user", "User not found"', async ({ page, api }) => {
    const { user } = await newUser(api);
    await answer(page, `**/api/user/${user.id}`, { status: 500 });
    await visit(page, `/users/${user.id}/edit`);
    await expect(page.getByText('Failed to load user')).toBeVisible();
    await visit(page, '/users/no-such-id/edit');
    await expect(page.getByText('User not found')).toBeVisible();
  });

  test('asks before unsaved changes are lost; Cancel without changes just goes', async ({ page, api }) => {
    const { user } = await newUser(api);
    await openEdit(page, user.id);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/users');
    await page.goBack();
    await page.getByLabel('First Name').fill('Unsaved');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('First Name')).toHaveValue('Unsaved');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('a double click on Save sends one change, and the button is busy meanwhile', async ({ page, api }) => {
    const { user } = await newUser(api);
    await openEdit(page, user.id);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    const { release } = await hold(page, `**/api/user/${user.id}`);
    await page.getByLabel('First Name').fill('Once');
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await expect(page.locator('button[type=submit]:disabled')).toBeVisible();
    await release();
    await page.waitForURL('**/users');
    expect(sent).toBe(1);
  });
});
