import { orderCreate, type Order } from '@portal/contract/orders';
import { userProviders } from '@portal/contract/users';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { practiceToday } from '../support/dictation-records.ts';
import { heading } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { intercept } from '../support/requests.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const TYPED = 'Pain in the left knee after a fall';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page, name = 'Leave without saving?') => page.getByRole('alertdialog', { name });
const diagnosis = (page: Page) => page.getByRole('combobox', { name: 'Diagnosis' });

async function newOrder(api: Api): Promise<Order> {
  const token = await api.superToken();
  const [provider] = await api.succeed(userProviders, {}, token);
  const body = {
    patientId: (await newPatient(api)).id,
    type: 'MRI' as const,
    diagnosis: 'M54.16 Radiculopathy, lumbar region',
    orderDate: practiceToday(),
    orderedByUserId: provider?.id ?? '',
  };
  return api.succeed(orderCreate, { body }, token);
}

/** Opens "New order for …" with the search of everything. */
async function openNewOrder(page: Page, lastName: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`order ${lastName}`);
  await page.getByRole('option', { name: new RegExp(`^New order for .*${lastName}`) }).click();
}

test('asks before the text of one patient’s order gives way to another patient’s, and Stay keeps text and address', async ({
  api,
  openAs,
}) => {
  const [first, second] = [uniqueName(), uniqueName()];
  const { id } = await newPatient(api, { lastName: first });
  const other = await newPatient(api, { lastName: second });
  const { page } = await openAs('physician');
  const patient = page.getByRole('combobox', { name: 'Patient' });
  await page.goto('/orders');
  await expect(heading(page, 'Medical Orders')).toBeVisible();
  await openNewOrder(page, first);
  await expect(patient).toHaveValue(new RegExp(first));
  await openNewOrder(page, second);
  await expect(patient).toHaveValue(new RegExp(second));
  await diagnosis(page).fill(TYPED);

  await openNewOrder(page, first);
  await button(page, 'Stay').click();
  await expect(question(page)).toBeHidden();
  await expect(diagnosis(page)).toHaveValue(TYPED);

  await page.goBack();
  await button(page, 'Stay').click();
  await expect(question(page)).toBeHidden();
  // Two quick steps back.
  await page.evaluate(() => {
    window.history.back();
    setTimeout(() => window.history.back());
  });
  await button(page, 'Stay').click();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(`/orders/new?patientId=${other.id}`);
  await expect(diagnosis(page)).toHaveValue(TYPED);

  await page.goBack();
  await button(page, 'Discard').click();
  await expect(page).toHaveURL(`/orders/new?patientId=${id}`);
  await expect(patient).toHaveValue(new RegExp(first));
});

test('keeps the text of a dialog: asks before leaving, and gives it back after signing in again', async ({
  api,
  openAs,
}) => {
  const order = await newOrder(api);
  const user = await readyUser(api, { role: 'ProviderPhysician', title: 'MD' });
  const { page } = await openAs(user);
  await page.clock.install();
  await page.goto('/orders');
  await expect(heading(page, 'Medical Orders')).toBeVisible();
  const prepared = page.waitForResponse(/\/form-key$/);
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1, key: 'order', usr: null }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, `/orders/${order.id}`);
  const dialog = page.getByRole('dialog', { name: /as Completed$/ });
  const note = dialog.getByLabel('Note');
  await button(page, 'Mark as Completed').click();
  await note.fill(TYPED);
  await prepared;
  await page.goBack();
  await button(page, 'Stay').click();
  await expect(question(page)).toBeHidden();
  await expect(note).toHaveValue(TYPED);
  const mayClose = () =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(mayClose).toBe(false);

  await page.clock.fastForward('16:00');
  await page.waitForURL('**/login');
  await signInOn(page, user);
  await page.waitForURL(`**/orders/${order.id}`);
  await expect(page.getByText('Your text in “Mark', { exact: false })).toBeVisible();
  await button(page, 'Mark as Completed').click();
  await expect(note).toHaveValue(TYPED);
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
});

test('asks before leaving while a save is under way; if it then fails, says so on any page and gives the text back', async ({
  api,
  openAs,
}) => {
  const { id } = await newPatient(api, { city: 'Annapolis' });
  const { page } = await openAs('staff');
  await page.goto(`/patients/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const city = page.getByLabel('City');
  await city.fill('Havre de Grace');
  const { promise: isCut, resolve: cut } = Promise.withResolvers<undefined>();
  const server = await intercept(page, `**/api/patient/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await isCut;
    await route.abort('connectionrefused');
  });
  await button(page, 'Save').click();
  await page.goBack();
  const saving = question(page, 'Leave while saving?');
  await saving.getByRole('button', { name: 'Stay' }).click();
  await expect(saving).toBeHidden();
  await page.goBack();
  await saving.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`/patients/${id}`);
  cut(undefined);
  const toast = page.getByText(
    'Failed to save patient. The server could not be reached. Check your connection and try again. Your changes are kept.',
  );
  await expect(toast.first()).toBeVisible();
  server.end();
  await button(page, 'Open again').click();
  await expect(city).toHaveValue('Havre de Grace');
  await button(page, 'Save').click();
  await expect(page.getByText('Havre de Grace')).toBeVisible();
  // Back does not return to the form.
  await page.goBack();
  await expect(page).not.toHaveURL(/edit/);
});
