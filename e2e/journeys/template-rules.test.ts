import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { billingCodeCreate, type BillingCode } from '@portal/contract/billing-codes';
import { locationHeaderList, locationHeaderSave } from '@portal/contract/location-headers';
import { categoryCreate } from '@portal/contract/template-categories';
import { templateCreate, templateToggle, type Template } from '@portal/contract/templates';
import type { CodeType } from '@portal/domain/billing-code';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drag, dragInVain } from '../run/drag.ts';
import { client, heading, useBrowser, usePage } from '../run/page.ts';
import { newOffice, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';

useBrowser();

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

/** A template of its own with a field for everything tried here. */
async function newTemplate(categoryId: number | null = null): Promise<Template> {
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
  return client().succeed(templateCreate, { body }, await superToken());
}

describe('spec 2 §2 template preview', () => {
  const shared = usePage('superadmin');

  it('/admin/templates/{id} leads to it: breadcrumb, chips, buttons, fields with badges, JSON and use', async () => {
    const page = shared();
    const category = uniqueName('C');
    const { id: categoryId } = await client().succeed(
      categoryCreate,
      { body: { name: category } },
      await superToken(),
    );
    const { id, name } = await newTemplate(categoryId);
    await page.goto(`/admin/templates/${id}`);
    await page.waitForURL(`**/admin/templates/${id}/preview`);
    await heading(page, name);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name).waitFor();
    for (const chip of [category, 'Injection', 'Quick access 7', 'Active'])
      await page.getByText(chip, { exact: true }).waitFor();
    const links = ['Use Template', 'Edit', 'Duplicate'].map((link) =>
      page.getByRole('link', { name: link, exact: true }).getAttribute('href'),
    );
    expect(await Promise.all(links)).toEqual([
      `/dictations/new?templateId=${id}`,
      `/admin/templates/${id}/edit`,
      `/admin/templates/new?duplicate=${id}`,
    ]);
    const fields = page.getByRole('region', { name: 'Procedure Details' }).getByRole('listitem');
    await expect
      .poll(() => fields.nth(1).innerText())
      .toMatch(/Gauge\s+gauge\s+Text\s+Read-only\s+Not in report/);
    await page.getByText('"note": "patient.name"').waitFor();
    const usage = page.getByRole('region', { name: 'Usage statistics' });
    await expect
      .poll(() => usage.innerText())
      .toMatch(/Total uses\s+0\s+Last used\s+Never[^]+by Margaret Okafor/);

    await client().succeed(templateToggle, { params: { id } }, await superToken());
    await page.reload();
    await page.getByText('Inactive', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Use Template' }).count()).toBe(0);
  });

  it('its form is walked with the keyboard alone; rules, copies and required fields follow at once', async () => {
    const page = shared();
    const { id } = await newTemplate();
    await page.goto(`/admin/templates/${id}/preview?tab=form`);
    await button(page, 'Check required fields').click();
    await page.getByText('Side is required').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('id')?.replace(/.*-/, ''));
    await expect.poll(() => focused()).toBe('side');
    await page.keyboard.press('L');
    await box(page, 'Why left').waitFor();
    await expect.poll(() => page.getByText('Side is required').count()).toBe(0);
    await expect.poll(() => box(page, 'Copied side').inputValue()).toBe('Left');
    await expect.poll(() => box(page, 'Copied side').isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.type('25 G needle');
    await page.getByText('10 of 10 characters').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => focused()).toBe('why');
    await expect.poll(() => box(page, 'Note').inputValue()).toBe('one\ntwo');
    await button(page, 'Edit Copied side').click();
    await page.keyboard.type(' and right');
    await combobox(page, 'Side').selectOption('Right');
    await expect.poll(() => box(page, 'Copied side').inputValue()).toBe('Left and right');
    await button(page, 'Reset Copied side').click();
    await expect.poll(() => box(page, 'Copied side').inputValue()).toBe('Right');
    await expect.poll(() => box(page, 'Why left').count()).toBe(0);
  });
});

