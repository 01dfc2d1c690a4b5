import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newUser, uniqueName } from '../support/records.ts';
import { answer, type Answer } from '../support/requests.ts';
import { choosePageSize, columnCells, columnHeaders, range, row, search, sortBy } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const find = (page: Page, text: string) => search(page, 'Search offices', text);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: false }).first();

async function openList(page: Page): Promise<void> {
  await page.goto('/offices');
  await expect(heading(page, 'Office Management')).toBeVisible();
  await expect(range(page, 'Offices')).toBeVisible();
}

test.describe('Office Management /offices', () => {
  test.use({ account: 'superadmin' });
  const town = uniqueName('V');
  test.beforeAll(async ({ api }) => {
    const names = Array.from({ length: 21 }, (_, at) => `${town} ${String(at).padStart(2, '0')}`);
    await Promise.all(names.map((name) => newOffice(api, { name, city: town })));
  });

  test('has title, Add Office and the columns in their order', async ({ page }) => {
    await openList(page);
    await expect(page.getByRole('link', { name: 'Add Office' })).toHaveAttribute('href', '/offices/new');
    await expect(columnHeaders(page, 'Offices')).toHaveText([
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

  test('shows state with ZIP, formatted phone and fax, the counts and the status; actions lead on', async ({
    page,
  }) => {
    await openList(page);
    await find(page, 'Chesapeake Surgery');
    await expect(page.getByText('1–1 of 1').first()).toBeVisible();
    const office = row(page, 'Offices', 'Chesapeake Surgery Center');
    await expect(office.getByRole('cell')).toHaveText([
      '5 Medical Park Way',
      'Columbia',
      'MD 21044',
      /^1 \(410\) 555-0160\s*Fax \(410\) 555-0161$/,
      /^\d+$/,
      '0',
      'Active',
      '',
    ]);
    const links = office.getByRole('link');
    await expect(links).toHaveCount(2);
    await expect(links.first()).toHaveAttribute('href', /^\/offices\/[\da-f-]{36}\/edit$/);
    await expect(links.last()).toHaveAttribute('href', /^\/offices\/[\da-f-]{36}\/ip-whitelist$/);
    await expect(office.getByRole('button', { name: /^Delete / })).toBeVisible();
  });

  test('searches by name, address, city, state or zip on Enter or the Search button; Clear Filters clears', async ({
    page,
  }) => {
    await openList(page);
    let reads = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/office') reads += 1;
    });
    const box = page.getByRole('textbox', { name: 'Search offices' });
    for (const text of ['harborview annap', '77 West', 'Annapolis', '21401-2417']) {
      await box.fill(text);
      await box.press('Enter');
      await expect(row(page, 'Offices', 'Harborview Annapolis')).toBeVisible();
    }
    await find(page, 'md 21224');
    await expect(row(page, 'Offices', 'Harborview Spine & Pain')).toBeVisible();
    await find(page, 'nothing of that name');
    await expect(
      page.getByText('No offices found matching your search criteria', { exact: true }),
    ).toBeVisible();
    await press(page, 'Clear Filters');
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of' })).toBeVisible();
    await expect(box).toHaveValue('');
    // Filtering happens in the browser.
    expect(reads).toBe(0);
  });

  test('sorts on name, city, state, phone, user count and whitelist count in the browser', async ({
    page,
  }) => {
    await openList(page);
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
      await expect.poll(() => new URL(page.url()).searchParams.get('orderBy') ?? 'name').toBe(key);
    }
    const heads = page.getByRole('table', { name: 'Offices' }).getByRole('columnheader');
    await expect(heads.getByRole('button')).toHaveCount(6);
    await find(page, town);
    await expect(columnCells(page, 'Offices', 'Office Name').first()).toHaveText(`${town} 20`);
  });

  test('shows 20 rows, offers 10, 20 and 50; the address keeps where one is', async ({ page }) => {
    await openList(page);
    await find(page, town);
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of 21' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Pages of Offices' }).getByRole('combobox').click();
    await expect(page.getByRole('option')).toHaveText(['10', '20', '50']);
    await page.keyboard.press('Escape');
    await press(page, 'Go to next page');
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
    await page.reload();
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
    await expect(columnCells(page, 'Offices', 'Office Name')).toHaveText([`${town} 20`]);
    await choosePageSize(page, 'Offices', 10);
    await expect(range(page, 'Offices').filter({ hasText: '1–10 of 21' })).toBeVisible();
    await page.goBack();
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
  });

  test('"No offices found" when there are none, "Failed to fetch offices" when the server said nothing', async ({
    page,
  }) => {
    await answer(page, '**/api/office', { json: [] });
    await page.goto('/offices');
    await expect(page.getByText('No offices found', { exact: true })).toBeVisible();
    await answer(page, '**/api/office', { status: 500 });
    await page.goto('/offices');
    await expect(page.getByText('Failed to fetch offices')).toBeVisible();
    await page.unrouteAll();
  });

  test('deletes after asking; one with users cannot be deleted, and the server says so too', async ({
    page,
    api,
  }) => {
    const [gone, used] = [await newOffice(api), await newOffice(api)];
    await newUser(api, { officeId: used.id });
    await openList(page);
    await find(page, gone.name);
    await row(page, 'Offices', gone.name)
      .getByRole('button', { name: `Delete ${gone.name}` })
      .click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete office?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await row(page, 'Offices', gone.name)
      .getByRole('button', { name: `Delete ${gone.name}` })
      .click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No offices found matching your search criteria')).toBeVisible();
    await find(page, used.name);
    await row(page, 'Offices', used.name)
      .getByRole('button', { name: `Delete ${used.name}` })
      .click();
    await expect(
      page
        .getByRole('alertdialog', { name: 'This office cannot be deleted' })
        .getByText(`1 user belongs to ${used.name}.`),
    ).toBeVisible();
    const attack = await api.send('DELETE', `/office/${used.id}`, { token: await api.superToken() });
    expect(attack).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await press(page, 'Edit office');
    await expect(heading(page, 'Edit Office')).toBeVisible();
  });

  test('badges an office of SuperAdmins, which nobody else sees', async ({ page, openAs, api }) => {
    const office = await newOffice(api, { superAdminOnly: true });
    await openList(page);
    await find(page, office.name);
    await expect(
      row(page, 'Offices', office.name).getByText('SuperAdmin Only', { exact: true }),
    ).toBeVisible();
    const { token } = await api.signIn('admin');
    expect((await api.send('GET', `/office/${office.id}`, { token })).status).toBe(404);
    const { page: other } = await openAs('admin');
    await openList(other);
    await find(other, office.name);
    await expect(other.getByText('No offices found matching your search criteria')).toBeVisible();
  });
});

