import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newUser, readyUser, uniqueName } from '../support/records.ts';
import { hold } from '../support/requests.ts';
import { row, search } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const submit = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();

/** Selects an option in the form; options also show a description. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').filter({ hasText: option }).first().click();
}

async function openEdit(page: Page, id: string): Promise<void> {
  await visit(page, `/users/${id}/edit`);
  await expect(heading(page, 'Edit User')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeVisible();
}

test.describe('creating a user /users/new', () => {
  test.use({ account: 'admin' });

  test('reports missing fields, then shows the password once; only Continue leads back to /users', async ({
    page,
  }) => {
    const lastName = uniqueName();
    await page.goto('/users/new');
    await page.getByRole('combobox', { name: 'Role' }).click();
    // Each with its description.
    await expect(page.getByRole('option')).toHaveText([
      /^Admin\S.{9}/,
      /^Physician\S.{9}/,
      /^Mid-Level Provider\S.{9}/,
      /^Medical Assistant\S.{9}/,
      /^Staff\S.{9}/,
    ]);
    await page.getByRole('option').filter({ hasText: 'Physician who sees' }).click();
    await page.getByLabel('Last Name').fill(lastName);
    await submit(page, 'Create User');
    await expect(page.getByText('First name is required')).toBeVisible();
    await expect(page.getByText('Title is required for provider roles')).toBeVisible();
    await expect(page.getByLabel('First Name')).toBeFocused();
    await page.keyboard.type('Maud');
    await choose(page, 'Title', 'MD - Doctor of Medicine');
    await submit(page, 'Create User');
    const dialog = page.getByRole('dialog', { name: 'User Created Successfully' });
    const userName = `m${lastName.toLowerCase()}`;
    await expect(dialog.getByText(userName, { exact: true })).toBeVisible();
    // The username at the practice's own domain.
    await expect(dialog.getByText(`${userName}@practice.example (generated, not confirmed)`)).toBeVisible();
    await expect(dialog.getByLabel('Temporary password', { exact: true })).toHaveText(/^.{16}$/);
    await expect(dialog.getByText('Important: Save this temporary password')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/users');
    await search(page, 'Search users', lastName);
    await expect(row(page, 'Users', userName).getByText(`Maud ${lastName}, MD`)).toBeVisible();
  });
});

test.describe('editing a user /users/{id}/edit', () => {
  test.use({ account: 'admin' });

  test('changes role and status with a single save, even after repeated clicks; clears the title with the role', async ({
    page,
    api,
  }) => {
    const { user } = await newUser(api, { role: 'ProviderPhysician', title: 'MD' });
    await openEdit(page, user.id);
    await expect(page.getByRole('combobox', { name: 'Title' })).toHaveText('MD - Doctor of Medicine');
    await choose(page, 'Role', 'Medical Assistant');
    await expect(page.getByText('Saving adds Medical Assistant, removes Physician.')).toBeVisible();
    await choose(page, 'Status', 'Inactive');
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON());
    });
    const { release } = await hold(page, `**/api/user/${user.id}`);
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await expect(page.locator('button[type=submit]:disabled')).toBeVisible();
    await release();
    await page.waitForURL('**/users');
    expect(sent).toMatchObject([{ title: null, version: user.version }]);
    await visit(page, `/users/${user.id}`);
    await expect(heading(page, `Robin ${user.lastName}`)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Basic Information' }).getByText('Inactive')).toBeVisible();
  });

  test('a SuperAdmin edits the email; a taken one is a field error, and leaving asks before discarding changes', async ({
    openAs,
    api,
  }) => {
    const { user } = await newUser(api);
    const { page } = await openAs('superadmin');
    await openEdit(page, user.id);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
    await page.goBack();
    await page.getByLabel('First Name').fill('Changed');
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.fill('staff@practice.example');
    await submit(page);
    await expect(page.getByText('Another user has this email address')).toBeVisible();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('First Name')).toHaveValue('Changed');
    await email.fill(`${user.userName}@elsewhere.example`);
    await submit(page);
    await expect(heading(page, 'User Management')).toBeVisible();
    await openEdit(page, user.id);
    await expect(email).toHaveValue(`${user.userName}@elsewhere.example`);
    await page.getByLabel('First Name').fill('Unsaved');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Patients', exact: true })
      .click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('users who edit themselves see the new name in the stored profile and the shell', async ({
    openAs,
    api,
  }) => {
    const person = await readyUser(api, { role: 'Admin' });
    const { page } = await openAs(person);
    await openEdit(page, person.user.id);
    await page.getByLabel('First Name').fill('Octavia');
    await submit(page);
    await expect(page.getByRole('banner').getByText(`Octavia ${person.user.lastName}`)).toBeVisible();
    const stored = await page.evaluate(() => localStorage.getItem('user') ?? '');
    expect(JSON.parse(stored)).toMatchObject({ firstName: 'Octavia' });
  });

  test('two administrators: the second sees what the first saved, and keeps their own input', async ({
    page,
    openAs,
    api,
  }) => {
    const { user } = await newUser(api);
    const [first, second] = [{ page }, await openAs('superadmin')];
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
});
