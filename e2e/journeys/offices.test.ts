import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, newUser, superToken, uniqueName } from '../run/records.ts';
import { answer, type Answer } from '../run/requests.ts';
import { choosePageSize, columnTexts, columns, range, row, search, sortBy } from '../run/table.ts';

useBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const find = (page: Page, text: string) => search(page, 'Search offices', text);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: false }).first();

async function openList(page: Page): Promise<void> {
  await page.goto('/offices');
  await heading(page, 'Office Management');
  await range(page, 'Offices').waitFor();
}

describe('spec 1 §2.12 Office Management /offices', () => {
  const shared = usePage('superadmin');
  const town = uniqueName('V');
  beforeAll(async () => {
    const names = Array.from({ length: 21 }, (_, at) => `${town} ${String(at).padStart(2, '0')}`);
    await Promise.all(names.map((name) => newOffice({ name, city: town })));
  });

  it('has title, Add Office and the columns in their order', async () => {
    const page = shared();
    await openList(page);
    await expect
      .poll(() => page.getByRole('link', { name: 'Add Office' }).getAttribute('href'))
      .toBe('/offices/new');
    await expect
      .poll(() => columns(page, 'Offices'))
      .toEqual([
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
  });

  it('shows state with ZIP, formatted phone and fax, the counts and the status; actions lead on', async () => {
    const page = shared();
    await find(page, 'Chesapeake Surgery');
    await page.getByText('1–1 of 1').first().waitFor();
    const office = row(page, 'Offices', 'Chesapeake Surgery Center');
    const texts = (await office.getByRole('cell').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(texts).toEqual([
      '5 Medical Park Way',
      'Columbia',
      'MD 21044',
      '1 (410) 555-0160 Fax (410) 555-0161',
      expect.stringMatching(/^\d+$/),
      '0',
      'Active',
      '',
    ]);
    const hrefs = await office
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([
      expect.stringMatching(/^\/offices\/[\da-f-]{36}\/edit$/),
      expect.stringMatching(/^\/offices\/[\da-f-]{36}\/ip-whitelist$/),
    ]);
    await office.getByRole('button', { name: /^Delete / }).waitFor();
  });

  it('searches by name, address, city, state or zip on Enter or the Search button; Clear Filters clears', async () => {
    const page = shared();
    let reads = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/office') reads += 1;
    });
    const box = page.getByRole('textbox', { name: 'Search offices' });
    for (const text of ['harborview annap', '77 West', 'Annapolis', '21401-2417']) {
      await box.fill(text);
      await box.press('Enter');
      await expect.poll(() => columnTexts(page, 'Offices', 'Office Name')).toContain('Harborview Annapolis');
    }
    await find(page, 'md 21224');
    await expect.poll(() => columnTexts(page, 'Offices', 'Office Name')).toContain('Harborview Spine & Pain');
    await find(page, 'nothing of that name');
    await page.getByText('No offices found matching your search criteria', { exact: true }).waitFor();
    await press(page, 'Clear Filters');
    await range(page, 'Offices').filter({ hasText: '1–20 of' }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    // Filtering happens in the browser.
    expect(reads).toBe(0);
  });

  it('sorts on name, city, state, phone, user count and whitelist count in the browser', async () => {
    const page = shared();
    for (const [header, key] of [
      ['City', 'city'],
      ['State', 'state'],
      ['Phone / Fax', 'phone'],
      ['Users', 'userCount'],
      ['IP Whitelist', 'ipWhitelistCount'],
      ['Office Name', 'name'],
    ] as const) {
      const head = page.getByRole('columnheader', { name: header, exact: true });
      await sortBy(head, 'ascending');
      await sortBy(head, 'descending');
      expect(new URL(page.url()).searchParams.get('orderBy') ?? 'name').toBe(key);
    }
    const heads = page.getByRole('table', { name: 'Offices' }).getByRole('columnheader');
    await expect.poll(() => heads.getByRole('button').count()).toBe(6);
    await find(page, town);
    const names = () => columnTexts(page, 'Offices', 'Office Name');
    await expect.poll(async () => (await names())[0]).toBe(`${town} 20`);
  });

  it('spec 1 §2.12, §9 shows 20 rows, offers 10, 20 and 50; the address keeps where one is', async () => {
    const page = shared();
    await openList(page);
    await find(page, town);
    await range(page, 'Offices').filter({ hasText: '1–20 of 21' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages of Offices' }).getByRole('combobox').click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await press(page, 'Go to next page');
    await range(page, 'Offices').filter({ hasText: '21–21 of 21' }).waitFor();
    await page.reload();
    await range(page, 'Offices').filter({ hasText: '21–21 of 21' }).waitFor();
    await expect.poll(() => columnTexts(page, 'Offices', 'Office Name')).toEqual([`${town} 20`]);
    await choosePageSize(page, 'Offices', 10);
    await range(page, 'Offices').filter({ hasText: '1–10 of 21' }).waitFor();
    await page.goBack();
    await range(page, 'Offices').filter({ hasText: '21–21 of 21' }).waitFor();
  });

  it('"No offices found" when there are none, "Failed to fetch offices" when the server said nothing', async () => {
    const page = shared();
    await answer(page, '**/api/office', { json: [] });
    await page.goto('/offices');
    await page.getByText('No offices found', { exact: true }).waitFor();
    await answer(page, '**/api/office', { status: 500 });
    await page.goto('/offices');
    await page.getByText('Failed to fetch offices').waitFor();
    await page.unrouteAll();
  });

  it('deletes after asking; one with users cannot be deleted (spec 1 §4), and the server says so too', async () => {
    const page = shared();
    const [gone, used] = [await newOffice(), await newOffice()];
    await newUser({ officeId: used.id });
    await openList(page);
    await find(page, gone.name);
    await row(page, 'Offices', gone.name)
      .getByRole('button', { name: `Delete ${gone.name}` })
      .click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete office?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(page, 'Offices', gone.name)
      .getByRole('button', { name: `Delete ${gone.name}` })
      .click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No offices found matching your search criteria').waitFor();
    await find(page, used.name);
    await row(page, 'Offices', used.name)
      .getByRole('button', { name: `Delete ${used.name}` })
      .click();
    await page
      .getByRole('alertdialog', { name: 'This office cannot be deleted' })
      .getByText(`1 user belongs to ${used.name}.`)
      .waitFor();
    const attack = await client().send('DELETE', `/office/${used.id}`, { token: await superToken() });
    expect(attack).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await press(page, 'Edit office');
    await heading(page, 'Edit Office');
  });

  it('badges an office of SuperAdmins, which nobody else sees (decisions 44)', async () => {
    const page = shared();
    const office = await newOffice({ superAdminOnly: true });
    await openList(page);
    await find(page, office.name);
    await row(page, 'Offices', office.name).getByText('SuperAdmin Only', { exact: true }).waitFor();
    const { token } = await client().signIn('admin');
    expect((await client().send('GET', `/office/${office.id}`, { token })).status).toBe(404);
    const { page: other } = await openAs('admin');
    await openList(other);
    await find(other, office.name);
    await other.getByText('No offices found matching your search criteria').waitFor();
  });
});

describe('spec 1 §2.13, §5 the office form', () => {
  const shared = usePage('superadmin');
  const name = `Office ${uniqueName()}`;

  it('requires name, address, city, state, zip and phone; Back and Cancel return to /offices', async () => {
    const page = shared();
    await page.goto('/offices/new');
    await heading(page, 'Add Office');
    for (const link of ['Back', 'Cancel'])
      await expect.poll(() => page.getByRole('link', { name: link }).getAttribute('href')).toBe('/offices');
    await press(page, 'Save');
    for (const label of ['Name', 'Address', 'City', 'State', 'ZIP code', 'Phone'])
      await page.getByText(`${label} is required`, { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Fax is required').count()).toBe(0);
  });

  it('limits state to 2 characters and phone to 30, and formats phone and fax', async () => {
    const page = shared();
    await field(page, 'State').pressSequentially('mdx');
    await expect.poll(() => field(page, 'State').inputValue()).toBe('MD');
    const phone = field(page, 'Phone');
    await expect.poll(() => phone.getAttribute('maxlength')).toBe('30');
    for (const [typed, shown] of [
      ['5551234567', '(555) 123-4567'],
      ['55512345678888', '(555) 123-4567'],
      ['15551234567999', '1 (555) 123-4567'],
      ['5551234567ext89', '(555) 123-4567 ext. 89'],
    ] as const) {
      await phone.fill('');
      await phone.pressSequentially(typed);
      await expect.poll(() => phone.inputValue()).toBe(shown);
    }
    await field(page, 'Fax').pressSequentially('4105550123');
    await expect.poll(() => field(page, 'Fax').inputValue()).toBe('(410) 555-0123');
  });

  it('spec 1 §8 a failed save shows the server message or "Failed to save office", and loses nothing', async () => {
    const page = shared();
    await field(page, 'Office Name').fill(name);
    await field(page, 'Address').fill('1 Test Pier');
    await field(page, 'City').fill('Chestertown');
    await field(page, 'ZIP Code').fill('21620');
    const failures: [Answer, string][] = [
      [{ json: { message: 'The map is full.' } }, 'The map is full.'],
      [{}, 'Failed to save office'],
    ];
    for (const [failure, expected] of failures) {
      await answer(page, '**/api/office', { method: 'POST', status: 422, ...failure });
      await press(page, 'Save');
      await page.getByRole('alert').filter({ hasText: expected }).waitFor();
      await page.unrouteAll();
    }
    await expect.poll(() => field(page, 'Address').inputValue()).toBe('1 Test Pier');
  });

  it('sends digits only, returns to /offices, and a taken name is said at its field', async () => {
    const page = shared();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByLabel('Surgery center').click();
    await press(page, 'Save');
    expect((await sent).postDataJSON()).toEqual({
      name,
      address: '1 Test Pier',
      city: 'Chestertown',
      state: 'MD',
      zipCode: '21620',
      phone: '555123456789',
      fax: '4105550123',
      superAdminOnly: false,
      isSurgeryCenter: true,
    });
    await page.waitForURL('**/offices');
    const office = await newOffice();
    await visit(page, `/offices/${office.id}/edit`);
    await heading(page, 'Edit Office');
    await field(page, 'City').fill('Kept');
    await field(page, 'Office Name').fill(name);
    await press(page, 'Save');
    await page.getByText('An office with this name already exists').waitFor();
    await expect.poll(() => field(page, 'Office Name').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field(page, 'City').inputValue()).toBe('Kept');
    await press(page, 'Save');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await page.waitForURL('**/offices');
  });

  it('decisions 8 a stale save shows what somebody else changed', async () => {
    const page = shared();
    const office = await newOffice();
    await visit(page, `/offices/${office.id}/edit`);
    await heading(page, 'Edit Office');
    await field(page, 'City').fill('Mine');
    const body = { ...officeBodyOf(office), city: 'Theirs', version: office.version };
    await client().send('PUT', `/office/${office.id}`, { token: await superToken(), body });
    await press(page, 'Save');
    await page.getByText('They saved: Theirs').waitFor();
    await page.getByText('You have: Mine').waitFor();
    await press(page, 'Keep mine');
    await press(page, 'Save');
    await page.waitForURL('**/offices');
    await find(page, office.name);
    await expect.poll(() => columnTexts(page, 'Offices', 'City')).toEqual(['Mine']);
  });

  it('spec 1 §8 "Failed to load office"; decisions 44 only a SuperAdmin restricts an office', async () => {
    const office = await newOffice();
    const { page } = await openAs('admin');
    await page.goto(`/offices/${office.id}/edit`);
    await expect.poll(() => page.getByLabel('SuperAdmin only').isDisabled()).toBe(true);
    await answer(page, `**/api/office/${office.id}`, { status: 500 });
    await page.reload();
    await page.getByText('Failed to load office').waitFor();
    const { token } = await client().signIn('admin');
    const attack = { ...officeBodyOf(office), superAdminOnly: true };
    expect((await client().send('PUT', `/office/${office.id}`, { token, body: attack })).status).toBe(403);
  });
});

const officeBodyOf = ({
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  fax,
}: Awaited<ReturnType<typeof newOffice>>) => ({
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  fax,
});
