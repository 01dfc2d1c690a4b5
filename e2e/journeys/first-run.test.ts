import { readFile, writeFile } from 'node:fs/promises';
import { templateList } from '@portal/contract/templates';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { setUpPortal } from '../support/portal-process.ts';
import { OWN_PASSWORD, uniqueName } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { row } from '../support/table.ts';
import { button, dialog, newTemplate } from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';

const ANSWERS = Object.entries({
  practice: 'Harbor Pain',
  'time-zone': 'America/Chicago',
  office: 'Main Street',
  'office-address': '1 Main Street',
  'office-city': 'Chicago',
  'office-state': 'IL',
  'office-zip': '60601',
  'office-phone': '3125550142',
  'first-name': 'Ada',
  'last-name': 'Lovelace',
}).flatMap(([flag, answer]) => [`--${flag}`, answer]);

const checklist = (page: Page) => page.getByRole('region', { name: 'Set up your practice' });

test('after init, the first SuperAdmin signs in, follows the checklist and sees the progress', async ({
  openPage,
}) => {
  test.setTimeout(180_000);
  const portal = await setUpPortal([...ANSWERS, '--starter']);
  const { page, context } = await openPage();
  try {
    await page.goto(`${portal.url}/login`);
    await signInOn(page, portal);
    await page.waitForURL('**/change-password');
    await page.locator('input[name=currentPassword]').fill(portal.password);
    await page.locator('input[name=newPassword]').fill(OWN_PASSWORD);
    await page.locator('input[name=repeatedPassword]').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(heading(page, 'Welcome, Ada Lovelace')).toBeVisible();
    await expect(checklist(page).getByText('2 of 10 done')).toBeVisible();
    const steps = checklist(page).getByRole('listitem');
    await expect(steps.filter({ hasText: '(done)' })).toHaveText([/^Add an office/, /^Add a template/]);

    await checklist(page).getByRole('link', { name: 'Add users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
    await page.getByRole('link', { name: 'Add User' }).click();
    await page.getByLabel('First Name').fill('Noor');
    await page.getByLabel('Last Name').fill('Adams');
    await page.getByRole('button', { name: 'Create User' }).click();
    const created = page.getByRole('dialog', { name: 'User Created Successfully' });
    await expect(created).toBeVisible();
    await visit(page, '/');
    await expect(checklist(page).getByText('3 of 10 done')).toBeVisible();

    await checklist(page).getByRole('link', { name: 'Add a template' }).click();
    await expect(page.getByText('Lumbar Transforaminal Epidural', { exact: true })).toBeVisible();
    await visit(page, '/');
    await checklist(page).getByRole('button', { name: 'Hide for now' }).click();
    await expect(checklist(page)).toHaveCount(0);
    await visit(page, '/offices');
    await expect(heading(page, 'Office Management')).toBeVisible();
    await visit(page, '/');
    await expect(heading(page, 'Welcome, Ada Lovelace')).toBeVisible();
    await expect(checklist(page)).toHaveCount(0);
  } finally {
    // A page without its portal reports errors.
    await context.close();
    await portal.stop();
  }
});

test.describe('templates as a file', () => {
  test.use({ account: 'superadmin' });

  test('are exported, checked and imported under another name; a wrong file is refused', async ({
    page,
    api,
  }, testInfo) => {
    const template = await newTemplate(api);
    await page.goto('/admin/templates');
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    const path = await (await download).path();
    const exported: { templates: { name: string }[] } = JSON.parse(await readFile(path, 'utf8'));
    const [original] = exported.templates.filter(({ name }) => name === template.name);
    const name = `Copied ${uniqueName()}`;
    const file = testInfo.outputPath('templates.json');
    await writeFile(file, JSON.stringify({ ...exported, templates: [{ ...original, name }] }));

    await button(page, 'Import…').click();
    const open = dialog(page, 'Import templates');
    const choose = (input: string | { name: string; mimeType: string; buffer: Buffer }) =>
      open.getByLabel('Templates file').setInputFiles(input);
    await choose({ name: 'empty.json', mimeType: 'application/json', buffer: Buffer.alloc(0) });
    await expect(open.getByText('The file is empty.')).toBeVisible();
    await choose({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from([37, 80, 68, 70, 0, 255]),
    });
    await expect(open.getByText('This is not a file of templates.')).toBeVisible();
    await expect(open.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();

    await choose(file);
    await expect(open.getByText('Result of the import: 1 template added. Nothing is deleted.')).toBeVisible();
    expect(await api.succeed(templateList, { query: {} }, await api.superToken())).not.toContainEqual(
      expect.objectContaining({ name }),
    );
    await open.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(open.getByText('Imported: 1 template added.')).toBeVisible();
    await open.getByRole('button', { name: 'Close' }).click();
    await expect(open).toBeHidden();
    await expect(row(page, 'Templates: Uncategorized', name)).toBeVisible();
  });
});
