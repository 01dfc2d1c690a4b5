import { categoryCreate } from '@portal/contract/template-categories';
import { templateCreate, templateGet, templateToggle, type Template } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, PATIENCE, PHONE, useBrowser, usePage, visit } from '../run/page.ts';
import { superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, row } from '../run/table.ts';

useBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const confirm = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const field = (id: string, change: object = {}) => ({ id, label: id, type: 'text', ...change });

/** A template of its own with two sections; anything of its fields can be set. */
async function newTemplate({
  name = `Template ${uniqueName()}`,
  categoryId = null,
  fields = [field('approach'), field('level')],
}: {
  readonly name?: string;
  readonly categoryId?: number | null;
  readonly fields?: readonly object[];
} = {}): Promise<Template> {
  const templateContent = JSON.stringify({
    version: 1,
    sections: [
      { id: 'one', title: 'Procedure Details', fields },
      { id: 'two', title: 'Closing', fields: [field('plan')] },
    ],
  });
  const body = { name, procedureType: 'Injection', categoryId, templateContent };
  return client().succeed(templateCreate, { body }, await superToken());
}

const contentOf = async ({ id }: Template) => {
  const { templateContent } = await client().succeed(templateGet, { params: { id } }, await superToken());
  return parseTemplateContent(templateContent).content;
};

async function openEditor(page: Page, template: Template): Promise<void> {
  await visit(page, `/admin/templates/${template.id}/edit`);
  await page.getByRole('heading', { name: 'Sections and Fields' }).waitFor();
}

/** The ids of the fields in the builder, section by section. */
const order = (page: Page) =>
  page
    .getByRole('list', { name: /^Fields of section/ })
    .evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('[data-move]')]
          .map((handle) => handle.getAttribute('data-move')?.slice(2))
          .join(' '),
      ),
    );
const hasOrder = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect.poll(() => order(page), PATIENCE).toEqual(expected);
};

