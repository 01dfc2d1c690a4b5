import { ipWhitelistList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, PATIENCE, useBrowser, usePage } from '../run/page.ts';
import { newOffice, readyUser, superToken, uniqueName } from '../run/records.ts';
import { choosePageSize, columns, columnTexts, range, row, search } from '../run/table.ts';

useBrowser();
const LIST = 'Offices';

describe('office list', () => {
  const current = usePage('superadmin');
  let restricted = '';
  beforeAll(async () => {
    restricted = (await newOffice({ name: `Zz ${uniqueName()}`, superAdminOnly: true })).name;
  });

  it('spec 1 §2.12 title, Add Office and the columns in their order', async () => {
    const page = current();
    await page.goto('/offices');
    await heading(page, 'Office Management');
    expect(await columns(page, LIST)).toEqual([
      'Office Name',
      'Address',
      'City',
      'State',
      'Phone / Fax',
      'Users',
      'IP Whitelist',
      'Status',
      'Actions',
    ]);
    const cells = await row(page, LIST, 'Harborview Annapolis').getByRole('cell').allInnerTexts();
    expect(cells.join('|')).toContain('MD 21401-2417');
    expect(cells.join('|')).toContain('(410) 555-0177 ext. 212');
    await page.getByRole('link', { name: 'Add Office' }).click();
    await page.waitForURL('**/offices/new');
  });

  it('spec 1 §2.12 an office for SuperAdmins only shows its badge, and only to them', async () => {
    const page = current();
    await page.goto('/offices');
    await row(page, LIST, restricted).getByText('SuperAdmin Only').waitFor();
    const { page: adminPage } = await openAs('admin');
    await adminPage.goto('/offices');
    await row(adminPage, LIST, 'Harborview Annapolis').waitFor();
    expect(await row(adminPage, LIST, restricted).count()).toBe(0);
  });

  it('spec 1 §2.12 search by name, address, city, state or zip; empty states; Clear Filters', async () => {
    const page = current();
    await page.goto('/offices');
    for (const text of ['Annapolis', '77 West', '21401-2417']) {
      await search(page, 'Search offices', text);
      await row(page, LIST, 'Harborview Annapolis').waitFor();
      await expect.poll(() => row(page, LIST, 'Chesapeake').count(), PATIENCE).toBe(0);
    }
    await search(page, 'Search offices', 'nowhere at all');
    await page.getByText('No offices found matching your search criteria').waitFor();
    await page.reload();
    await page.getByText('No offices found matching your search criteria').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await row(page, LIST, 'Chesapeake').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('spec 1 §2.12 sorting and paging happen in the browser; size 20 of 10, 20, 50', async () => {
    const page = current();
    await page.goto('/offices');
    const table = page.getByRole('table', { name: LIST, exact: true });
    await row(page, LIST, 'Chesapeake').waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/office')) calls.push(request.url());
    });
    const order = async () => {
      const texts = await columnTexts(page, LIST, 'City');
      return [
        texts.join() === texts.toSorted((a, b) => a.localeCompare(b)).join() ? 'ascending' : '',
        texts.join() === texts.toSorted((a, b) => b.localeCompare(a)).join() ? 'descending' : '',
      ].join('');
    };
    await table.getByRole('button', { name: 'City' }).click();
    await expect.poll(order, PATIENCE).toBe('ascending');
    await table.getByRole('button', { name: 'City' }).click();
    await expect.poll(order, PATIENCE).toBe('descending');
    expect(calls).toEqual([]);
    await choosePageSize(page, LIST, 10);
    await page.waitForURL(/pageSize=10/);
    await range(page, LIST).waitFor();
  });

  it('spec 1 §4 an office with users is not deleted; one without is, after a question', async () => {
    const page = current();
    const { name } = await newOffice();
    await page.goto('/offices');
    await row(page, LIST, 'Harborview Annapolis').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByText('This office cannot be deleted').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await search(page, 'Search offices', name);
    await row(page, LIST, name).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No offices found matching your search criteria').waitFor();
  });
});