async function newCode(codeType: CodeType, code: string): Promise<BillingCode> {
  const body = { codeType, code, description: uniqueName('Code') };
  return client().succeed(billingCodeCreate, { body }, await superToken());
}

async function pick(page: Page, row: string, { description }: BillingCode): Promise<void> {
  await combobox(page, row).fill(description);
  await page.getByRole('option', { name: description }).click();
}

const fourDigits = () => String(1000 + Math.floor(Math.random() * 9000));

describe('spec 2 §2, §4, §5 billing code rules of a template', () => {
  const shared = usePage('superadmin');

  it('are added with the exact messages, put in order within their type, edited and deleted', async () => {
    const page = shared();
    const template = await newTemplate();
    const [first, second] = [
      await newCode('CPT', `${fourDigits()}F`),
      await newCode('CPT', `${fourDigits()}T`),
    ];
    const diagnosis = await newCode('ICD10', `Q99.${fourDigits()}`);
    await page.goto('/admin/templates/new');
    await heading(page, 'New Template');
    await expect.poll(() => page.getByRole('region', { name: 'Billing code rules' }).count()).toBe(0);
    await page.goto(`/admin/templates/${template.id}/edit`);
    await button(page, 'Add Rule').click();
    await button(page, 'Save Rule').click();
    await page.getByText('Please select a field and value for field-specific rules').waitFor();
    await combobox(page, 'Field').click();
    await page.getByRole('option', { name: 'Side', exact: true }).click();
    await combobox(page, 'Value').fill('Left');
    await button(page, 'Save Rule').click();
    await page
      .getByText('Please select at least one valid billing code. Check the console for validation errors.')
      .waitFor();
    await expect.poll(() => page.getByText('Choose a billing code').count()).toBe(2);
    await pick(page, 'CPT code 1', first);
    for (let more = 0; more < 6; more += 1) await button(page, 'Add CPT code').click();
    await page.getByText('Maximum 6 CPT codes allowed per rule').waitFor();
    await pick(page, 'CPT code 2', second);
    await box(page, 'Modifiers of CPT code 2').fill('50');
    await pick(page, 'ICD-10 code 1', diagnosis);
    await button(page, 'Move CPT code 2').press('ArrowUp');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move CPT code 1');
    await button(page, 'Save Rule').click();
    const panel = page.getByRole('region', { name: 'Billing code rules' });
    await panel.getByText('Side is Left').waitFor();
    const [rule] = await client().succeed(
      billingCodeRuleList,
      { params: { templateId: template.id } },
      await superToken(),
    );
    expect(
      rule?.billingCodes.map(({ code, modifiers, displayOrder }) => [code, modifiers, displayOrder]),
    ).toEqual([
      [second.code, '50', 0],
      [first.code, '', 1],
      [diagnosis.code, '', 100],
    ]);

    await button(page, 'Edit rule Side is Left').click();
    for (const name of ['Field', 'Value']) expect(await combobox(page, name).isDisabled()).toBe(true);
    // To the diagnoses nothing moves.
    await dragInVain(page, 'Move CPT code 1', 'Move ICD-10 code 1');
    await drag(page, 'Move CPT code 2', 'Move CPT code 1');
    await expect.poll(() => combobox(page, 'CPT code 1').inputValue()).toContain(first.code);
    await answer(page, '**/templatebillingcoderule/*', { method: 'PUT', status: 500 });
    await button(page, 'Save Rule').click();
    await page.getByText('Failed to save rule').waitFor();
    await page.unrouteAll();
    await button(page, 'Save Rule').click();
    await expect.poll(() => panel.getByRole('listitem').nth(1).innerText()).toContain(first.code);

    await button(page, 'Delete rule Side is Left').click();
    await answer(page, '**/templatebillingcoderule/*', { method: 'DELETE', status: 500 });
    await button(page, 'Delete').click();
    await page.getByText('Failed to delete rule').waitFor();
    await page.unrouteAll();
    await button(page, 'Delete').click();
    await panel.getByText('No billing code rules yet').waitFor();
  });
});