describe('spec 2 §2, §4, §8 Template Management /admin/templates', () => {
  const shared = usePage('superadmin');

  it('groups templates by category, hides inactive ones, and activates, deactivates and deletes after asking', async () => {
    const page = shared();
    const { succeed } = client();
    const category = uniqueName('C');
    const { id: categoryId } = await succeed(
      categoryCreate,
      { body: { name: category } },
      await superToken(),
    );
    const active = await newTemplate({ categoryId });
    const inactive = await newTemplate({ categoryId });
    await succeed(templateToggle, { params: { id: inactive.id } }, await superToken());
    const other = await newTemplate();
    await page.goto('/admin/templates');
    await heading(page, 'Template Management');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Templates',
      'Categories',
      'Location Headers',
    ]);
    const table = `Templates: ${category}`;
    expect(await columns(page, table)).toEqual([
      'Name',
      'Procedure Type',
      'Description',
      'Quick Access Order',
      'Usage Count',
      'Status',
      'Actions',
    ]);
    await row(page, 'Templates: Uncategorized', other.name).waitFor();
    expect(await row(page, table, inactive.name).count()).toBe(0);
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await row(page, table, inactive.name).waitFor();
    const shade = (name: string) =>
      row(page, table, name).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await shade(inactive.name)).not.toBe(await shade(active.name));

    await answer(page, '**/toggle-status', { status: 409, json: { message: 'Not today' } });
    await button(page, `Deactivate ${active.name}`).click();
    await confirm(page, 'Deactivate template?').getByRole('button', { name: 'Deactivate' }).click();
    await confirm(page, 'Error').getByText('Failed to deactivate template: Not today').waitFor();
    await confirm(page, 'Error').getByRole('button', { name: 'OK' }).click();
    await page.unrouteAll();
    await button(page, `Deactivate ${active.name}`).click();
    await confirm(page, 'Deactivate template?').getByText('no longer be available for dictations').waitFor();
    await confirm(page, 'Deactivate template?').getByRole('button', { name: 'Deactivate' }).click();
    await button(page, `Activate ${active.name}`).click();
    await confirm(page, 'Activate template?').getByRole('button', { name: 'Activate' }).click();
    await button(page, `Deactivate ${active.name}`).waitFor();

    await answer(page, '**/templates/*', { method: 'DELETE', status: 409, json: { message: 'In use' } });
    await button(page, `Delete ${other.name}`).click();
    await confirm(page, 'Delete template?').getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Error').getByText('Failed to delete template: In use').waitFor();
    await button(page, 'OK').click();
    await page.unrouteAll();
    await button(page, `Delete ${other.name}`).click();
    await confirm(page, 'Delete template?').getByRole('button', { name: 'Delete' }).click();
    await row(page, 'Templates: Uncategorized', other.name).waitFor({ state: 'detached' });
  });

  it('adds, edits and deletes categories; one with templates cannot be deleted (spec 2 §2, §5)', async () => {
    const page = shared();
    const [name, used] = [uniqueName('C'), uniqueName('C')];
    const { id } = await client().succeed(categoryCreate, { body: { name: used } }, await superToken());
    await newTemplate({ categoryId: id });
    await page.goto('/admin/templates?tab=categories');
    expect(await columns(page, 'Categories')).toEqual(['Order', 'Icon', 'Name', 'Template Count', 'Actions']);
    await row(page, 'Categories', used).waitFor();
    expect(await button(page, `Delete ${used}`).isDisabled()).toBe(true);
    await button(page, 'Add Category').click();
    const added = dialog(page, 'Add Category');
    expect(await added.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    expect(await added.getByRole('spinbutton', { name: 'Display Order' }).inputValue()).toBe('0');
    expect(
      await added
        .getByRole('group', { name: 'Icon' })
        .getByRole('button')
        .evaluateAll((all) => all.map((each) => each.getAttribute('value'))),
    ).toEqual([
      'category',
      'medical_services',
      'assignment',
      'description',
      'folder',
      'local_hospital',
      'healing',
      'science',
    ]);
    await box(page, 'Name').fill(used);
    await button(page, 'Create').click();
    await confirm(page, 'Error').waitFor();
    await button(page, 'OK').click();
    await box(page, 'Name').fill(name);
    await added.getByRole('button', { name: 'Healing' }).click();
    await button(page, 'Create').click();
    await row(page, 'Categories', name).getByRole('img', { name: 'Healing' }).waitFor();
    await button(page, `Edit ${name}`).click();
    await page.getByRole('spinbutton', { name: 'Display Order' }).fill('77');
    await button(page, 'Update').click();
    await row(page, 'Categories', name).getByText('77', { exact: true }).waitFor();
    await button(page, `Delete ${name}`).click();
    await confirm(page, 'Delete category?').getByRole('button', { name: 'Delete' }).click();
    await row(page, 'Categories', name).waitFor({ state: 'detached' });
  });
});

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
    expect(await box(page, 'Section Title').inputValue()).toBe('Procedure Details');

    await button(page, 'Add Field').click();
    const added = dialog(page, 'Add Field');
    await added.getByRole('button', { name: 'Add Field' }).click();
    await added.getByText('Please enter a field label').waitFor();
    await added.getByText('Please enter a field ID').waitFor();
    for (const label of ['Default Value', 'Placeholder', 'Max Length', 'Help Text'])
      expect(await added.getByRole('textbox', { name: label, exact: true }).count()).toBe(1);
    for (const label of ['Required', 'Read-only', 'Visible', 'Include in report'])
      expect(await added.getByRole('checkbox', { name: label, exact: true }).count()).toBe(1);
    await page.getByRole('combobox', { name: 'Dependency Type' }).click();
    const transform = page.getByRole('option', { name: 'Transform (coming soon)' });
    expect(await transform.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await box(page, 'Label').fill('Entry side');
    expect(await box(page, 'ID').inputValue()).toBe('entry_side');
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
    expect(await page.getByText('so it is never shown').count()).toBe(0);
    const tryOut = page.getByRole('region', { name: 'Try it out' });
    expect(await tryOut.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
    await tryOut.getByRole('radio', { name: 'Left' }).check();
    await expect
      .poll(() => tryOut.getByRole('textbox', { name: 'Note' }).inputValue(), PATIENCE)
      .toBe('From the Left');

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
    const drag = async (from: string, to: string) => {
      const [start, end] = [await button(page, from).boundingBox(), await button(page, to).boundingBox()];
      if (start === null || end === null) throw new Error('A handle is not on the screen');
      const middle = { x: start.x + start.width / 2, y: start.y + start.height / 2 };
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.down();
      await page.mouse.move(middle.x, middle.y + 8, { steps: 2 });
      await page.mouse.move(middle.x, end.y + end.height / 2, { steps: 10 });
      await page.mouse.up();
    };
    await button(page, 'Add Section').scrollIntoViewIfNeeded();
    await hasOrder(page, ['approach level', 'plan']);
    await drag('Move field level', 'Move field approach');
    await hasOrder(page, ['level approach', 'plan']);
    await drag('Move field level', 'Move field plan');
    await hasOrder(page, ['approach', 'plan level']);
    await drag('Move section Closing', 'Move section Procedure Details');
    await hasOrder(page, ['plan level', 'approach']);
    for (const before of [
      ['approach', 'plan level'],
      ['level approach', 'plan'],
      ['approach level', 'plan'],
    ]) {
      await button(page, 'Undo').click();
      await hasOrder(page, before);
    }
    expect(await page.getByText('Unsaved changes').count()).toBe(0);

    await button(page, 'Move field level').focus();
    await page.keyboard.press('ArrowDown');
    await hasOrder(page, ['approach', 'level plan']);
    await page.getByText('field level: position 1 of 2 in Closing').waitFor();
    await page.keyboard.press('ArrowDown');
    await hasOrder(page, ['approach', 'plan level']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move field level',
    );
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
      }, PATIENCE)
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
    await expect.poll(() => box(page, 'Name').inputValue(), PATIENCE).toBe(`${name} (Copy)`);
    expect(await order(page)).toEqual(['a b', 'plan']);
    await newTemplate({ name: `${name} (Copy)` });
    await page.reload();
    await expect.poll(() => box(page, 'Name').inputValue(), PATIENCE).toBe(`${name} (Copy 2)`);

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
