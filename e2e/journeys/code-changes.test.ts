import { billingCodeCreate, billingCodeDelete, billingCodeSearch } from '@portal/contract/billing-codes';
import { heading } from '../support/page.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

const ENDED = 'Ended or not listed';
/** In the loaded HCPCS file of the demo practice, this code ended on 06/30/2025. Its catalog does not have it. */
const CODE = 'J2310';

test.describe('what changed with an edition', () => {
  test.use({ account: 'admin' });

  test('enters the dates of an ended code in the catalog, and keeps it active', async ({ page, api }) => {
    const token = await api.superToken();
    const body = { codeType: 'CPT', code: CODE, description: 'Test', category: null, validTo: null } as const;
    const { id } = await api.succeed(billingCodeCreate, { body }, token);
    try {
      await page.goto('/admin/billing-codes/files');
      await page.getByRole('link', { name: 'What Changed' }).click();
      await expect(heading(page, 'What Changed')).toBeVisible();
      await expect(row(page, ENDED, CODE)).toContainText('Ended 06/30/2025');
      await expect(row(page, ENDED, CODE)).toContainText('edition from 10/01/2026');
      await page.getByRole('button', { name: `Accept CPT ${CODE} (valid dates)` }).click();
      await expect(toast(page, `CPT ${CODE} (valid dates) changed`)).toBeVisible();
      // The code is not in use, so it can be deactivated next.
      await expect(row(page, ENDED, CODE)).toContainText('Status: Inactive');
      const { items } = await api.succeed(billingCodeSearch, { body: { searchTerm: CODE } }, token);
      expect(items[0]).toMatchObject({ validTo: '2025-06-30', isActive: true });

      await page.getByRole('button', { name: `Keep as it is CPT ${CODE} (status)` }).click();
      await expect(toast(page, `CPT ${CODE} (status) is kept as it is`)).toBeVisible();
      await expect(row(page, ENDED, CODE)).toHaveCount(0);
      await page.reload();
      await expect(heading(page, 'What Changed')).toBeVisible();
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: 'Kept as they are' }).click();
      await expect(row(page, ENDED, CODE)).toContainText('Status: Inactive');
    } finally {
      await api.succeed(billingCodeDelete, { params: { id } }, token);
    }
  });
});
