import type { Page } from '@playwright/test';
import { newDictation, newPractice } from '../support/dictation-records.ts';
import { cutOff } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

/** Replaces each text by a translation, as Chrome does (facebook/react#11538). */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (parent === null || parent.closest('[translate="no"], script, style, textarea, font') !== null)
        continue;
      const font = document.createElement('font');
      font.append(`«${text.textContent ?? ''}»`);
      parent.insertBefore(font, text);
      text.parentNode?.removeChild(text);
    }
  });

test('a translated dictation can be edited, and shows what happens to it', async ({ api, openAs }) => {
  const practice = await newPractice(api);
  const { id } = await newDictation(api, practice);
  const { page } = await openAs(practice.provider);
  await page.goto(`/dictations/${id}/edit`);
  const technique = page.getByRole('textbox', { name: 'Technique' });
  await expect(technique).toBeVisible();
  await translate(page);
  await expect(page.getByText('«Save Draft»')).toBeVisible();

  const outage = await cutOff(page, '**/api/dictation/drafts/*', 'PUT');
  await technique.fill('First');
  await expect(page.getByText('Not saved yet. Retrying…')).toBeVisible();
  await translate(page);
  await expect(page.getByText('«Not saved yet. Retrying…»')).toBeVisible();
  outage.end();
  await technique.fill('Second');
  await expect(page.getByText(/^All changes autosaved/)).toBeVisible();

  await page.getByRole('combobox', { name: 'Side', exact: false }).first().selectOption('Bilateral');
  await expect(page.getByRole('textbox', { name: /Second side/ })).toBeVisible();
  await translate(page);
  await page.getByRole('combobox', { name: 'Side', exact: false }).first().selectOption('Left');
  await expect(page.getByRole('textbox', { name: /Second side/ })).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await expect(technique).toHaveValue('Second');
});
