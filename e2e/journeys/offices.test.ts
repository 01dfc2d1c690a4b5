import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newUser, uniqueName } from '../support/records.ts';
import { choosePageSize, columnCells, range, row, search, sortBy } from '../support/table.ts';
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

  test('finds offices by name, address, city, state or ZIP without another request, and shows their counts', async ({
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
    await find(page, 'md 21044');
    await expect(row(page, 'Offices', 'Chesapeake Surgery Center').getByRole('cell')).toHaveText([
      '5 Medical Park Way',
      'Columbia',
      'MD 21044',
      /^1 \(410\) 555-0160\s*Fax \(410\) 555-0161$/,
      /^\d+$/,
      '0',
      'Active',
      '',
    ]);
    await find(page, 'nothing of that name');
    await expect(
      page.getByText('No offices found matching your search criteria', { exact: true }),
    ).toBeVisible();
    await press(page, 'Clear Filters');
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of' })).toBeVisible();
    await expect(box).toHaveValue('');
    // Six searches without a request; a change by another test is read once.
    expect(reads).toBeLessThan(3);
  });

  test('keeps sort, page and search in the URL: reload and Back show the same rows', async ({ page }) => {
    await openList(page);
    await find(page, town);
    await expect(range(page, 'Offices').filter({ hasText: '1–20 of 21' })).toBeVisible();
    const names = columnCells(page, 'Offices', 'Office Name');
    await expect(names.first()).toHaveText(`${town} 00`);
    await sortBy(page.getByRole('columnheader', { name: 'Office Name', exact: true }), 'descending');
    await expect(names.first()).toHaveText(`${town} 20`);
    await press(page, 'Go to next page');
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
    await page.reload();
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
    await expect(names).toHaveText([`${town} 00`]);
    await choosePageSize(page, 'Offices', 10);
    await expect(range(page, 'Offices').filter({ hasText: '1–10 of 21' })).toBeVisible();
    await page.goBack();
    await expect(range(page, 'Offices').filter({ hasText: '21–21 of 21' })).toBeVisible();
  });

  test('deletes after confirmation; an office with users cannot be deleted, on the server either', async ({
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

  test('a SuperAdmin-only office has a badge, and nobody else can see or create one', async ({
    page,
    openAs,
    api,
  }) => {
    const office = await newOffice(api, { superAdminOnly: true });
    const common = await newOffice(api);
    await openList(page);
    await find(page, office.name);
    await expect(
      row(page, 'Offices', office.name).getByText('SuperAdmin Only', { exact: true }),
    ).toBeVisible();
    const { page: other, token } = await openAs('admin');
    await openList(other);
    await find(other, office.name);
    await expect(other.getByText('No offices found matching your search criteria')).toBeVisible();
    expect((await api.send('GET', `/office/${office.id}`, { token })).status).toBe(404);
    await find(other, common.name);
    await row(other, 'Offices', common.name)
      .getByRole('link', { name: /^Edit / })
      .click();
    await expect(other.getByLabel('SuperAdmin only')).toBeDisabled();
    const attack = { ...officeBodyOf(common), superAdminOnly: true };
    expect((await api.send('PUT', `/office/${common.id}`, { token, body: attack })).status).toBe(403);
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

  test('sends digits only, returns to /offices, and shows a taken name as a field error', async ({
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
      npi: null,
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
      .getByRole('button', { name: 'Discard' })
      .click();
    await page.waitForURL('**/offices');
  });

  test('a stale save shows another user’s changes', async ({ page, api }) => {
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
