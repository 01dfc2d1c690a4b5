import { ipWhitelistAdd, type Office } from '@portal/contract/offices';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, type Api } from '../support/api.ts';
import { heading, visit } from '../support/page.ts';
import { newOffice, readyUser } from '../support/records.ts';
import { answer, type Answer } from '../support/requests.ts';
import { columnHeaders, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const US_TIME = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/;

/** Description, expiry, creation and status of an entry. */
async function cellsOf(page: Page, address: string): Promise<string[]> {
  return (await row(page, 'IP Whitelist', address).getByRole('cell').allInnerTexts()).slice(0, 4);
}

async function openWhitelist(page: Page, office: Office): Promise<void> {
  await visit(page, `/offices/${office.id}/ip-whitelist`);
  await expect(heading(page, `IP Whitelist - ${office.name}`)).toBeVisible();
}

async function openAdd(page: Page) {
  await press(page, 'Add IP Address');
  const dialog = page.getByRole('dialog', { name: 'Add IP Address' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** An entry of the list, with a description. */
async function addEntry(api: Api, office: Office, ipAddress: string, expiresAt?: string): Promise<void> {
  const body = { ipAddress, description: 'Front desk', expiresAt };
  await api.succeed(ipWhitelistAdd, { params: { id: office.id }, body }, await api.superToken());
}

test.describe('IP whitelist /offices/{id}/ip-whitelist', () => {
  test.use({ account: 'superadmin' });
  let office: Office;
  test.beforeEach(async ({ api }) => {
    office = await newOffice(api);
  });

  test('has the title with the office name, Back, and lists address, description, expiry and creation', async ({
    page,
  }) => {
    await openWhitelist(page, office);
    await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/offices');
    await expect(columnHeaders(page, 'IP Whitelist')).toHaveText([
      'IP Address',
      'Description',
      'Expires',
      'Added',
      'Status',
      'Actions',
    ]);
  });

  test('requires the address: the Add button is disabled while it is empty; the helper says what is wanted', async ({
    page,
  }) => {
    await openWhitelist(page, office);
    const dialog = await openAdd(page);
    await expect(dialog.getByText('Enter a valid IPv4 address', { exact: true })).toBeVisible();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await expect(add).toBeDisabled();
    await dialog.getByLabel('IP Address').fill('300.1.1.1');
    await expect(add).toBeEnabled();
    await add.click();
    await expect(dialog.getByText(/^Enter a valid IPv4 or IPv6 address/)).toBeVisible();
    await dialog.getByLabel('IP Address').fill('192.0.2.10');
    await dialog.getByLabel('Description').fill('Front desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('01/01/2020 10:00');
    await add.click();
    await expect(dialog.getByText('The expiry may not be before now')).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue('Front desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('');
    await add.click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => cellsOf(page, '192.0.2.10'))
      .toEqual(['Front desk', 'Never', expect.stringMatching(US_TIME), 'No Expiry']);
  });

  test('shows Active until the expiry has passed and Expired from then on', async ({ openAs, api }) => {
    // A session of its own: it ends an hour later.
    const { page } = await openAs({ userName: 'superadmin', password: DEMO_PASSWORD });
    await addEntry(api, office, '192.0.2.11', new Date(Date.now() + 3_600_000).toISOString());
    await page.clock.install();
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await expect(row(page, 'IP Whitelist', '192.0.2.11').getByText('Active', { exact: true })).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 3_700_000);
    await page.clock.fastForward('00:16');
    await expect(row(page, 'IP Whitelist', '192.0.2.11').getByText('Expired', { exact: true })).toBeVisible();
  });

  test('locks the address on edit, and changes description and expiry', async ({ page, api }) => {
    await addEntry(api, office, '192.0.2.10');
    await openWhitelist(page, office);
    await press(page, 'Edit 192.0.2.10');
    const dialog = page.getByRole('dialog', { name: 'Edit IP Address' });
    const address = dialog.getByLabel('IP Address');
    await expect(address).toHaveValue('192.0.2.10');
    await expect(address).toBeDisabled();
    await dialog.getByLabel('Description').fill('Back desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('12/31/2099 18:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => cellsOf(page, '192.0.2.10'))
      .toEqual(['Back desk', '12/31/2099 18:30', expect.stringMatching(US_TIME), 'Active']);
  });

  test('takes networks and IPv6; an address that is there already is refused at its field', async ({
    page,
    api,
  }) => {
    await addEntry(api, office, '192.0.2.10');
    await openWhitelist(page, office);
    for (const text of ['198.51.100.0/24', '2001:db8::7']) {
      const dialog = await openAdd(page);
      await dialog.getByLabel('IP Address').fill(text);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(row(page, 'IP Whitelist', text)).toBeVisible();
      await expect(dialog).toBeHidden();
    }
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('192.0.2.10');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('This address is already on the list')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  test('a failed save is told in the words of the server, whatever their shape', async ({ page }) => {
    await openWhitelist(page, office);
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('192.0.2.12');
    const failures: [Answer, string][] = [
      [{ json: { message: 'The list is full.' } }, 'The list is full.'],
      [{ json: { errors: ['No room', 'Try later'] } }, 'No room, Try later'],
      [{ json: { errors: { quota: ['is used up'], region: ['is closed'] } } }, 'is used up, is closed'],
      [{ body: 'Gateway says no' }, 'Gateway says no'],
      [{}, 'Failed to save IP whitelist entry'],
    ];
    for (const [failure, expected] of failures) {
      await answer(page, '**/api/office/*/ip-whitelist', { method: 'POST', status: 422, ...failure });
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByRole('alert').filter({ hasText: expected })).toBeVisible();
      await page.unrouteAll();
    }
    await expect(dialog.getByLabel('IP Address')).toHaveValue('192.0.2.12');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  test('deletes after asking; "Failed to delete IP whitelist entry" when the server said nothing', async ({
    page,
    api,
  }) => {
    await addEntry(api, office, '192.0.2.10');
    await openWhitelist(page, office);
    await answer(page, '**/api/office/*/ip-whitelist/*', { method: 'DELETE', status: 500 });
    await press(page, 'Delete 192.0.2.10');
    const dialog = page.getByRole('alertdialog', { name: 'Delete IP address?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('Failed to delete IP whitelist entry')).toBeVisible();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'IP Whitelist', '192.0.2.10')).toBeHidden();
  });

  test('"Failed to load office data"', async ({ page }) => {
    await answer(page, `**/api/office/${office.id}`, { status: 500 });
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await expect(page.getByText('Failed to load office data')).toBeVisible();
    await page.unrouteAll();
  });
});

test.describe('a list that would lock the editor out', () => {
  test('asks first; No changes nothing, Yes saves and locks the editor out', async ({ openAs, api }) => {
    const office = await newOffice(api);
    const editor = await readyUser(api, { role: 'Admin', officeId: office.id });
    const { page } = await openAs(editor);
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('203.0.113.5');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Lock yourself out?' });
    await expect(
      question.getByText('This list does not contain your own address (127.0.0.1).'),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      dialog.getByText('Nothing was changed: your own address would have been locked out.'),
    ).toBeVisible();
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