describe('office form', () => {
  const current = usePage('superadmin');

  it('spec 1 §2.13, §5 formats numbers while typing, refuses on the fields, keeps what was typed, saves to /offices', async () => {
    const page = current();
    const name = `Office ${uniqueName()}`;
    await page.goto('/offices/new');
    await page.getByLabel('Name').first().fill(name);
    await page.getByLabel('Phone').fill('15551234567x89');
    expect(await page.getByLabel('Phone').inputValue()).toBe('1 (555) 123-4567 ext. 89');
    await page.getByLabel('State').fill('maryland');
    expect(await page.getByLabel('State').inputValue()).toBe('MA');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Address is required').waitFor();
    expect(await page.getByLabel('Name').first().inputValue()).toBe(name);
    await page.getByLabel('Address').fill('1 Pier Road');
    await page.getByLabel('City').fill('Boston');
    await page.getByLabel('ZIP').fill('02110');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/office'),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const body: unknown = (await sent).postDataJSON();
    expect(body).toMatchObject({ name, phone: '1555123456789', state: 'MA', zipCode: '02110' });
    await page.waitForURL('**/offices');
    await search(page, 'Search offices', name);
    await row(page, LIST, name).getByText('1 (555) 123-4567 ext. 89').waitFor();
  });

  it('spec 1 §2.13 Back and Cancel return to /offices; decisions 37 asks before typed changes are lost', async () => {
    const page = current();
    await page.goto('/offices/new');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/offices');
    await page.goto('/offices/new');
    await page.getByLabel('City').fill('Half typed');
    await page
      .getByRole('link', { name: 'Cancel' })
      .or(page.getByRole('button', { name: 'Cancel' }))
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Leave without saving?').waitFor();
    await question.getByRole('button', { name: /stay/i }).click();
    expect(await page.getByLabel('City').inputValue()).toBe('Half typed');
    await page
      .getByRole('link', { name: 'Cancel' })
      .or(page.getByRole('button', { name: 'Cancel' }))
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: /leave/i }).click();
    await page.waitForURL('**/offices');
  });

  it('decisions 8 a stale save shows what the other changed and loses nothing', async () => {
    const page = current();
    const office = await newOffice();
    await page.goto(`/offices/${office.id}/edit`);
    await page.getByLabel('City').fill('Mine');
    const other = { ...office, city: 'Theirs', fax: null };
    const { id: _id, userCount: _count, ipWhitelists: _list, ...body } = other;
    const changed = await client().send('PUT', `/office/${office.id}`, { token: await superToken(), body });
    expect(changed.status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Theirs').first().waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: /keep mine/i }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/offices');
    await search(page, 'Search offices', office.name);
    await row(page, LIST, office.name).getByText('Mine').waitFor();
  });
});

describe('IP whitelist', () => {
  const current = usePage('superadmin');
  let office = { id: '', name: '' };
  beforeAll(async () => {
    office = await newOffice();
  });

  it('spec 1 §2.14 title, columns, Add disabled while the address is empty, status of each entry', async () => {
    const page = current();
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await heading(page, `IP Whitelist - ${office.name}`);
    await page.getByRole('button', { name: 'Add IP Address' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Enter a valid IPv4 address').waitFor();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('IP Address').fill('300.1.1.1');
    await add.click();
    await dialog
      .getByText('Enter a valid IPv4 or IPv6 address, or a network such as 192.168.1.0/24')
      .waitFor();
    await dialog.getByLabel('IP Address').fill('10.20.30.40');
    await add.click();
    await page.getByText('10.20.30.40 was added').first().waitFor();
    const entries = page.getByRole('table').first();
    await entries.getByText('No Expiry').waitFor();
    const [entry] = await client().succeed(
      ipWhitelistList,
      { params: { id: office.id } },
      await superToken(),
    );
    expect(entry).toMatchObject({ ipAddress: '10.20.30.40', expiresAt: null });
  });

  it('spec 1 §2.14 on edit the address is locked', async () => {
    const page = current();
    await page.goto(`/offices/${office.id}/ip-whitelist`);
    await page
      .getByRole('row')
      .filter({ hasText: '10.20.30.40' })
      .getByRole('button', { name: 'Edit' })
      .click();
    const address = page.getByRole('dialog').getByLabel('IP Address');
    expect((await address.isDisabled()) || (await address.getAttribute('readonly')) !== null).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('decisions 46 a list that locks the editor out is saved only after they confirm', async () => {
    const own = await newOffice();
    const editor = await readyUser({ role: 'Admin', officeId: own.id });
    const { page } = await openAs(editor);
    await page.goto(`/offices/${own.id}/ip-whitelist`);
    await page.getByRole('button', { name: 'Add IP Address' }).first().click();
    await page.getByRole('dialog').getByLabel('IP Address').fill('203.0.113.9');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/does not contain your own address \(127\.0\.0\.1\)/).waitFor();
    const saved = await client().succeed(ipWhitelistList, { params: { id: own.id } }, await superToken());
    expect(saved).toEqual([]);
  });
  afterAll(async () => {
    const token = await superToken();
    for (const entry of await client().succeed(ipWhitelistList, { params: { id: office.id } }, token)) {
      await client().send('DELETE', `/office/${office.id}/ip-whitelist/${entry.id}`, { token });
    }
  });
});
