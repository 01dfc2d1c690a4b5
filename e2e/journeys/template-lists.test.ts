import { categoryCreate } from '@portal/contract/template-categories';
import { templateToggle } from '@portal/contract/templates';
import { heading } from '../support/page.ts';
import { uniqueName } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import { columnHeaders, row } from '../support/table.ts';
import { box, button, confirm, dialog, newTemplate } from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';

test.describe('Template Management /admin/templates', () => {
  test.use({ account: 'superadmin' });

  test('groups templates by category, hides inactive ones, and changes or deletes them after confirmation', async ({
    page,
    api,
  }) => {
    const { succeed } = api;
    const category = uniqueName('C');
    const { id: categoryId } = await succeed(
      categoryCreate,
      { body: { name: category } },
      await api.superToken(),
    );
    const active = await newTemplate(api, { categoryId });
    const inactive = await newTemplate(api, { categoryId });
    await succeed(templateToggle, { params: { id: inactive.id } }, await api.superToken());
    const other = await newTemplate(api);
    await page.goto('/admin/templates');
    await expect(heading(page, 'Template Management')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([
      'Templates',
      'Categories',
      'Location Headers',
      'Signing Checks',
      'Text Shortcuts',
      'Speech',
    ]);
    const table = `Templates: ${category}`;
    await expect(columnHeaders(page, table)).toHaveText([
      'Name',
      'Procedure Type',
      'Description',
      'Quick Access Order',
      'Usage Count',
      'Status',
      'Actions',
    ]);
    await expect(row(page, 'Templates: Uncategorized', other.name)).toBeVisible();
    await expect(row(page, table, inactive.name)).toHaveCount(0);
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await expect(row(page, table, inactive.name)).toBeVisible();
    const shade = (name: string) =>
      row(page, table, name).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(() => shade(inactive.name)).not.toBe(await shade(active.name));

    const refusal = await answer(page, '**/toggle-status', { status: 409, json: { message: 'Not today' } });
    await button(page, `Deactivate ${active.name}`).click();
    await confirm(page, 'Deactivate template?').getByRole('button', { name: 'Deactivate' }).click();
    await expect(confirm(page, 'Error').getByText('Failed to deactivate template: Not today')).toBeVisible();
    await confirm(page, 'Error').getByRole('button', { name: 'OK' }).click();
    refusal.end();
    await button(page, `Deactivate ${active.name}`).click();
    await expect(
      confirm(page, 'Deactivate template?').getByText('no longer be available for dictations'),
    ).toBeVisible();
    await confirm(page, 'Deactivate template?').getByRole('button', { name: 'Deactivate' }).click();
    await button(page, `Activate ${active.name}`).click();
    await confirm(page, 'Activate template?').getByRole('button', { name: 'Activate' }).click();
    await expect(button(page, `Deactivate ${active.name}`)).toBeVisible();

    const use = await answer(page, '**/templates/*', {
      method: 'DELETE',
      status: 409,
      json: { message: 'In use' },
    });
    await button(page, `Delete ${other.name}`).click();
    await confirm(page, 'Delete template?').getByRole('button', { name: 'Delete' }).click();
    await expect(confirm(page, 'Error').getByText('Failed to delete template: In use')).toBeVisible();
    await button(page, 'OK').click();
    use.end();
    await button(page, `Delete ${other.name}`).click();
    await confirm(page, 'Delete template?').getByRole('button', { name: 'Delete' }).click();
    await expect(confirm(page, 'Delete template?')).toBeHidden();
    await expect(row(page, 'Templates: Uncategorized', other.name)).toBeHidden();
  });

  test('adds, edits and deletes categories; one with templates cannot be deleted', async ({ page, api }) => {
    const [name, used] = [uniqueName('C'), uniqueName('C')];
    const { id } = await api.succeed(categoryCreate, { body: { name: used } }, await api.superToken());
    await newTemplate(api, { categoryId: id });
    await page.goto('/admin/templates?tab=categories');
    await expect(columnHeaders(page, 'Categories')).toHaveText([
      'Order',
      'Icon',
      'Name',
      'Report Heading',
      'Template Count',
      'Actions',
    ]);
    await expect(row(page, 'Categories', used)).toBeVisible();
    await expect(button(page, `Delete ${used}`)).toBeDisabled();
    await button(page, 'Add Category').click();
    const added = dialog(page, 'Add Category');
    await expect(added.getByRole('button', { name: 'Create' })).toBeDisabled();
    await expect(added.getByRole('textbox', { name: 'Display Order' })).toHaveValue('0');
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
    await expect(confirm(page, 'Error')).toBeVisible();
    await button(page, 'OK').click();
    await box(page, 'Name').fill(name);
    await added.getByRole('button', { name: 'Healing' }).click();
    await button(page, 'Create').click();
    await expect(row(page, 'Categories', name).getByRole('img', { name: 'Healing' })).toBeVisible();
    await button(page, `Edit ${name}`).click();
    await page.getByRole('textbox', { name: 'Display Order' }).fill('77');
    await button(page, 'Update').click();
    await expect(row(page, 'Categories', name).getByText('77', { exact: true })).toBeVisible();
    await button(page, `Delete ${name}`).click();
    await confirm(page, 'Delete category?').getByRole('button', { name: 'Delete' }).click();
    await expect(confirm(page, 'Delete category?')).toBeHidden();
    await expect(row(page, 'Categories', name)).toBeHidden();
  });
});
