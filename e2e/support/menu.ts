import { expect, type Page } from '@playwright/test';

/** Opens the groups of the menu that are collapsed at first. */
export async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const group of ['Templates and codes', 'Security and logs', 'System'])
    await menu.getByRole('button', { name: group, expanded: false }).click();
  await expect(menu.getByRole('button', { expanded: false })).toHaveCount(0);
}
