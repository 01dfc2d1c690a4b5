import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { billingCodeCreate, type BillingCode } from '@portal/contract/billing-codes';
import { locationHeaderList, locationHeaderSave } from '@portal/contract/location-headers';
import { categoryCreate } from '@portal/contract/template-categories';
import { templateCreate, templateToggle, type Template } from '@portal/contract/templates';
import type { CodeType } from '@portal/domain/billing-code';
import type { Page } from '@playwright/test';
import { drag, dragInVain } from '../support/drag.ts';
import { heading } from '../support/page.ts';
import { newOffice, uniqueName } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

const FIELDS = [
  { id: 'side', label: 'Side', type: 'select', required: true, options: ['Left', 'Right'] },
  { id: 'gauge', label: 'Gauge', type: 'text', maxLength: 10, isReadOnly: true, includeInReport: false },
  { id: 'note', label: 'Note', type: 'textarea' },
  { id: 'copied', label: 'Copied side', type: 'text', dependsOn: 'side', dependencyType: 'copy' },
  {
    id: 'why',
    label: 'Why left',
    type: 'text',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
  },
];

/** Creates a template with the fields used in these tests. */
async function newTemplate(api: Api, categoryId: number | null = null): Promise<Template> {
  const body = {
    name: `Template ${uniqueName()}`,
    procedureType: 'Injection',
    shortDescription: 'For the tests',
    categoryId,
    quickAccessOrder: 7,
    templateContent: JSON.stringify({
      version: 1,
      sections: [{ id: 's', title: 'Procedure Details', fields: FIELDS }],
    }),
    autoPopulateFields: '{"note":"patient.name"}',
  };
  return api.succeed(templateCreate, { body }, await api.superToken());
}

test.describe('template preview', () => {
  test.use({ account: 'superadmin' });

  test('opens from /admin/templates/{id} with chips, buttons, field badges, JSON and usage', async ({
    page,
    api,
  }) => {
    const category = uniqueName('C');
    const { id: categoryId } = await api.succeed(
      categoryCreate,
      { body: { name: category } },
      await api.superToken(),
    );
    const { id, name } = await newTemplate(api, categoryId);
    await page.goto(`/admin/templates/${id}`);
    await page.waitForURL(`**/admin/templates/${id}/preview`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name)).toBeVisible();
    for (const chip of [category, 'Injection', 'Quick access 7', 'Active'])
      await expect(page.getByText(chip, { exact: true })).toBeVisible();
    for (const [link, address] of [
      ['Use Template', `/dictations/new?templateId=${id}`],
      ['Edit', `/admin/templates/${id}/edit`],
      ['Duplicate', `/admin/templates/new?duplicate=${id}`],
    ] as const)
      await expect(page.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', address);
    const fields = page.getByRole('region', { name: 'Procedure Details' }).getByRole('listitem');
    await expect
      .poll(() => fields.nth(1).innerText())
      .toMatch(/Gauge\s+gauge\s+Text\s+Read-only\s+Not in report/);
    await expect(page.getByText('"note": "patient.name"')).toBeVisible();
    const usage = page.getByRole('region', { name: 'Usage statistics' });
    await expect
      .poll(() => usage.innerText())
      .toMatch(/Total uses\s+0\s+Last used\s+Never[^]+by Margaret Okafor/);

    await api.succeed(templateToggle, { params: { id } }, await api.superToken());
    await page.reload();
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Use Template' })).toHaveCount(0);
  });

  test('has a form that works by keyboard with live rules, copies and required fields', async ({
    page,
    api,
  }) => {
    const { id } = await newTemplate(api);
    await page.goto(`/admin/templates/${id}/preview?tab=form`);
    await button(page, 'Check required fields').click();
    await expect(page.getByText('Side is required')).toBeVisible();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('id')?.replace(/.*-/, ''));
    await expect.poll(() => focused()).toBe('side');
    await page.keyboard.press('L');
    await expect(box(page, 'Why left')).toBeVisible();
    await expect(page.getByText('Side is required')).toHaveCount(0);
    await expect(box(page, 'Copied side')).toHaveValue('Left');
    await expect(box(page, 'Copied side')).toBeDisabled();
    await page.keyboard.press('Enter');
    await page.keyboard.type('25 G needle');
    await expect(page.getByText('1 character too many (10 allowed)')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(page.getByText('10 of 10 characters')).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => focused()).toBe('why');
    await expect(box(page, 'Note')).toHaveValue('one\ntwo');
    await button(page, 'Edit Copied side').click();
    await page.keyboard.type(' and right');
    await combobox(page, 'Side').selectOption('Right');
    await expect(box(page, 'Copied side')).toHaveValue('Left and right');
    await button(page, 'Reset Copied side').click();
    await expect(box(page, 'Copied side')).toHaveValue('Right');
    await expect(box(page, 'Why left')).toHaveCount(0);
  });
});

