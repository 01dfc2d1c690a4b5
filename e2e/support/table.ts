import { expect, type Locator, type Page } from '@playwright/test';

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });

/** Column headers of a list, left to right. */
export const columnHeaders = (page: Page, table: string): Locator =>
  tableOf(page, table).getByRole('columnheader');

/** Cells of a column, top to bottom. */
export function columnCells(page: Page, table: string, header: string): Locator {
  const head = `ancestor::table/thead//th[normalize-space() = "${header}"]`;
  return tableOf(page, table).locator(
    `xpath=./tbody/tr/*[${head} and count(preceding-sibling::*) = count(${head}/preceding-sibling::*)]`,
  );
}

/** The row that contains the text. */
export function row(page: Page, table: string, text: string): Locator {
  return tableOf(page, table).getByRole('row').filter({ hasText: text });
}

/** An action of the row with this text, by its verb: "Edit". */
export const action = (page: Page, table: string, text: string, name: string): Locator =>
  row(page, table, text).getByRole('button', { name: new RegExp(`^${name} `) });

/** The range below a list, such as "1–20 of 34", once its rows have loaded. Until then the previous rows are shown. */
export function range(page: Page, table: string): Locator {
  return page
    .locator('[aria-busy="false"]')
    .getByRole('navigation', { name: `Pages of ${table}` })
    .getByText(/ of /);
}

/** Chooses the number of rows per page. */
export async function choosePageSize(page: Page, table: string, size: number): Promise<void> {
  await page
    .getByRole('navigation', { name: `Pages of ${table}` })
    .getByRole('combobox')
    .click();
  await page.getByRole('option', { name: String(size), exact: true }).click();
}

/**
 * Clicks a column header and waits for the direction and the rows: columns can change width while rows load, so that
 * the next click would miss.
 */
export async function sortBy(head: Locator, direction: 'ascending' | 'descending'): Promise<void> {
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', direction);
  await head.page().locator('[aria-busy="false"]').filter({ has: head }).waitFor();
}

/** Runs a list’s search. */
export async function search(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
