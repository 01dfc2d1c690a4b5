import { readFile } from 'node:fs/promises';
import { orderCreate, orderStatusChange, type Order } from '@portal/contract/orders';
import { viewCreate } from '@portal/contract/saved-views';
import { userProviders } from '@portal/contract/users';
import { todayIn } from '@portal/domain/date';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import type { Api } from '../support/api.ts';
import { columnHeaders, range, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

const ORDERS = 'Medical Orders';

/** Creates STAT orders of today, which the list shows first, newest first. */
async function newOrders(api: Api, count: number): Promise<Order[]> {
  const token = await api.superToken();
  const [provider] = await api.succeed(userProviders, {}, token);
  const { id: patientId } = await newPatient(api);
  const orders: Order[] = [];
  for (let made = 0; made < count; made += 1)
    orders.push(
      await api.succeed(
        orderCreate,
        {
          body: {
            patientId,
            type: 'MRI',
            diagnosis: 'M54.16 Radiculopathy, lumbar region',
            orderDate: todayIn('America/New_York', new Date()),
            orderedByUserId: provider?.id ?? '',
            isStat: true,
          },
        },
        token,
      ),
    );
  return orders;
}

test('selected orders change together after a preview, and one that cannot change is left out', async ({
  openAs,
  api,
}) => {
  const [first, middle, last] = await newOrders(api, 3);
  const numbers = [first, middle, last].map((order) => order?.orderNumber ?? '');
  const { page } = await openAs('physician');
  await page.goto('/orders?pageSize=50');
  await expect(range(page, ORDERS)).toBeVisible();
  const box = (number = '') => page.getByRole('checkbox', { name: `Select ${number}` });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar).toBeHidden();
  await box(numbers[2]).click();
  await box(numbers[0]).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('3 selected')).toBeVisible();

  await api.succeed(
    orderStatusChange,
    { params: { id: middle?.id ?? '' }, body: { status: 'Completed' } },
    await api.superToken(),
  );
  await bar.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change status of orders' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const preview = dialog.getByRole('listitem');
  await expect(preview).toHaveCount(3);
  await expect(preview.filter({ hasText: numbers[1] ?? '' })).toContainText('completed');
  await expect(preview.filter({ hasText: numbers[0] ?? '' })).toContainText('Pending → Scheduled');
  await expect(dialog.getByRole('button', { name: 'Change 3 orders' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove from selection' }).click();
  await dialog.getByRole('button', { name: 'Change 2 orders' }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, '2 orders changed')).toBeVisible();
  await expect(bar).toBeHidden();
  for (const number of [numbers[0], numbers[2]])
    await expect(row(page, ORDERS, number ?? '')).toContainText('Scheduled');
});

test('a saved view restores filters, sorting and columns, and opens with its list', async ({
  openAs,
  api,
}) => {
  const { page } = await openAs(await readyUser(api));
  await page.goto('/orders');
  await expect(range(page, ORDERS)).toBeVisible();
  const viewButton = page.getByRole('button', { name: 'View', exact: true });
  const menu = page.getByRole('dialog', { name: 'View', exact: true });
  const diagnosis = columnHeaders(page, ORDERS).filter({ hasText: 'Diagnosis' });
  await expect(diagnosis).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Completed', exact: true }).click();
  await viewButton.click();
  await expect(menu.getByRole('checkbox', { name: 'Order #' })).toBeDisabled();
  await menu.getByRole('checkbox', { name: 'Diagnosis' }).click();
  await menu.getByRole('button', { name: 'Save this view...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Done');
  await dialog.getByRole('checkbox', { name: 'Open with this list' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(diagnosis).toHaveCount(0);

  await page.goto('/orders');
  await expect(page).toHaveURL(/status=Completed/);
  await expect(diagnosis).toHaveCount(0);
  await viewButton.click();
  await expect(menu.getByRole('button', { name: /^Done/, pressed: true })).toBeVisible();
  await menu.getByRole('button', { name: 'Manage views...' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('button', { name: 'Delete Done' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this saved view?' });
  await expect(question).toContainText('Done');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(views.getByText('No saved views')).toBeVisible();
});

test('a view says what its list no longer has', async ({ openAs, api }) => {
  const person = await readyUser(api);
  const state = {
    filters: { status: 'Pending', color: 'red' },
    orderBy: 'shoeSize',
    sortDirection: 'asc' as const,
    pageSize: 20,
    hiddenColumns: ['diagnosis', 'horoscope'],
  };
  const { page, token } = await openAs(person);
  await api.succeed(viewCreate, { body: { list: 'orders', name: 'Old', state } }, token);
  await page.goto('/orders');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: 'Old' }).click();
  await expect(
    toast(page, '"Old" opened without what this list no longer has: color, shoeSize, horoscope'),
  ).toBeVisible();
  await expect(page).toHaveURL(/status=Pending/);
});

test('an administrator exports the filtered patients, and others see no export', async ({ openAs, api }) => {
  const lastName = uniqueName();
  await newPatient(api, { firstName: 'Ada', lastName });
  const { page } = await openAs('admin');
  await page.goto(`/patients?search=${lastName}`);
  await expect(page.getByText('1–1 of 1').first()).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export CSV/ }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^patients_\d{8}-\d{6}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,${lastName},Ada,`);

  const staff = await openAs('staff');
  await staff.page.goto('/patients');
  await staff.page.getByRole('button', { name: 'View', exact: true }).click();
  const menu = staff.page.getByRole('dialog', { name: 'View', exact: true });
  await expect(menu.getByRole('group', { name: 'Columns' })).toBeVisible();
  await expect(menu.getByRole('button', { name: /^Export CSV/ })).toHaveCount(0);
});
