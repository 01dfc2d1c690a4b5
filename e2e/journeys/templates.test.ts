import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { templateCreate, templateGet } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import { drag } from '../run/drag.ts';
import { client, heading, openAs, PHONE, useBrowser, usePage } from '../run/page.ts';
import { superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
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
} from '../run/template-screens.ts';

useBrowser();

describe('spec 2 §2, §5 template create and edit', () => {
  const shared = usePage('superadmin');

  it('builds a template: required fields, the field dialog with its messages, warnings, and the live try-out', async () => {
    const page = shared();
    const name = `Template ${uniqueName()}`;
    await page.goto('/admin/templates/new');
    await heading(page, 'New Template');
    await button(page, 'Save').click();
    await page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }).waitFor();
    await box(page, 'Name').fill(name);
    await box(page, 'Procedure Type').fill('Injection');
    await button(page, 'Add Section').click();
    await expect.poll(() => box(page, 'Section Title').inputValue()).toBe('Procedure Details');

    await button(page, 'Add Field').click();
    const added = dialog(page, 'Add Field');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await added.getByText('Please enter a field label').waitFor();
    await added.getByText('Please enter a field ID').waitFor();
    for (const label of ['Default Value', 'Placeholder', 'Max Length', 'Help Text'])
      await expect.poll(() => added.getByRole('textbox', { name: label, exact: true }).count()).toBe(1);
    for (const label of ['Required', 'Read-only', 'Visible', 'Include in report'])
      await expect.poll(() => added.getByRole('checkbox', { name: label, exact: true }).count()).toBe(1);
    await page.getByRole('combobox', { name: 'Dependency Type' }).click();
    const transform = page.getByRole('option', { name: 'Transform (coming soon)' });
    await expect.poll(() => transform.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await box(page, 'Label').fill('Entry side');
    await expect.poll(() => box(page, 'ID').inputValue()).toBe('entry_side');
    await choose(page, 'Type', 'Radio');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await added.getByText('Please add at least one option for radio fields').waitFor();
    await box(page, 'Options').fill('Left\nRight');
    await added.getByRole('checkbox', { name: 'Required' }).check();
    await added.getByRole('button', { name: 'Add Field' }).click();
    await added.waitFor({ state: 'detached' });

    await button(page, 'Add Field').click();
    await box(page, 'Label').fill('Note');
    await choose(page, 'Auto-populate from', 'Patient: age');
    await choose(page, 'Dependency Type', 'Dynamic text: a text made of other fields');
    await box(page, 'Text with placeholders').fill('From the {{entry_side}}, {{level}}');
    await added.getByRole('button', { name: /^Visibility rules/ }).click();
    await button(page, 'Add visibility rule').click();
    await choose(page, 'When field', 'Entry side (entry_side)');
    await added.getByRole('combobox', { name: 'Value' }).fill('Middle');
    await choose(page, 'Action', 'Hide this field');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await added.waitFor({ state: 'detached' });
    for (const warning of [
      'It has only rules that hide it, so it is never shown',
      'The visibility rule 1 never holds: "Entry side" does not offer what it looks for',
      'Its text names {{level}}, which is not a field of this template',
    ])
      await page.getByText(warning).waitFor();

    await button(page, 'Edit field Note').click();
    await choose(page, 'Action', 'Show this field');
    await page.getByRole('combobox', { name: 'Value' }).fill('Left');
    await box(page, 'Text with placeholders').fill('From the {{entry_side}}');
    await button(page, 'Save Field').click();
    await expect.poll(() => page.getByText('so it is never shown').count()).toBe(0);
    const tryOut = page.getByRole('region', { name: 'Try it out' });
    await expect.poll(() => tryOut.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
    await tryOut.getByRole('radio', { name: 'Left' }).check();
    await expect.poll(() => tryOut.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('From the Left');

    await answer(page, '**/api/admin/template/templates', { method: 'POST', status: 500 });
    await button(page, 'Save').click();
    await confirm(page, 'Error').getByText('Failed to save template').waitFor();
    await button(page, 'OK').click();
    await page.unrouteAll();
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await button(page, 'Save').click();
    const { id } = templateCreate.response.parse(await (await saved).json());
    await heading(page, 'Template Management');
    await button(page, `Deactivate ${name}`).waitFor();
    const { templateContent, autoPopulateFields } = await client().succeed(
      templateGet,
      { params: { id } },
      await superToken(),
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

  it('moves fields and sections by mouse and keyboard, with undo, redo and a question before leaving', async () => {
    const page = shared();
    const template = await newTemplate();
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
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);

    await button(page, 'Move field level').focus();
    await page.keyboard.press('ArrowDown');
    await hasOrder(page, ['approach', 'level plan']);
    await page.getByText('field level: position 1 of 2 in Closing').waitFor();
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
    await leaving.waitFor({ state: 'detached' });
    await button(page, 'Save').click();
    await heading(page, 'Template Management');
    const { sections } = await contentOf(template);
    expect(sections.map(({ fields }) => fields.map(({ id }) => id).join(' '))).toEqual([
      'approach',
      'plan level',
    ]);
  });

  it('moves a field by touch on a phone', async () => {
    const template = await newTemplate();
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
    // Held for a moment, a handle is taken; a quick stroke would scroll.
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

  it('spec 2 §2, §8 circles, copies, stale saves, and templates that cannot be loaded or read', async () => {
    const page = shared();
    const template = await newTemplate({
      fields: [field('a', { label: 'Approach' }), field('b', { dependsOn: 'a', dependencyType: 'copy' })],
    });
    const token = await superToken();
    const code = uniqueName().slice(0, 8).toUpperCase();
    const added = { codeType: 'CPT', code, description: `About ${code}` } as const;
    const { id: billingCodeId } = await client().succeed(billingCodeCreate, { body: added }, token);
    const rule = { templateId: template.id, isTemplateDefault: true, billingCodes: [{ billingCodeId }] };
    await client().succeed(billingCodeRuleCreate, { body: rule }, token);
    await openEditor(page, template);
    await button(page, 'Edit field Approach').click();
    await choose(page, 'Dependency Type', 'Copy: has the value of the other field');
    await choose(page, 'Depends On', 'b (b)');
    await button(page, 'Save Field').click();
    await button(page, 'Save').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'These fields depend on each other in a circle: "Approach" → "b" → "Approach"' })
      .waitFor();
    await button(page, 'Undo').click();

    await box(page, 'Procedure Type').fill('Mine');
    const theirs = { ...template, name: `${template.name} too` };
    const { name, procedureType, templateContent, version } = theirs;
    await client().send('PUT', `/admin/template/templates/${template.id}`, {
      token: await superToken(),
      body: { name, procedureType, templateContent, version },
    });
    await button(page, 'Save').click();
    await page.getByText(`They saved: ${name}`).waitFor();
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await button(page, `Deactivate ${name}`).waitFor();

    await page.getByRole('link', { name: `Duplicate ${name}`, exact: true }).click();
    await heading(page, 'New Template');
    await expect.poll(() => box(page, 'Name').inputValue()).toBe(`${name} (Copy)`);
    await expect.poll(() => order(page)).toEqual(['a b', 'plan']);
    await page.getByText('auto-populate and 1 billing code rule.').waitFor();
    await newTemplate({ name: `${name} (Copy)` });
    await page.reload();
    await expect.poll(() => box(page, 'Name').inputValue()).toBe(`${name} (Copy 2)`);

    await button(page, 'Save').click();
    await page.getByText(`${name} (Copy 2) was added with 1 billing code rule`).first().waitFor();
    await page.getByRole('button', { name: 'Edit billing code rules' }).click();
    await heading(page, 'Edit Template');
    await page.getByText(`About ${code}`).waitFor();

    const address = `**/api/admin/template/templates/${template.id}`;
    await answer(page, address, { status: 500 });
    await page.goto(`/admin/templates/${template.id}/edit`);
    await page.getByText('Failed to load template').waitFor();
    await answer(page, address, { json: { ...template, templateContent: '{"version": 1, "sections": 7}' } });
    await page.reload();
    await page.getByText('The stored content could not be read').waitFor();
    await page.getByText('Add the first section.').waitFor();
    await page.unrouteAll();
  });
});
