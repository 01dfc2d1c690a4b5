import type { Locator } from '@playwright/test';
import { heading } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

/** The color with which the browser paints a property of an element. */
const colorOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test.use({ account: 'superadmin', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test('with forced colors, what is selected, focused or a button can be told from the rest', async ({
  page,
}) => {
  await page.goto('/admin/templates?tab=categories');
  await expect(heading(page, 'Template Management')).toBeVisible();
  const background = await colorOf(page.locator('body'), 'background-color');
  const indicator = page.locator('.MuiTabs-indicator');
  await expect(indicator).not.toHaveCSS('background-color', background);
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  await expect(current).not.toHaveCSS('background-color', background);

  await page.goto('/patients/new');
  await expect(page.getByRole('button', { name: 'Add Patient' })).toHaveCSS('border-style', 'solid');
  const outlineOf = (label: string) =>
    page.locator('.MuiOutlinedInput-root', { has: page.getByLabel(label) }).locator('fieldset');
  await page.getByLabel('Last Name').focus();
  await expect(outlineOf('Last Name')).toHaveCSS('border-top-width', '2px');
  const plain = await colorOf(outlineOf('First Name'), 'border-top-color');
  expect(plain).not.toBe(background);
  await expect(outlineOf('Last Name')).not.toHaveCSS('border-top-color', plain);
});
