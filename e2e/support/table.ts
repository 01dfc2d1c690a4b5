import { expect, type Locator, type Page } from '@playwright/test';

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });

/** The headings of a list's columns, left to right. */
export const columnHeaders = (page: Page, table: string): Locator =>
  tableOf(page, table).getByRole('columnheader');

/** The cells of one column, top to bottom. */
export function columnCells(page: Page, table: string, header: string): Locator {
  const head = `ancestor::table/thead//th[normalize-space() = "${header}"]`;
  return tableOf(page, table).locator(
    `xpath=./tbody/tr/*[${head} and count(preceding-sibling::*) = count(${head}/preceding-sibling::*)]`,
  );
}

/** The row that holds the text. */
export function row(page: Page, table: string, text: string): Locator {
  return tableOf(page, table).getByRole('row').filter({ hasText: text });
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
  await expect(head).toHaveAttribute('aria-sort', direction);
  await head.page().locator('[aria-busy="false"]').filter({ has: head }).waitFor();
}

/** Runs a list's search. */
export async function search(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
