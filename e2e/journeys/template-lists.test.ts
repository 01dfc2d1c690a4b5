import { categoryCreate } from '@portal/contract/template-categories';
import { templateToggle } from '@portal/contract/templates';
import { describe, expect, it } from 'vitest';
import { client, heading, useBrowser, usePage } from '../run/page.ts';
import { superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, row } from '../run/table.ts';
import { box, button, confirm, dialog, newTemplate } from '../run/template-screens.ts';

useBrowser();

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
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual(['Templates', 'Categories', 'Location Headers']);
    const table = `Templates: ${category}`;
    await expect
      .poll(() => columns(page, table))
      .toEqual([
        'Name',
        'Procedure Type',
        'Description',
        'Quick Access Order',
        'Usage Count',
        'Status',
        'Actions',
      ]);
    await row(page, 'Templates: Uncategorized', other.name).waitFor();
    await expect.poll(() => row(page, table, inactive.name).count()).toBe(0);
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await row(page, table, inactive.name).waitFor();
    const shade = (name: string) =>
      row(page, table, name).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(() => shade(inactive.name)).not.toBe(await shade(active.name));

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
    await expect
      .poll(() => columns(page, 'Categories'))
      .toEqual(['Order', 'Icon', 'Name', 'Template Count', 'Actions']);
    await row(page, 'Categories', used).waitFor();
    await expect.poll(() => button(page, `Delete ${used}`).isDisabled()).toBe(true);
    await button(page, 'Add Category').click();
    const added = dialog(page, 'Add Category');
    await expect.poll(() => added.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await expect.poll(() => added.getByRole('spinbutton', { name: 'Display Order' }).inputValue()).toBe('0');
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
