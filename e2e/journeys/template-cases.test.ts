import { templateCaseList } from '@portal/contract/template-cases';
import { heading } from '../support/page.ts';
import {
  box,
  button,
  contentOf,
  dialog,
  field,
  newTemplate,
  openEditor,
} from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';

test.use({ account: 'superadmin' });

test('a test case fails when its template breaks, and saving then needs a reason', async ({ page, api }) => {
  const template = await newTemplate(api, {
    fields: [
      field('side', { label: 'Side', type: 'radio', options: ['Left', 'Right'] }),
      field('note', { dependencyType: 'dynamic_text', defaultTemplate: 'Injected on the {{side}}.' }),
    ],
  });
  await openEditor(page, template);
  const panel = page.getByRole('region', { name: 'Test cases' });
  await expect(panel.getByText('No test cases yet')).toBeVisible();

  await page.getByRole('region', { name: 'Try it out' }).getByRole('radio', { name: 'Left' }).check();
  await button(page, 'Save as Test Case').click();
  const adding = dialog(page, 'Save as Test Case');
  await adding.getByRole('textbox', { name: 'Name' }).fill('Left side');
  await expect(adding.getByRole('textbox', { name: 'Expected text' })).toHaveValue(
    'PROCEDURE DETAILS\nSide: Left\nInjected on the Left.',
  );
  await button(page, 'Save Test Case').click();
  await expect(adding).toBeHidden();
  await button(page, 'Run Cases').click();
  await expect(panel.getByText('The test case passes')).toBeVisible();

  await button(page, 'Edit field note').click();
  await box(page, 'Text with placeholders').fill('Injected on the side.');
  await button(page, 'Save Field').click();
  await expect(panel.getByText('1 of 1 test case fails')).toBeVisible();
  await button(page, 'Save').click();
  const failing = dialog(page, 'Test cases fail');
  await expect(failing.getByRole('heading', { name: 'Left side' })).toBeVisible();
  await expect(failing.getByRole('deletion').filter({ hasText: 'Left' })).toBeVisible();
  await button(page, 'Save anyway').click();
  await expect(failing.getByText('Enter a reason of at least 10 characters')).toBeVisible();
  await button(page, 'Back to the template').click();
  await expect(failing).toBeHidden();
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await button(page, 'Save').click();
  await box(page, 'Reason').fill('The side is dictated elsewhere now');
  await button(page, 'Save anyway').click();
  await expect(heading(page, 'Template Management')).toBeVisible();
  const { sections } = await contentOf(api, template);
  expect(sections[0]?.fields[1]?.defaultTemplate).toBe('Injected on the side.');

  await openEditor(page, template);
  await button(page, 'Run Cases').click();
  await button(page, 'Accept actual as expected for Left side').click();
  await expect(panel.getByText('The test case passes')).toBeVisible();
  const cases = await api.succeed(templateCaseList, { params: { id: template.id } }, await api.superToken());
  expect(cases.map(({ expected }) => expected.text)).toEqual([
    'PROCEDURE DETAILS\nSide: Left\nInjected on the side.',
  ]);
});
