import { ipWhitelistAdd, type Office } from '@portal/contract/offices';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newOffice, readyUser } from '../support/records.ts';
import { row, search } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const US_TIME = /^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M$/;

/** Description, expiration, creation, status and actions of an entry. */
const cellsOf = (page: Page, address: string) => row(page, 'IP Whitelist', address).getByRole('cell');

async function openAdd(page: Page) {
  await press(page, 'Add IP Address');
  const dialog = page.getByRole('dialog', { name: 'Add IP Address' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe('IP whitelist /offices/{id}/ip-whitelist', () => {
  test.use({ account: 'superadmin' });
  let office: Office;
  test.beforeEach(async ({ api }) => {
    office = await newOffice(api);
  });

  test('accepts addresses, networks and IPv6; shows field errors for invalid and duplicate ones', async ({
    page,
  }) => {
    await page.goto('/offices');
    await search(page, 'Search offices', office.name);
    await row(page, 'Offices', office.name)
      .getByRole('link', { name: /^Manage IP whitelist / })
      .click();
    await expect(heading(page, `IP Whitelist - ${office.name}`)).toBeVisible();
    let dialog = await openAdd(page);
    const add = async (address: string) => {
      await dialog.getByLabel('IP Address').fill(address);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await dialog.getByLabel('Description').fill('Front desk');
    await add('300.1.1.1');
    await expect(dialog.getByText(/^Enter a valid IPv4 or IPv6 address/)).toBeVisible();
    await add('192.0.2.10');
    await expect(dialog).toBeHidden();
    await expect(cellsOf(page, '192.0.2.10')).toHaveText(['Front desk', 'Never', US_TIME, 'No Expiry', '']);
    for (const address of ['198.51.100.0/24', '2001:db8::7']) {
      dialog = await openAdd(page);
      await add(address);
      await expect(row(page, 'IP Whitelist', address)).toBeVisible();
      await expect(dialog).toBeHidden();
    }
    dialog = await openAdd(page);
    await add('192.0.2.10');
    await expect(dialog.getByText('This address is already on the list')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  test('edits description and expiration but never the address, and deletes after confirmation', async ({
    page,
    api,
  }) => {
    const body = { ipAddress: '192.0.2.10', description: 'Front desk' };
    await api.succeed(ipWhitelistAdd, { params: { id: office.id }, body }, await api.superToken());
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await press(page, 'Edit 192.0.2.10');
    const dialog = page.getByRole('dialog', { name: 'Edit IP Address' });
    const address = dialog.getByLabel('IP Address');
    await expect(address).toHaveValue('192.0.2.10');
    await expect(address).toBeDisabled();
    await dialog.getByLabel('Description').fill('Back desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('12/31/2099 6:30 PM');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(cellsOf(page, '192.0.2.10')).toHaveText([
      'Back desk',
      '12/31/2099 6:30 PM',
      US_TIME,
      'Active',
      '',
    ]);
    await press(page, 'Delete 192.0.2.10');
    const question = page.getByRole('alertdialog', { name: 'Delete IP address?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Users of this office can sign in from anywhere.')).toBeVisible();
  });
});

test.describe('a list that would lock out the user', () => {
  test('asks for confirmation; declining changes nothing, confirming saves and locks out the user', async ({
    openAs,
    api,
  }) => {
    const office = await newOffice(api);
    const editor = await readyUser(api, { role: 'Admin', officeId: office.id });
    const { page } = await openAs(editor);
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('203.0.113.5');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Lock yourself out?' });
    await expect(
      question.getByText('This list does not include your own IP address (127.0.0.1).'),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByText('Nothing was changed because it would have locked you out.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL('**/login');
    await expect(
      page.getByText('Your office does not allow access from this network address.'),
    ).toBeVisible();
    const signIn = { body: { username: editor.userName, password: editor.password } };
    expect(await api.send('POST', '/auth/login', signIn)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
  });
});
