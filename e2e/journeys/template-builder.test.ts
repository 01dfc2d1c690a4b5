import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { fieldsOf } from '@portal/domain/template/content';
import type { Locator, Page } from '@playwright/test';
import { PHONE } from '../support/page.ts';
import { uniqueName } from '../support/records.ts';
import { button, contentOf, dialog, field, newTemplate, openEditor } from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';

/** Counts what a person does with mouse and keyboard. */
function counted(page: Page) {
  const steps = { clicks: 0, keys: 0 };
  return {
    steps,
    click: async (target: Locator) => {
      steps.clicks += 1;
      await target.click();
    },
    /** Types into what has the focus. */
    type: async (text: string) => {
      steps.keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

/** Chooses an option of a select without the mouse. */
async function chooseByKey(page: Page, select: Locator, option: string): Promise<void> {
  await select.press('Enter');
  await page.getByRole('option', { name: option, exact: true }).press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

test.describe('template builder', () => {
  test.use({ account: 'superadmin' });

  test('needs few steps for a field with six options and a rule, and for a billing rule', async ({
    page,
    api,
  }) => {
    const description = uniqueName('Code');
    await api.succeed(
      billingCodeCreate,
      { body: { codeType: 'CPT', code: `${1000 + Math.floor(Math.random() * 9000)}F`, description } },
      await api.superToken(),
    );
    const template = await newTemplate(api, {
      fields: [field('side', { type: 'radio', options: ['Left', 'Right'] })],
    });
    await openEditor(page, template);

    const building = counted(page);
    await building.click(button(page, 'Add Field').first());
    await expect.poll(() => focused(page)).toBe('label');
    await building.type('Approach');
    const added = dialog(page, 'Add Field');
    await building.click(added.getByRole('textbox', { name: 'Options' }));
    await building.type('Interlaminar\nTransforaminal\nCaudal\nFar lateral\nParamedian\nRetrodiscal');
    await building.click(button(page, 'Add visibility rule'));
    await building.click(page.getByRole('option', { name: 'Left', exact: true }));
    await building.click(added.getByRole('button', { name: 'Add Field' }));
    await expect(added).toBeHidden();
    expect(building.steps).toEqual({ clicks: 5, keys: 77 });

    const billing = counted(page);
    await billing.click(button(page, 'More actions for field side'));
    await billing.click(page.getByRole('menuitem', { name: 'Add billing rule for “Left”' }));
    await expect(page.getByRole('combobox', { name: 'CPT code 1' })).toBeFocused();
    await billing.type(description);
    await billing.click(page.getByRole('option', { name: description }));
    await billing.click(button(page, 'Save Rule'));
    await expect(page.getByText('side is Left')).toBeVisible();
    expect(billing.steps.clicks).toBe(4);

    await button(page, 'Save').click();
    await page.waitForURL('**/admin/templates');
    expect(fieldsOf(await contentOf(api, template))).toMatchObject([
      { id: 'side' },
      {
        id: 'approach',
        type: 'select',
        options: ['Interlaminar', 'Transforaminal', 'Caudal', 'Far lateral', 'Paramedian', 'Retrodiscal'],
        visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
      },
      { id: 'plan' },
    ]);
  });

  test('builds rows, a group of conditions, a calculated field and a limited billing rule by keyboard', async ({
    page,
    api,
  }) => {
    const description = uniqueName('Code');
    await api.succeed(
      billingCodeCreate,
      { body: { codeType: 'CPT', code: `${1000 + Math.floor(Math.random() * 9000)}T`, description } },
      await api.superToken(),
    );
    const template = await newTemplate(api, {
      fields: [field('muscles', { type: 'checkbox', options: ['Trapezius', 'Levator', 'Rhomboid'] })],
    });
    await openEditor(page, template);
    const added = dialog(page, 'Add Field');
    const select = (name: string) => added.getByRole('combobox', { name, exact: true });

    await button(page, 'Add Field').first().press('Enter');
    await page.keyboard.type('Lesions');
    await chooseByKey(page, select('Type'), 'Rows');
    await button(page, 'Add Column').press('Enter');
    await page.keyboard.type('Seconds');
    await expect(added.getByRole('textbox', { name: 'Column ID' })).toHaveValue('seconds');
    await button(page, 'Add and Next').press('Enter');

    await expect.poll(() => added.getByRole('textbox', { name: 'Label', exact: true }).inputValue()).toBe('');
    await page.keyboard.type('Reason');
    await button(page, 'Add visibility rule').press('Enter');
    await chooseByKey(page, select('Compare'), 'How many');
    await chooseByKey(page, select('Operator'), 'is at least');
    await select('Value').press('3');
    await button(page, 'Add condition to visibility rule 1').press('Enter');
    await chooseByKey(page, select('When field').nth(1), 'Patient: age on the procedure date');
    await chooseByKey(page, select('Operator').nth(1), 'is less than');
    await select('Value').nth(1).focus();
    await page.keyboard.type('18');
    await chooseByKey(page, select('Must be met'), 'Any of these conditions');
    await expect(
      added.getByText(
        'When the number of muscles is at least 3 or Patient: age on the procedure date is less than 18.',
      ),
    ).toBeVisible();
    await button(page, 'Add and Next').press('Enter');

    await expect.poll(() => added.getByRole('textbox', { name: 'Label', exact: true }).inputValue()).toBe('');
    await page.keyboard.type('Total');
    await chooseByKey(page, select('Dependency Type'), 'Calculated: result of a formula');
    await button(page, 'Insert field or function into Formula').press('Enter');
    await page.getByRole('menuitem', { name: /^sum\(lesions\.seconds\)/ }).press('Enter');
    await expect(added.getByRole('textbox', { name: 'Formula' })).toHaveValue('sum(lesions.seconds)');
    await added.getByRole('button', { name: 'Add Field' }).press('Enter');
    await expect(added).toBeHidden();

    await button(page, 'Add Rule').press('Enter');
    const rule = dialog(page, 'Add Billing Rule');
    await chooseByKey(page, rule.getByRole('combobox', { name: 'Field', exact: true }), 'muscles');
    await rule.getByRole('button', { name: 'Any value' }).press('Enter');
    await button(page, 'Limit by conditions').press('Enter');
    await chooseByKey(page, rule.getByRole('combobox', { name: 'When field' }), 'muscles (muscles)');
    await chooseByKey(page, rule.getByRole('combobox', { name: 'Compare' }), 'How many');
    await chooseByKey(page, rule.getByRole('combobox', { name: 'Operator' }), 'is at least');
    await rule.getByRole('combobox', { name: 'Value' }).last().press('3');
    await rule.getByRole('combobox', { name: 'CPT code 1' }).focus();
    await page.keyboard.type(description);
    await page.getByRole('option', { name: description }).press('Enter');
    await button(page, 'Save Rule').press('Enter');
    await expect(
      page.getByText('muscles has any value, when the number of muscles is at least 3'),
    ).toBeVisible();

    await button(page, 'Save').press('Enter');
    await page.waitForURL('**/admin/templates');
    expect(fieldsOf(await contentOf(api, template))).toMatchObject([
      { id: 'muscles' },
      { id: 'lesions', type: 'rows', columns: [{ id: 'seconds', label: 'Seconds', type: 'text' }] },
      {
        id: 'reason',
        visibilityRules: [
          {
            operator: 'default',
            when: {
              match: 'any',
              conditions: [
                { sourceFieldId: 'muscles', measure: 'count', operator: 'at_least', value: '3' },
                { sourceFieldId: 'patient.age', operator: 'less_than', value: '18' },
              ],
            },
          },
        ],
      },
      { id: 'total', dependencyType: 'calculated', formula: 'sum(lesions.seconds)' },
      { id: 'plan' },
    ]);
    const rules = await api.succeed(
      billingCodeRuleList,
      { params: { templateId: template.id } },
      await api.superToken(),
    );
    expect(rules).toMatchObject([
      {
        fieldId: 'muscles',
        fieldValue: '*',
        when: {
          match: 'all',
          conditions: [{ sourceFieldId: 'muscles', measure: 'count', operator: 'at_least', value: '3' }],
        },
      },
    ]);
  });

  test('shows the note while it is built, next to the form or on a phone instead of it', async ({
    page,
    openAs,
    api,
  }) => {
    const template = await newTemplate(api, {
      fields: [field('side', { type: 'radio', options: ['Left', 'Right'] })],
    });
    await openEditor(page, template);
    const note = page.getByRole('region', { name: 'Live note', exact: true });
    await page.getByRole('region', { name: 'Try it out' }).getByRole('radio', { name: 'Left' }).check();
    await expect(note.getByText('side: Left')).toBeVisible();
    await button(page, 'Edit field side').click();
    await page.getByRole('textbox', { name: 'Name in the report' }).fill('Treated side');
    await button(page, 'Save Field').click();
    await expect(note.getByText('Treated side: Left')).toBeVisible();

    const { page: phone } = await openAs('superadmin', { viewport: PHONE });
    await openEditor(phone, template);
    await button(phone, 'Insert Ready Part').click();
    await button(phone, 'Insert Tolerance').click();
    const tryOut = phone.getByRole('region', { name: 'Try it out' });
    await tryOut.getByRole('radio', { name: 'Tolerated well' }).check();
    await tryOut.getByRole('button', { name: 'Live note' }).click();
    await expect(tryOut.getByText('Tolerance: Tolerated well')).toBeVisible();
  });
});
