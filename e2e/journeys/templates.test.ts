import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { templateCreate, templateGet } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { drag } from '../support/drag.ts';
import { heading, PHONE } from '../support/page.ts';
import { uniqueName } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import {
  box,
  button,
  choose,
  confirm,
  contentOf,
  dialog,
  field,
  hasOrder,
  newTemplate,
  openEditor,
  order,
} from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';

test.describe('template create and edit', () => {
  test.use({ account: 'superadmin' });

  test('builds a template with required fields, field dialog, warnings and live form', async ({
    page,
    api,
  }) => {
    const name = `Template ${uniqueName()}`;
    await page.goto('/admin/templates/new');
    await expect(heading(page, 'New Template')).toBeVisible();
    await button(page, 'Save').click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }),
    ).toBeVisible();
    await box(page, 'Name').fill(name);
    await box(page, 'Procedure Type').fill('Injection');
    await button(page, 'Add Section').click();
    await expect(box(page, 'Section Title')).toHaveValue('Procedure Details');

    await button(page, 'Add Field').click();
    const added = dialog(page, 'Add Field');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await expect(added.getByText('Please enter a field label')).toBeVisible();
    await expect(added.getByText('Please enter a field ID')).toBeVisible();
    for (const label of ['Default Value', 'Placeholder', 'Max Length', 'Help Text'])
      await expect(added.getByRole('textbox', { name: label, exact: true })).toHaveCount(1);
    for (const label of ['Required', 'Read-only', 'Visible', 'Include in report'])
      await expect(added.getByRole('checkbox', { name: label, exact: true })).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Dependency Type' }).click();
    const transform = page.getByRole('option', { name: 'Transform (coming soon)' });
    await expect(transform).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await box(page, 'Label').fill('Entry side');
    await expect(box(page, 'ID')).toHaveValue('entry_side');
    await choose(page, 'Type', 'Radio');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await expect(added.getByText('Please add at least one option for radio fields')).toBeVisible();
    await box(page, 'Options').fill('Left\nRight');
    await added.getByRole('checkbox', { name: 'Required' }).check();
    await added.getByRole('button', { name: 'Add Field' }).click();
    await expect(added).toBeHidden();

    await button(page, 'Add Field').click();
    await box(page, 'Label').fill('Note');
    await choose(page, 'Auto-populate from', 'Patient: age');
    await choose(page, 'Dependency Type', 'Dynamic text: text built from other fields');
    await box(page, 'Text with placeholders').fill('From the {{entry_side}}, {{level}}');
    await button(page, 'Add visibility rule').click();
    await choose(page, 'When field', 'Entry side (entry_side)');
    await added.getByRole('combobox', { name: 'Value' }).fill('Middle');
    await choose(page, 'Action', 'Hide this field');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await expect(added).toBeHidden();
    for (const warning of [
      'This field has only hide rules, so it is never shown',
      'Visibility rule 1 never matches: "Entry side" does not offer that value',
      'The text uses {{level}}, which is not a field in this template',
    ])
      await expect(page.getByText(warning)).toBeVisible();

    await button(page, 'Edit field Note').click();
    await choose(page, 'Action', 'Show this field');
    await page.getByRole('combobox', { name: 'Value' }).fill('Left');
    await box(page, 'Text with placeholders').fill('From the {{entry_side}}');
    await button(page, 'Save Field').click();
    await expect(page.getByText('so it is never shown')).toHaveCount(0);
    const tryOut = page.getByRole('region', { name: 'Try it out' });
    await expect(tryOut.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
    await tryOut.getByRole('radio', { name: 'Left' }).check();
    await expect(tryOut.getByRole('textbox', { name: 'Note' })).toHaveValue('From the Left');

    const failure = await answer(page, '**/api/admin/template/templates', { method: 'POST', status: 500 });
    await button(page, 'Save').click();
    await expect(confirm(page, 'Error').getByText('Failed to save template')).toBeVisible();
    await button(page, 'OK').click();
    failure.end();
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await button(page, 'Save').click();
    const { id } = templateCreate.response.parse(await (await saved).json());
    await page.waitForURL(`**/admin/templates/${id}/edit`);
    await expect(heading(page, 'Edit Template')).toBeVisible();
    await expect(page.getByText(`${name} was saved`).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Billing code rules' })).toBeVisible();
    await expect(button(page, 'Undo')).toBeEnabled();
    const { templateContent, autoPopulateFields } = await api.succeed(
      templateGet,
      { params: { id } },
      await api.superToken(),
    );
    expect(autoPopulateFields).toBe('{"note":"patient.age"}');
    expect(parseTemplateContent(templateContent).content.sections).toMatchObject([
      {
        title: 'Procedure Details',
        fields: [
          { id: 'entry_side', type: 'radio', required: true, options: ['Left', 'Right'] },
          {
            id: 'note',
            dependencyType: 'dynamic_text',
            defaultTemplate: 'From the {{entry_side}}',
            visibilityRules: [
              { sourceFieldId: 'entry_side', operator: 'equals', value: 'Left', action: 'show' },
            ],
          },
        ],
      },
    ]);
  });

  test('moves fields and sections by mouse and keyboard, with undo and redo, and asks before leaving', async ({
    page,
    api,
  }) => {
    const template = await newTemplate(api);
    await openEditor(page, template);
    await hasOrder(page, ['approach level', 'plan']);
    await drag(page, 'Move field level', 'Move field approach');
    await hasOrder(page, ['level approach', 'plan']);
    await drag(page, 'Move field level', 'Move field plan');
    await hasOrder(page, ['approach', 'plan level']);
    await drag(page, 'Move section Closing', 'Move section Procedure Details');
    await hasOrder(page, ['plan level', 'approach']);
    for (const before of [
      ['approach', 'plan level'],
      ['level approach', 'plan'],
      ['approach level', 'plan'],
    ]) {
      await button(page, 'Undo').click();
      await hasOrder(page, before);
    }
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);

    await button(page, 'Move field level').focus();
    await page.keyboard.press('ArrowDown');
    await hasOrder(page, ['approach', 'level plan']);
    await expect(page.getByText('field level: position 1 of 2 in Closing')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await hasOrder(page, ['approach', 'plan level']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move field level');
    await page.keyboard.press('Control+z');
    await hasOrder(page, ['approach level', 'plan']);
    await page.keyboard.press('Control+y');
    await hasOrder(page, ['approach', 'plan level']);

    await page.getByRole('link', { name: 'Cancel' }).click();
    const leaving = confirm(page, 'Leave without saving?');
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await expect(leaving).toBeHidden();
    await button(page, 'Save').click();
    await expect(heading(page, 'Template Management')).toBeVisible();
    const { sections } = await contentOf(api, template);
    expect(sections.map(({ fields }) => fields.map(({ id }) => id).join(' '))).toEqual([
      'approach',
      'plan level',
    ]);
  });

  test('moves a field by touch on a phone', async ({ openAs, api }) => {
    const template = await newTemplate(api);
    const { page, context } = await openAs('superadmin', { viewport: PHONE });
    await page.goto(`/admin/templates/${template.id}/edit`);
    const handle = button(page, 'Move field level');
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [start, end] = [
      await handle.boundingBox(),
      await button(page, 'Move field approach').boundingBox(),
    ];
    if (start === null || end === null) throw new Error('A handle is not on the screen');
    const fingers = await context.newCDPSession(page);
    await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const x = start.x + start.width / 2;
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    await touch('touchStart', start.y + 10);
    // A long press picks up the handle; a quick swipe would scroll.
    await expect
      .poll(async () => {
        await touch('touchMove', start.y + 9);
        return page.locator('[data-carried]').count();
      })
      .toBe(1);
    for (let y = start.y; y > end.y; y -= 8) await touch('touchMove', y);
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await hasOrder(page, ['level approach', 'plan']);
  });

  test('handles circular dependencies, copies, stale saves and failed loads', async ({ page, api }) => {
    const template = await newTemplate(api, {
      fields: [field('a', { label: 'Approach' }), field('b', { dependsOn: 'a', dependencyType: 'copy' })],
    });
    const token = await api.superToken();
    const code = uniqueName().slice(0, 8).toUpperCase();
    const added = { codeType: 'CPT', code, description: `About ${code}` } as const;
    const { id: billingCodeId } = await api.succeed(billingCodeCreate, { body: added }, token);
    const rule = { templateId: template.id, isTemplateDefault: true, billingCodes: [{ billingCodeId }] };
    await api.succeed(billingCodeRuleCreate, { body: rule }, token);
    await openEditor(page, template);
    await button(page, 'Edit field Approach').click();
    await choose(page, 'Dependency Type', 'Copy: same value as the other field');
    await choose(page, 'Depends On', 'b (b)');
    await button(page, 'Save Field').click();
    await button(page, 'Save').click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'These fields have a circular dependency: "Approach" → "b" → "Approach"' }),
    ).toBeVisible();
    await button(page, 'Undo').click();

    await box(page, 'Procedure Type').fill('Mine');
    const theirs = { ...template, name: `${template.name} too` };
    const { name, procedureType, templateContent, version } = theirs;
    await api.send('PUT', `/admin/template/templates/${template.id}`, {
      token: await api.superToken(),
      body: { name, procedureType, templateContent, version },
    });
    await button(page, 'Save').click();
    await expect(page.getByText(`They saved: ${name}`)).toBeVisible();
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await expect(button(page, `Deactivate ${name}`)).toBeVisible();

    await page.getByRole('link', { name: `Duplicate ${name}`, exact: true }).click();
    await expect(heading(page, 'New Template')).toBeVisible();
    await expect(box(page, 'Name')).toHaveValue(`${name} (Copy)`);
    await expect.poll(() => order(page)).toEqual(['a b', 'plan']);
    await expect(page.getByText('auto-populate and 1 billing code rule.')).toBeVisible();
    await newTemplate(api, { name: `${name} (Copy)` });
    await page.reload();
    await expect(box(page, 'Name')).toHaveValue(`${name} (Copy 2)`);

    await button(page, 'Save').click();
    await expect(page.getByText(`${name} (Copy 2) was added with 1 billing code rule`).first()).toBeVisible();
    await expect(heading(page, 'Edit Template')).toBeVisible();
    await expect(page.getByText(`About ${code}`)).toBeVisible();

    const address = `**/api/admin/template/templates/${template.id}`;
    await answer(page, address, { status: 500 });
    await page.goto(`/admin/templates/${template.id}/edit`);
    await expect(page.getByText('Failed to load template')).toBeVisible();
    await answer(page, address, { json: { ...template, templateContent: '{"version": 1, "sections": 7}' } });
    await page.reload();
    await expect(page.getByText('The stored content could not be read')).toBeVisible();
    await expect(page.getByText('Add the first section.')).toBeVisible();
  });
});
