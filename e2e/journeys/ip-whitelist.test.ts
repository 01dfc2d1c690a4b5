import { ipWhitelistAdd, type Office } from '@portal/contract/offices';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, readyUser, superToken } from '../run/records.ts';
import { answer, type Answer } from '../run/requests.ts';
import { columns, row } from '../run/table.ts';

useBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const US_TIME = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/;

/** Description, expiry, creation and status of an entry. */
async function cellsOf(page: Page, address: string): Promise<string[]> {
  return (await row(page, 'IP Whitelist', address).getByRole('cell').allInnerTexts()).slice(0, 4);
}

async function openWhitelist(page: Page, office: Office): Promise<void> {
  await visit(page, `/offices/${office.id}/ip-whitelist`);
  await heading(page, `IP Whitelist - ${office.name}`);
}

async function openAdd(page: Page) {
  await press(page, 'Add IP Address');
  const dialog = page.getByRole('dialog', { name: 'Add IP Address' });
  await dialog.waitFor();
  return dialog;
}

describe('spec 1 §2.14 IP whitelist /offices/{id}/ip-whitelist', () => {
  const shared = usePage('superadmin');
  let office: Office;
  beforeAll(async () => {
    office = await newOffice();
  });

  it('has the title with the office name, Back, and lists address, description, expiry and creation', async () => {
    const page = shared();
    await openWhitelist(page, office);
    await expect.poll(() => page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/offices');
    await expect
      .poll(() => columns(page, 'IP Whitelist'))
      .toEqual(['IP Address', 'Description', 'Expires', 'Added', 'Status', 'Actions']);
  });

  it('requires the address: the Add button is disabled while it is empty; the helper says what is wanted', async () => {
    const page = shared();
    const dialog = await openAdd(page);
    await dialog.getByText('Enter a valid IPv4 address', { exact: true }).waitFor();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await expect.poll(() => add.isDisabled()).toBe(true);
    await dialog.getByLabel('IP Address').fill('300.1.1.1');
    await expect.poll(() => add.isDisabled()).toBe(false);
    await add.click();
    await dialog.getByText(/^Enter a valid IPv4 or IPv6 address/).waitFor();
    await dialog.getByLabel('IP Address').fill('192.0.2.10');
    await dialog.getByLabel('Description').fill('Front desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('01/01/2020 10:00');
    await add.click();
    await dialog.getByText('The expiry may not be before now').waitFor();
    await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('Front desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('');
    await add.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => cellsOf(page, '192.0.2.10'))
      .toEqual(['Front desk', 'Never', expect.stringMatching(US_TIME), 'No Expiry']);
  });

  it('shows Active until the expiry has passed and Expired from then on', async () => {
    // Not the page of the other tests: an hour later its session would end.
    const { page } = await openAs('superadmin');
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { ipAddress: '192.0.2.11', expiresAt };
    await client().succeed(ipWhitelistAdd, { params: { id: office.id }, body }, await superToken());
    await page.clock.install();
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await row(page, 'IP Whitelist', '192.0.2.11').getByText('Active', { exact: true }).waitFor();
    await page.clock.setSystemTime(Date.now() + 3_700_000);
    await page.clock.fastForward('00:16');
    await row(page, 'IP Whitelist', '192.0.2.11').getByText('Expired', { exact: true }).waitFor();
  });

  it('locks the address on edit, and changes description and expiry', async () => {
    const page = shared();
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await press(page, 'Edit 192.0.2.10');
    const dialog = page.getByRole('dialog', { name: 'Edit IP Address' });
    const address = dialog.getByLabel('IP Address');
    await expect.poll(() => address.inputValue()).toBe('192.0.2.10');
    await expect.poll(() => address.isDisabled()).toBe(true);
    await dialog.getByLabel('Description').fill('Back desk');
    await dialog.getByLabel('Expires', { exact: true }).fill('12/31/2099 18:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => cellsOf(page, '192.0.2.10'))
      .toEqual(['Back desk', '12/31/2099 18:30', expect.stringMatching(US_TIME), 'Active']);
  });

  it('decisions 46 takes networks and IPv6; an address that is there already is refused at its field', async () => {
    const page = shared();
    for (const text of ['198.51.100.0/24', '2001:db8::7']) {
      const dialog = await openAdd(page);
      await dialog.getByLabel('IP Address').fill(text);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await row(page, 'IP Whitelist', text).waitFor();
      await dialog.waitFor({ state: 'hidden' });
    }
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('192.0.2.10');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('This address is already on the list').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('spec 1 §8 a failed save is told in the words of the server, whatever their shape', async () => {
    const page = shared();
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
      await dialog.getByRole('alert').filter({ hasText: expected }).waitFor();
      await page.unrouteAll();
    }
    await expect.poll(() => dialog.getByLabel('IP Address').inputValue()).toBe('192.0.2.12');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('deletes after asking; "Failed to delete IP whitelist entry" when the server said nothing', async () => {
    const page = shared();
    await answer(page, '**/api/office/*/ip-whitelist/*', { method: 'DELETE', status: 500 });
    await press(page, 'Delete 192.0.2.10');
    const dialog = page.getByRole('alertdialog', { name: 'Delete IP address?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Failed to delete IP whitelist entry').waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(page, 'IP Whitelist', '192.0.2.10').waitFor({ state: 'detached' });
  });

  it('spec 1 §8 "Failed to load office data"', async () => {
    const page = shared();
    await answer(page, `**/api/office/${office.id}`, { status: 500 });
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await page.getByText('Failed to load office data').waitFor();
    await page.unrouteAll();
  });
});

describe('decisions 46 a list that would lock the editor out', () => {
  it('asks first; No changes nothing, Yes saves and locks the editor out', async () => {
    const office = await newOffice();
    const editor = await readyUser({ role: 'Admin', officeId: office.id });
    const { page } = await openAs(editor);
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    const dialog = await openAdd(page);
    await dialog.getByLabel('IP Address').fill('203.0.113.5');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Lock yourself out?' });
    await question.getByText('This list does not contain your own address (127.0.0.1).').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Nothing was changed: your own address would have been locked out.').waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Your office does not allow access from this network address.').waitFor();
    const signIn = { body: { username: editor.userName, password: editor.password } };
    expect(await client().send('POST', '/auth/login', signIn)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
  });
});