describe('spec 2 §2, §9 location header editor', () => {
  const shared = usePage('superadmin');

  it('writes header and footer with placeholders, shows them filled in, saves and goes back after two seconds', async () => {
    const page = shared();
    const office = await newOffice();
    await page.goto(`/admin/location-headers/${office.id}/edit`);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(office.name).waitFor();
    await box(page, 'Header').click();
    await button(page, 'Heading').first().click();
    await button(page, 'Center').first().click();
    for (const name of ['Location name', 'Address', 'Phone', 'Current date'])
      await button(page, name).click();
    await box(page, 'Footer').click();
    for (const name of ['Provider name', 'Provider title', 'Dictation date'])
      await button(page, name).click();
    await button(page, 'Preview').click();
    const sheet = page.frameLocator('iframe[title="Preview of the report"]');
    await sheet.getByRole('heading', { name: office.name }).waitFor();
    await expect.poll(() => sheet.locator('footer').innerText()).toContain('Margaret Okafor');
    await answer(page, '**/location-headers', { method: 'POST', status: 500 });
    await button(page, 'Save').click();
    await page.getByText('Failed to save location header').waitFor();
    await page.unrouteAll();
    await button(page, 'Save').click();
    await page.getByText('Location header and footer saved successfully!').waitFor();
    const savedAt = Date.now();
    await page.waitForURL('**/admin/templates');
    expect(Date.now() - savedAt).toBeGreaterThan(1000);
    const headers = await client().succeed(locationHeaderList, {}, await superToken());
    expect(headers.find(({ locationId }) => locationId === office.id)).toMatchObject({
      headerHTML:
        '<h2 style="text-align:center">{{location_name}}{{location_address}}{{location_phone}}{{current_date}}</h2>',
      footerHTML: '<p>{{provider_name}}{{provider_title}}{{dictation_date}}</p>',
    });
  });

  it('a centered title is still there after a change, and what cannot be shown is edited as HTML', async () => {
    const page = shared();
    const { id: locationId } = await newOffice();
    const token = await superToken();
    const [title, list] = [
      '<h1 style="text-align:center">Spine</h1>',
      '<div style="text-align:right"><ul><li>One</li></ul></div>',
    ];
    const body = { locationId, headerHTML: title, footerHTML: list };
    await client().succeed(locationHeaderSave, { body }, token);
    await page.goto(`/admin/location-headers/${locationId}/edit`);
    await box(page, 'Header').getByText('Spine').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Center');
    await page.getByText('This footer uses HTML that the visual editor cannot show').waitFor();
    await box(page, 'Footer as HTML').fill(list.replace('One', 'Two'));
    await button(page, 'Save').click();
    await page.getByText('Location header and footer saved successfully!').waitFor();
    const headers = await client().succeed(locationHeaderList, {}, token);
    expect(headers.find((header) => header.locationId === locationId)).toMatchObject({
      headerHTML: title.replace('Spine', 'Spine Center'),
      footerHTML: list.replace('One', 'Two'),
    });
  });

  it('decisions 60 shows what the server left of foreign HTML; a failed load is told', async () => {
    const page = shared();
    const { id: locationId } = await newOffice();
    const headerHTML = '<p onclick="x()">Hill <strong>Clinic</strong></p><script>x()</script>';
    await client().succeed(locationHeaderSave, { body: { locationId, headerHTML } }, await superToken());
    await page.goto(`/admin/location-headers/${locationId}/edit`);
    await box(page, 'Header').getByText('Clinic').waitFor();
    expect(await box(page, 'Header').innerHTML()).toBe('<p>Hill <strong>Clinic</strong></p>');
    await answer(page, '**/location-headers', { method: 'GET', status: 400 });
    await page.reload();
    await page.getByText('Failed to load location data').waitFor();
    await page.unrouteAll();
  });
});