/** Fills in the form for a new office. */
async function fillOffice(page: Page, name: string): Promise<void> {
  await page.goto('/offices/new');
  await field(page, 'Office Name').fill(name);
  await field(page, 'Address').fill('1 Test Pier');
  await field(page, 'City').fill('Chestertown');
  await field(page, 'State').fill('MD');
  await field(page, 'ZIP Code').fill('21620');
  await field(page, 'Phone').pressSequentially('5551234567ext89');
  await field(page, 'Fax').pressSequentially('4105550123');
}

test.describe('the office form', () => {
  test.use({ account: 'superadmin' });

  test('requires name, address, city, state, zip and phone; Back and Cancel return to /offices', async ({
    page,
  }) => {
    await page.goto('/offices/new');
    await expect(heading(page, 'Add Office')).toBeVisible();
    for (const link of ['Back', 'Cancel'])
      await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', '/offices');
    await press(page, 'Save');
    for (const label of ['Name', 'Address', 'City', 'State', 'ZIP code', 'Phone'])
      await expect(page.getByText(`${label} is required`, { exact: true })).toBeVisible();
    await expect(page.getByText('Fax is required')).toHaveCount(0);
  });

  test('limits state to 2 characters and phone to 30, and formats phone and fax', async ({ page }) => {
    await page.goto('/offices/new');
    await field(page, 'State').pressSequentially('mdx');
    await expect(field(page, 'State')).toHaveValue('MD');
    const phone = field(page, 'Phone');
    await expect(phone).toHaveAttribute('maxlength', '30');
    for (const [typed, shown] of [
      ['5551234567', '(555) 123-4567'],
      ['55512345678888', '(555) 123-4567'],
      ['15551234567999', '1 (555) 123-4567'],
      ['5551234567ext89', '(555) 123-4567 ext. 89'],
    ] as const) {
      await phone.fill('');
      await phone.pressSequentially(typed);
      await expect(phone).toHaveValue(shown);
    }
    await field(page, 'Fax').pressSequentially('4105550123');
    await expect(field(page, 'Fax')).toHaveValue('(410) 555-0123');
  });

  test('a failed save shows the server message or "Failed to save office", and loses nothing', async ({
    page,
  }) => {
    await fillOffice(page, `Office ${uniqueName()}`);
    const failures: [Answer, string][] = [
      [{ json: { message: 'The map is full.' } }, 'The map is full.'],
      [{}, 'Failed to save office'],
    ];
    for (const [failure, expected] of failures) {
      await answer(page, '**/api/office', { method: 'POST', status: 422, ...failure });
      await press(page, 'Save');
      await expect(page.getByRole('alert').filter({ hasText: expected })).toBeVisible();
      await page.unrouteAll();
    }
    await expect(field(page, 'Address')).toHaveValue('1 Test Pier');
  });

  test('sends digits only, returns to /offices, and a taken name is said at its field', async ({
    page,
    api,
  }) => {
    const name = `Office ${uniqueName()}`;
    await fillOffice(page, name);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/office'),
    );
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
    const office = await newOffice(api);
    await visit(page, `/offices/${office.id}/edit`);
    await expect(heading(page, 'Edit Office')).toBeVisible();
    await field(page, 'City').fill('Kept');
    await field(page, 'Office Name').fill(name);
    await press(page, 'Save');
    await expect(page.getByText('An office with this name already exists')).toBeVisible();
    await expect(field(page, 'Office Name')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'City')).toHaveValue('Kept');
    await press(page, 'Save');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await page.waitForURL('**/offices');
  });

  test('a stale save shows what somebody else changed', async ({ page, api }) => {
    const office = await newOffice(api);
    await visit(page, `/offices/${office.id}/edit`);
    await expect(heading(page, 'Edit Office')).toBeVisible();
    await field(page, 'City').fill('Mine');
    const body = { ...officeBodyOf(office), city: 'Theirs', version: office.version };
    await api.send('PUT', `/office/${office.id}`, { token: await api.superToken(), body });
    await press(page, 'Save');
    await expect(page.getByText('They saved: Theirs')).toBeVisible();
    await expect(page.getByText('You have: Mine')).toBeVisible();
    await press(page, 'Keep mine');
    await press(page, 'Save');
    await page.waitForURL('**/offices');
    await find(page, office.name);
    await expect(columnCells(page, 'Offices', 'City')).toHaveText(['Mine']);
  });

  test('"Failed to load office"; only a SuperAdmin restricts an office', async ({ openAs, api }) => {
    const office = await newOffice(api);
    const { page } = await openAs('admin');
    await page.goto(`/offices/${office.id}/edit`);
    await expect(page.getByLabel('SuperAdmin only')).toBeDisabled();
    await answer(page, `**/api/office/${office.id}`, { status: 500 });
    await page.reload();
    await expect(page.getByText('Failed to load office')).toBeVisible();
    const { token } = await api.signIn('admin');
    const attack = { ...officeBodyOf(office), superAdminOnly: true };
    expect((await api.send('PUT', `/office/${office.id}`, { token, body: attack })).status).toBe(403);
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
