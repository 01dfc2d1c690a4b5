import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newUser, readyUser, uniqueName } from '../run/records.ts';
import { answer, hold, type Answer } from '../run/requests.ts';

useBrowser();

const submit = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();

/** Chooses in one of the form's selects; options also show a description. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').filter({ hasText: option }).first().click();
}

async function openNew(page: Page): Promise<void> {
  await page.goto('/users/new');
  await page.getByLabel('First Name').waitFor();
}

async function openEdit(page: Page, id: string): Promise<void> {
  await visit(page, `/users/${id}/edit`);
  await heading(page, 'Edit User');
  await page.getByLabel('First Name').waitFor();
}

describe('spec 1 §2.7, §5 creating a user /users/new', () => {
  const shared = usePage('admin');

  it('says what the system generates, has Back to /users and defaults the role to Staff', async () => {
    const page = shared();
    await openNew(page);
    await page
      .getByText(
        'The system generates a unique username from the name, an email address and a temporary password. The user must change the password at first login.',
      )
      .waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Role' }).innerText()).toBe('Staff');
    await expect.poll(() => page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/users');
    for (const label of ['Status', 'Username', 'Email', 'Title'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).count()).toBe(0);
  });

  it('offers each role with its description; Title only for the provider roles', async () => {
    const page = shared();
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
      await expect.poll(() => page.getByRole('combobox', { name: 'Title' }).count()).toBe(count);
    }
  });

  it('asks for first and last name, and blocks the submit in the browser when the title is missing', async () => {
    const page = shared();
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
    await page.getByText('First name is required').waitFor();
    await page.getByText('Title is required for provider roles').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('firstName');
    await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Kept');
    await page.getByLabel('Last Name').fill('');
    await page.getByText('Last name is required').waitFor();
    expect(posts).toBe(0);
  });

  it('spec 1 §8 a failed save shows what the server said, in this order, and loses nothing', async () => {
    const page = shared();
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
      await page.getByRole('alert').filter({ hasText: expected }).waitFor();
      await page.unrouteAll();
    }
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Maud');
    await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Kept');
  });

  it('shows username, email and temporary password afterwards; only Continue leads on, to /users', async () => {
    const page = shared();
    const lastName = uniqueName();
    await page.getByLabel('Last Name').fill(lastName);
    await submit(page, 'Create User');
    const dialog = page.getByRole('dialog', { name: 'User Created Successfully' });
    const userName = `m${lastName.toLowerCase()}`;
    await dialog.getByText(userName, { exact: true }).waitFor();
    // Spec 1 §9: the username at the practice's own domain.
    await dialog.getByText(`${userName}@practice.example`, { exact: true }).waitFor();
    await expect
      .poll(() => dialog.getByLabel('Temporary password', { exact: true }).innerText())
      .toHaveLength(16);
    await dialog.getByText('Important: Save this temporary password').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/users');
    await heading(page, 'User Management');
  });

  it('"No roles available" when the list is empty, and the first role when there is no Staff', async () => {
    const page = shared();
    await answer(page, '**/api/user/roles', { json: [] });
    await page.goto('/users/new');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByText('No roles available').waitFor();
    await page.unrouteAll();
    const role = { id: '33333333-3333-4333-8333-333333333333', name: 'Auditor', description: 'Looks on' };
    await answer(page, '**/api/user/roles', { json: [role] });
    await page.goto('/users/new');
    await page.getByRole('combobox', { name: 'Role' }).getByText('Auditor').waitFor();
    await page.unrouteAll();
  });

  it('spec 1 §8 "Failed to load roles"; titles that fail are an empty list (§7)', async () => {
    const page = shared();
    await answer(page, '**/api/admin/title/active', { status: 500 });
    await page.goto('/users/new');
    await choose(page, 'Role', 'ProviderPhysician');
    await page.getByRole('combobox', { name: 'Title' }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['None']);
    await answer(page, '**/api/user/roles', { status: 500 });
    await page.goto('/users/new');
    await page.getByText('Failed to load roles').waitFor();
    await page.unrouteAll();
  });
});

