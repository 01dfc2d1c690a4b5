import type { Page } from '@playwright/test';

/** The greatest height of a row of a list, in px. */
export const MAX_ROW_HEIGHT = 64;
/** Below this width of the screen, in px, a table may scroll sideways. */
export const SCROLLS_BELOW = 1024;

/**
 * What does not fit on the page, in words; empty if all does: the page or a table that is wider than its place, actions out of sight,
 * rows of more than two lines, and numbers, dates or phone numbers that wrap or are cut.
 */
export const listProblems = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ maxRow, scrollsBelow }) => {
      const found: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth + 1)
        found.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than the screen`);
      for (const table of document.querySelectorAll('main .list-table')) {
        if (!table.checkVisibility()) continue;
        const name = table.getAttribute('aria-label') ?? 'a table';
        let place = table.parentElement ?? table;
        while (getComputedStyle(place).overflowX === 'visible' && place.parentElement !== null)
          place = place.parentElement;
        if (innerWidth >= scrollsBelow && table.scrollWidth > place.clientWidth + 1)
          found.push(`${name} is ${table.scrollWidth - place.clientWidth} px wider than its place`);
        const actions = table.querySelector('thead .list-actions');
        if (
          actions !== null &&
          actions.getBoundingClientRect().right > place.getBoundingClientRect().right + 1
        )
          found.push(`${name} hides its actions`);
        if (table.hasAttribute('data-controls')) continue;
        for (const row of table.querySelectorAll('tbody > tr[data-row]')) {
          const { height } = row.getBoundingClientRect();
          if (height > maxRow + 0.5)
            found.push(`${name}: a row is ${Math.round(height)} px high: ${row.textContent.slice(0, 60)}`);
        }
        const numbers = 'tbody :is(.list-count, .list-date, .list-moment, .list-record, .list-phone)';
        for (const cell of table.querySelectorAll(numbers)) {
          const line = cell.querySelector('.list-main') ?? cell;
          const text = line.textContent;
          const range = document.createRange();
          range.selectNodeContents(line);
          const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 1);
          if (first !== undefined && others.some(({ top }) => top > first.bottom - 2))
            found.push(`${name} wraps "${text}"`);
          if (line.scrollWidth > line.clientWidth + 1) found.push(`${name} cuts "${text}"`);
        }
      }
      return [...new Set(found)];
    },
    { maxRow: MAX_ROW_HEIGHT, scrollsBelow: SCROLLS_BELOW },
  );
