import { newDictation, newPractice } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { countClicks } from '../support/clicks.ts';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

test('a phone message from a known caller takes 4 clicks from the dashboard', async ({ openAs, api }) => {
  const lastName = uniqueName();
  const phone = `410${String(Date.now()).slice(-7)}`;
  await newPatient(api, { lastName, phone });
  const { page } = await openAs('staff');
  await page.goto('/');
  const start = page.getByRole('link', { name: 'New Phone Message' });
  await expect(start).toBeVisible();
  const clicks = await countClicks(page);
  await start.click();
  await expect(page.getByLabel('Caller Phone')).toBeFocused();
  await page.keyboard.type(phone);
  await page.getByRole('button', { name: new RegExp(`^${lastName}, Ada`) }).click();
  await page.getByRole('radiogroup', { name: 'Category' }).getByText('Prescription', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('Needs a refill.');
  await button(page, 'Save').click();
  await expect(page.getByText(/^MSG-\d{4}-\d{6} was saved$/).first()).toBeVisible();
  await expect.poll(clicks).toBe(4);
});

test('an MRI order takes 7 clicks from the patient, with body part, side and contrast', async ({
  openAs,
  api,
}) => {
  const patient = await newPatient(api);
  const { page } = await openAs('physician');
  await page.goto(`/patients/${patient.id}?tab=orders`);
  const start = page.getByRole('link', { name: 'New Order' });
  await expect(start).toBeVisible();
  const clicks = await countClicks(page);
  const pick = (group: string, option: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click();
  await start.click();
  await expect(heading(page, 'New Order')).toBeVisible();
  await pick('Type', 'MRI');
  await expect(page.getByRole('textbox', { name: 'Body Part' })).toBeFocused();
  await page.keyboard.type('Lumbar spine');
  await pick('Side', 'Left');
  await pick('Contrast', 'Without contrast');
  await page.getByRole('combobox', { name: 'Diagnosis' }).click();
  await page.keyboard.type('lumbar radiculop');
  await page.getByRole('option', { name: 'M54.16 Radiculopathy, lumbar region' }).click();
  await button(page, 'Create Order').click();
  await expect(page.getByRole('heading', { level: 1, name: /^ORD-\d{4}-\d{6}$/ })).toBeVisible();
  await expect.poll(clicks).toBe(7);
});

test('signing a pending dictation and opening the next one takes 1 click', async ({ openAs, api }) => {
  const practice = await newPractice(api);
  const first = await newDictation(api, practice);
  const second = await newDictation(api, practice);
  const { page } = await openAs(practice.provider);
  await page.goto(`/dictations/${first.id}`);
  await expect(page.getByText('1 of 2 pending')).toBeVisible();
  const clicks = await countClicks(page);
  await button(page, 'Sign & Next Pending').click();
  await expect(page).toHaveURL(new RegExp(second.id));
  await expect(page.getByText('1 of 1 pending')).toBeVisible();
  await expect(button(page, 'Sign & Next Pending')).toBeHidden();
  await expect(button(page, 'Sign')).toBeVisible();
  await expect.poll(clicks).toBe(1);
});
