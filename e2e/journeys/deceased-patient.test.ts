import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.describe('a patient who has died', () => {
  test.use({ account: 'staff' });

  test('is recorded in the form, and marked on the record, in the list and in pickers', async ({
    page,
    api,
  }) => {
    const { id, firstName, lastName } = await newPatient(api, { dateOfBirth: '1940-02-28' });
    const name = `${firstName} ${lastName}`;
    const mark = page.getByText('Deceased 03/04/2020');
    await page.goto(`/patients/${id}/edit`);
    await page.getByLabel('Deceased', { exact: true }).check();
    await page.getByLabel('Date of Death').fill('02/27/1940');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Date of death is before the date of birth')).toBeVisible();
    await page.getByLabel('Date of Death').fill('03/04/2020');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(mark.first()).toBeVisible();
    await expect(page.getByText('age 80 at death')).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();

    await page.goto(`/patients?search=${lastName}`);
    await expect(row(page, 'Patients', name).getByText('Deceased 03/04/2020')).toBeVisible();

    await page.goto('/messages/new');
    await page.getByRole('combobox', { name: 'Patient' }).fill(lastName);
    await expect(page.getByRole('option').filter({ hasText: 'deceased 03/04/2020' })).toBeVisible();
  });
});
