import { expect, type Page } from '@playwright/test';

/** Opens the groups of the menu that are collapsed at first. */
export async function openGroups(page: Page): Promise<void> {
  for (const group of ['Templates and codes', 'Security and logs', 'System']) await openGroup(page, group);
}

/** Opens a group of the menu. It is open already if another test of the same user has opened it. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const group = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
}
