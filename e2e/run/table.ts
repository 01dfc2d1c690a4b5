import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The headings of a list's columns, left to right. */
export async function columns(page: Page, table: string): Promise<string[]> {
  const heads = page.getByRole('table', { name: table, exact: true }).getByRole('columnheader');
  await heads.first().waitFor();
  return (await heads.allInnerTexts()).map((text) => text.trim());
}

/** The texts of one column, top to bottom, as they stand now. */
export async function columnTexts(page: Page, table: string, header: string): Promise<string[]> {
  const at = (await columns(page, table)).indexOf(header);
  return page
    .getByRole('table', { name: table, exact: true })
    .locator(`tbody tr > :nth-child(${at + 1})`)
    .allInnerTexts();
}

/** The row that holds the text. */
export function row(page: Page, table: string, text: string): Locator {
  return page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });
}

/** The range below a list, for example "1–20 of 34", once its rows are there: until then those of the last page stand above it. */
export function range(page: Page, table: string): Locator {
  return page
    .locator('[aria-busy="false"]')
    .getByRole('navigation', { name: `Pages of ${table}` })
    .getByText(/ of /);
}

/** Chooses how many rows a page shows. */
export async function choosePageSize(page: Page, table: string, size: number): Promise<void> {
  await page
    .getByRole('navigation', { name: `Pages of ${table}` })
    .getByRole('combobox')
    .click();
  await page.getByRole('option', { name: String(size), exact: true }).click();
}

/**
 * Clicks a column's heading and waits for the direction and for the rows: while they come, columns may become wider, and the next
 * click would meet nothing.
 */
export async function sortBy(head: Locator, direction: 'ascending' | 'descending'): Promise<void> {
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction);
  await head.page().locator('[aria-busy="false"]').filter({ has: head }).waitFor();
}

/** Runs a list's search. */
export async function search(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
