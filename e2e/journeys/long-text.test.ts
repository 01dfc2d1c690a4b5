import { visit } from '../support/page.ts';
import { addressOf, recordsToShow, SCREENS } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

/** Longer than the limit of most fields. */
const LONG = `Allergies: ${'penicillin, '.repeat(1000)}latex`;

test.describe('every screen', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ account: 'superadmin' });

  let records: ReadonlyMap<string, string>;
  test.beforeAll(async ({ api }) => {
    records = await recordsToShow(api);
  });

  for (const [area, screens] of Object.entries(SCREENS)) {
    test(`keeps all of a pasted text that is too long, to the last word: ${area}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      // Leaving the page would ask about unsaved changes.
      page.on('dialog', (dialog) => void dialog.accept());
      for (const screen of screens) {
        await visit(page, addressOf(screen, records));
        await settled(page);
        const fields = page.locator(
          'main :is(textarea, input:not([type])):enabled:visible, main input:is([type="text"], [type="tel"], [type="email"], [type="search"]):enabled:visible',
        );
        for (const field of await fields.all()) {
          // A select has a hidden input.
          const isHidden = (await field.getAttribute('aria-hidden')) === 'true';
          if (isHidden || !(await field.isEditable())) continue;
          await field.fill(LONG);
          // Some fields change the case.
          await expect(field, screen).toHaveValue(new RegExp(`^${LONG}$`, 'i'));
        }
        await page.goto('about:blank');
      }
    });
  }
});

test.describe('a text that is too long', () => {
  test.use({ account: 'staff' });

  test('stays in a form, says how many characters to remove, and is refused at its field', async ({
    page,
  }) => {
    await page.goto('/messages/new');
    const name = page.getByRole('textbox', { name: 'Caller Name' });
    await name.fill(`${'x'.repeat(100)} Ann Lee 😀`);
    await expect(name).toHaveAccessibleDescription('10 characters too many (100 allowed)');
    await page.getByRole('textbox', { name: 'Caller Phone' }).fill('+52 55 1234 5678');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Caller Phone' })).toHaveAccessibleDescription(
      'Enter one US number with its area code, such as (555) 123-4567 ext. 89',
    );
    await expect(page.getByRole('textbox', { name: 'Caller Phone' })).toHaveValue('+52 55 1234 5678');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveValue(`${'x'.repeat(100)} Ann Lee 😀`);
  });

  test('is not searched for, and stays', async ({ page }) => {
    await page.goto('/patients');
    const search = page.getByRole('textbox', { name: 'Search patients' });
    await search.fill('x'.repeat(212));
    await search.press('Enter');
    await expect(search).toHaveAccessibleDescription('12 characters too many (200 allowed)');
    await expect(search).toHaveValue('x'.repeat(212));
  });
});