describe('spec 1 §2.7, §5 editing a user /users/{id}/edit', () => {
  const shared = usePage('admin');

  it('has Status; username and email are read-only with their helper texts', async () => {
    const { user } = await newUser();
    const page = shared();
    await openEdit(page, user.id);
    for (const [label, value, help] of [
      ['Username', user.userName, 'Username cannot be changed'],
      ['Email', user.email, 'To change email, please edit in user management'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => field.inputValue()).toBe(value);
      await expect.poll(() => field.isEditable()).toBe(false);
      await page.getByText(help, { exact: true }).waitFor();
    }
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Active', 'Inactive']);
    await page.getByRole('option', { name: 'Inactive' }).click();
    await submit(page);
    await page.waitForURL('**/users');
    await visit(page, `/users/${user.id}`);
    await page.getByRole('region', { name: 'Basic Information' }).getByText('Inactive').waitFor();
  });

  it('spec 1 §5 the title is cleared when the role is no provider’s any more', async () => {
    const { user } = await newUser({ role: 'ProviderPhysician', title: 'MD' });
    const page = shared();
    await openEdit(page, user.id);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Title' }).innerText())
      .toBe('MD - Doctor of Medicine');
    await choose(page, 'Role', 'MedicalAssistant');
    await page.getByText('Saving gives MedicalAssistant, takes away ProviderPhysician.').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await submit(page);
    expect((await sent).postDataJSON()).toMatchObject({ title: null, version: user.version });
    await page.waitForURL('**/users');
    await visit(page, `/users/${user.id}`);
    await heading(page, `Robin ${user.lastName}`);
  });

  it('decisions 38 a SuperAdmin edits the email; a taken one is said at its field and nothing is lost', async () => {
    const { user } = await newUser();
    const { page } = await openAs('superadmin');
    await openEdit(page, user.id);
    await page.getByLabel('First Name').fill('Changed');
    await page.getByRole('textbox', { name: 'Email' }).fill('staff@practice.example');
    await submit(page);
    await page.getByText('Another user has this email address').waitFor();
    const email = page.getByRole('textbox', { name: 'Email' });
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Changed');
    await email.fill(`${user.userName}@elsewhere.example`);
    await submit(page);
    await page.waitForURL('**/users');
  });

  it('spec 1 §7 editing oneself renews the stored profile and what the shell shows', async () => {
    const person = await readyUser({ role: 'Admin' });
    const { page } = await openAs(person);
    await openEdit(page, person.user.id);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Status' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.getByText('You cannot change your own roles').waitFor();
    await page.getByLabel('First Name').fill('Octavia');
    await submit(page);
    await page.getByRole('banner').getByText(`Octavia ${person.user.lastName}`).waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('user') ?? '');
    expect(JSON.parse(stored)).toMatchObject({ firstName: 'Octavia' });
  });

  it('decisions 8 two administrators: the second sees what the first saved, and loses nothing', async () => {
    const { user } = await newUser();
    const [first, second] = [{ page: shared() }, await openAs('superadmin')];
    await openEdit(first.page, user.id);
    await openEdit(second.page, user.id);
    await first.page.getByLabel('First Name').fill('Theirs');
    await submit(first.page);
    await first.page.waitForURL('**/users');
    await second.page.getByLabel('First Name').fill('Mine');
    await second.page.getByLabel('Employee ID').fill('E-77');
    await submit(second.page);
    await second.page.getByText('Someone else changed this record in the meantime').waitFor();
    await second.page.getByText('They saved: Theirs').waitFor();
    await second.page.getByText('You have: Mine').waitFor();
    await second.page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => second.page.getByLabel('First Name').inputValue()).toBe('Mine');
    await expect.poll(() => second.page.getByLabel('Employee ID').inputValue()).toBe('E-77');
    await submit(second.page);
    await second.page.waitForURL('**/users');
    await visit(second.page, `/users/${user.id}`);
    await heading(second.page, `Mine ${user.lastName}`);
    await second.page.getByText('E-77').waitFor();
  });

  it('spec 1 §8 "Failed to load user", "User not found"', async () => {
    const { user } = await newUser();
    const page = shared();
    await answer(page, `**/api/user/${user.id}`, { status: 500 });
    await visit(page, `/users/${user.id}/edit`);
    await page.getByText('Failed to load user').waitFor();
    await visit(page, '/users/no-such-id/edit');
    await page.getByText('User not found').waitFor();
  });

  it('decisions 37 asks before unsaved changes are lost; Cancel without changes just goes', async () => {
    const { user } = await newUser();
    const page = shared();
    await openEdit(page, user.id);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/users');
    await page.goBack();
    await page.getByLabel('First Name').fill('Unsaved');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Unsaved');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Patients');
  });

  it('a double click on Save sends one change, and the button is busy meanwhile', async () => {
    const { user } = await newUser();
    const page = shared();
    await openEdit(page, user.id);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    const { release } = await hold(page, `**/api/user/${user.id}`);
    await page.getByLabel('First Name').fill('Once');
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await page.locator('button[type=submit]:disabled').waitFor();
    await release();
    await page.waitForURL('**/users');
    expect(sent).toBe(1);
  });
});