async function newCode(api: Api, codeType: CodeType, code: string): Promise<BillingCode> {
  const body = { codeType, code, description: uniqueName('Code') };
  return api.succeed(billingCodeCreate, { body }, await api.superToken());
}

async function pick(page: Page, row: string, { description }: BillingCode): Promise<void> {
  await combobox(page, row).fill(description);
  await page.getByRole('option', { name: description }).click();
}

const fourDigits = () => String(1000 + Math.floor(Math.random() * 9000));

test.describe('billing code rules of a template', () => {
  test.use({ account: 'superadmin' });

  test('can be added, reordered within their type, edited and deleted', async ({ page, api }) => {
    const template = await newTemplate(api);
    const [first, second] = [
      await newCode(api, 'CPT', `${fourDigits()}F`),
      await newCode(api, 'CPT', `${fourDigits()}T`),
    ];
    const diagnosis = await newCode(api, 'ICD10', `Q99.${fourDigits()}`);
    await page.goto('/admin/templates/new');
    await expect(heading(page, 'New Template')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Billing code rules' })).toHaveCount(0);
    await page.goto(`/admin/templates/${template.id}/edit`);
    await button(page, 'Add Rule').click();
    await combobox(page, 'Field').click();
    await page.getByRole('option', { name: 'Side', exact: true }).click();
    await combobox(page, 'Value').fill('Left');
    await pick(page, 'CPT code 1', first);
    await button(page, 'Add CPT code').click();
    await pick(page, 'CPT code 2', second);
    await box(page, 'Modifiers for CPT code 2').fill('50');
    await pick(page, 'ICD-10 code 1', diagnosis);
    await button(page, 'Move CPT code 2').press('ArrowUp');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move CPT code 1');
    await button(page, 'Save Rule').click();
    const panel = page.getByRole('region', { name: 'Billing code rules' });
    await expect(panel.getByText('Side is Left')).toBeVisible();
    const [rule] = await api.succeed(
      billingCodeRuleList,
      { params: { templateId: template.id } },
      await api.superToken(),
    );
    expect(
      rule?.billingCodes.map(({ code, modifiers, displayOrder }) => [code, modifiers, displayOrder]),
    ).toEqual([
      [second.code, '50', 0],
      [first.code, '', 1],
      [diagnosis.code, '', 100],
    ]);

    await button(page, 'Edit rule Side is Left').click();
    for (const name of ['Field', 'Value']) await expect(combobox(page, name)).toBeDisabled();
    // Codes cannot move to the diagnoses.
    await dragInVain(page, 'Move CPT code 1', 'Move ICD-10 code 1');
    await drag(page, 'Move CPT code 2', 'Move CPT code 1');
    await expect.poll(() => combobox(page, 'CPT code 1').inputValue()).toContain(first.code);
    await button(page, 'Save Rule').click();
    await expect(panel.getByRole('listitem').nth(1)).toContainText(first.code);

    await button(page, 'Delete rule Side is Left').click();
    await button(page, 'Delete').click();
    await expect(panel.getByText('No billing code rules yet')).toBeVisible();
  });
});

test.describe('location header editor', () => {
  test.use({ account: 'superadmin' });

  test('edits, previews and saves header and footer, and returns to the list after two seconds', async ({
    page,
    api,
  }) => {
    const office = await newOffice(api);
    await page.goto(`/admin/location-headers/${office.id}/edit`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(office.name)).toBeVisible();
    await box(page, 'Header').click();
    await button(page, 'Heading').first().click();
    await button(page, 'Center').first().click();
    for (const name of ['Location name', 'Address', 'Phone', 'Current date'])
      await button(page, name).click();
    await box(page, 'Footer').click();
    for (const name of ['Provider name', 'Provider title', 'Dictation date'])
      await button(page, name).click();
    await button(page, 'Preview').click();
    const sheet = page.frameLocator('iframe[title="Report preview"]');
    await expect(sheet.getByRole('heading', { name: office.name })).toBeVisible();
    await expect(sheet.locator('footer')).toContainText('Margaret Okafor');
    const failure = await answer(page, '**/location-headers', { method: 'POST', status: 500 });
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to save location header')).toBeVisible();
    failure.end();
    await button(page, 'Save').click();
    await expect(page.getByText('Location header and footer saved successfully!')).toBeVisible();
    const savedAt = Date.now();
    await page.waitForURL('**/admin/templates');
    expect(Date.now() - savedAt).toBeGreaterThan(1000);
    const headers = await api.succeed(locationHeaderList, {}, await api.superToken());
    expect(headers.find(({ locationId }) => locationId === office.id)).toMatchObject({
      headerHTML:
        '<h2 style="text-align:center">{{location_name}}{{location_address}}{{location_phone}}{{current_date}}</h2>',
      footerHTML: '<p>{{provider_name}}{{provider_title}}{{dictation_date}}</p>',
    });
  });

  test('keeps a centered title after a change, and edits unsupported HTML as source', async ({
    page,
    api,
  }) => {
    const { id: locationId } = await newOffice(api);
    const token = await api.superToken();
    const [title, list] = [
      '<h1 style="text-align:center">Spine</h1>',
      '<div style="text-align:right"><ul><li>One</li></ul></div>',
    ];
    const body = { locationId, headerHTML: title, footerHTML: list };
    await api.succeed(locationHeaderSave, { body }, token);
    await page.goto(`/admin/location-headers/${locationId}/edit`);
    await box(page, 'Header').getByText('Spine').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Center');
    await expect(page.getByText('This footer uses HTML that the visual editor cannot show')).toBeVisible();
    await box(page, 'Footer as HTML').fill(list.replace('One', 'Two'));
    await button(page, 'Save').click();
    await expect(page.getByText('Location header and footer saved successfully!')).toBeVisible();
    const headers = await api.succeed(locationHeaderList, {}, token);
    expect(headers.find((header) => header.locationId === locationId)).toMatchObject({
      headerHTML: title.replace('Spine', 'Spine Center'),
      footerHTML: list.replace('One', 'Two'),
    });
  });

  test('shows sanitized HTML, and reports a failed load', async ({ page, api }) => {
    const { id: locationId } = await newOffice(api);
    const headerHTML = '<p onclick="x()">Hill <strong>Clinic</strong></p><script>x()</script>';
    await api.succeed(locationHeaderSave, { body: { locationId, headerHTML } }, await api.superToken());
    await page.goto(`/admin/location-headers/${locationId}/edit`);
    await expect(box(page, 'Header').getByText('Clinic')).toBeVisible();
    await expect.poll(() => box(page, 'Header').innerHTML()).toBe('<p>Hill <strong>Clinic</strong></p>');
    await answer(page, '**/location-headers', { method: 'GET', status: 400 });
    await page.reload();
    await expect(page.getByText('Failed to load location data')).toBeVisible();
  });
});
