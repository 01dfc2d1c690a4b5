import { expect, test } from '../support/test.ts';

test('a browser that blocks site data says what is needed', async ({ openPage, complaints }) => {
  // The portal does not start.
  complaints.allow(/denied/);
  const { page } = await openPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText(/^The portal needs to store data in this browser/);
});
