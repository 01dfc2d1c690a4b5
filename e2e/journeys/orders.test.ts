import type { BodyInputOf } from '@portal/contract/endpoint';
import { orderCreate, orderGet, orderStatusChange, orderUpdate, type Order } from '@portal/contract/orders';
import { userProviders } from '@portal/contract/users';
import { todayIn } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import { heading, pick, visit } from '../support/page.ts';
import { newPractice } from '../support/dictation-records.ts';
import { newPatient } from '../support/records.ts';
import { columnCells, range, row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const TABLE = 'Medical Orders';
const REASON = 'The patient moved away last week';
/** The demo practice's time zone. */
const today = () => todayIn('America/New_York', new Date());
const us = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** Creates an order for a new patient; accepts overrides. */
async function newOrder(api: Api, change: Partial<BodyInputOf<typeof orderCreate>> = {}): Promise<Order> {
  const token = await api.superToken();
  const { succeed } = api;
  const [provider] = await succeed(userProviders, {}, token);
  const body = {
    patientId: (await newPatient(api)).id,
    type: 'MRI' as const,
    diagnosis: 'M54.16 Radiculopathy, lumbar region',
    orderDate: today(),
    orderedByUserId: provider?.id ?? '',
    ...change,
  };
  return succeed(orderCreate, { body }, token);
}

const complete = async (api: Api, { id }: Order): Promise<Order> =>
  api.succeed(orderStatusChange, { params: { id }, body: { status: 'Completed' } }, await api.superToken());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/orders${query}`);
  await expect(heading(page, 'Medical Orders')).toBeVisible();
  await expect(range(page, TABLE)).toBeVisible();
}

/** The value next to a label on the order page. */
const fact = (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .innerText();

test.describe('Medical Orders /orders', () => {
  test.use({ account: 'physician' });

  test('lists STAT first, keeps filters in the URL, and prints a completed order as a PDF', async ({
    page,
    api,
  }) => {
    await newOrder(api, { isStat: true });
    const { orderNumber } = await complete(api, await newOrder(api, { isStat: true, type: 'XRay' }));
    await openList(page);
    await expect(columnCells(page, TABLE, 'Priority').first()).toContainText('STAT');
    await expect(columnCells(page, TABLE, 'Status').filter({ hasText: 'Cancelled' })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Show cancelled' }).click();
    await expect(page).toHaveURL(/cancelled=true/);
    const showsOnly = async (header: string, value: string) => {
      const cells = columnCells(page, TABLE, header);
      await expect(cells.filter({ hasNotText: value })).toHaveCount(0);
      await expect(cells.first()).toContainText(value);
    };
    await choose(page, 'Status', 'Completed');
    await choose(page, 'Type', 'X-Ray');
    await page.getByRole('textbox', { name: 'Start Date' }).fill(us(today()));
    await page.getByRole('textbox', { name: 'End Date' }).fill(us(today()));
    await expect(page).toHaveURL(/endDate=/);
    await page.reload();
    await showsOnly('Order Date', us(today()));
    await showsOnly('Type', 'X-Ray');
    await showsOnly('Status', 'Completed');
    const saved = page.waitForEvent('download');
    await row(page, TABLE, orderNumber)
      .getByRole('button', { name: `Print ${orderNumber}` })
      .click();
    expect((await saved).suggestedFilename()).toMatch(/^order_\d{8}-\d{6}\.pdf$/);
    await button(page, 'Clear Filters').click();
    await expect(page).toHaveURL('/orders');
  });

  test('cancels from the list with a reason and hides the order; a second attempt shows it is already cancelled', async ({
    page,
    api,
  }) => {
    const { id, orderNumber } = await newOrder(api, { isStat: true });
    const other = await newOrder(api);
    await openList(page);
    await row(page, TABLE, orderNumber)
      .getByRole('button', { name: `Cancel ${orderNumber}` })
      .click();
    const dialog = page.getByRole('alertdialog');
    const cancel = async () => {
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    };
    await cancel();
    await expect(page.getByText(`Order ${orderNumber} was cancelled`).first()).toBeVisible();
    await expect(row(page, TABLE, orderNumber)).toBeHidden();
    await visit(page, `/orders/${id}`);
    await expect(page.getByText('This order is cancelled and can no longer be changed.')).toBeVisible();
    await expect(page.getByText(REASON)).toBeVisible();

    await page.goto(`/orders/${other.id}`);
    await button(page, 'Cancel Order').click();
    await complete(api, other);
    await cancel();
    await expect(dialog.getByText('This order is completed and can no longer be changed.')).toBeVisible();
  });
});

test.describe('an order', () => {
  test.use({ account: 'physician' });

  test('is created from the patient page with provider and date filled in and fields of its type', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    await page.goto(`/patients/${patient.id}?tab=orders`);
    await expect(page.getByText('No orders for this patient')).toBeVisible();
    await page.getByRole('link', { name: 'New Order' }).click();
    await expect(heading(page, 'New Order')).toBeVisible();
    const label = `${patient.lastName}, Ada (${patient.medicalRecordNumber})`;
    await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue(label);
    await expect(page.getByRole('textbox', { name: 'Order Date' })).toHaveValue(us(today()));
    await expect(
      page.getByRole('combobox', { name: 'Ordering Provider' }).getByText('Priya Raman, MD'),
    ).toBeVisible();
    await pick(page, 'Type', 'Referral – Neurosurgery');
    await page.getByRole('textbox', { name: 'Specialist' }).fill('Dr. Nobody');
    await pick(page, 'Type', 'CT Scan');
    await expect(page.getByRole('textbox', { name: 'Specialist' })).toBeHidden();
    await page.getByRole('textbox', { name: 'Body Part' }).fill('Lumbar spine');
    await pick(page, 'Side', 'Left');
    await pick(page, 'Contrast', 'Without contrast');
    const diagnosis = page.getByRole('combobox', { name: 'Diagnosis' });
    await diagnosis.pressSequentially('lumbar radiculop');
    await page.getByRole('option', { name: 'M54.16 Radiculopathy, lumbar region' }).click();
    await expect(diagnosis).toHaveValue('M54.16 Radiculopathy, lumbar region');
    await diagnosis.fill('Any other text');
    await page.getByRole('textbox', { name: 'Instructions' }).fill('First line\nSecond line');
    await page.getByRole('switch', { name: /STAT/ }).click();
    await button(page, 'Create Order').click();
    await expect(page.getByRole('heading', { level: 1, name: /^ORD-\d{4}-\d{6}$/ })).toBeVisible();
    await expect.poll(() => fact(page, 'Type')).toBe('CT Scan');
    await expect.poll(() => fact(page, 'Diagnosis')).toBe('Any other text');
    await expect.poll(() => fact(page, 'Contrast')).toBe('Without contrast');
    await expect.poll(() => fact(page, 'Instructions')).toBe('First line\nSecond line');
    await expect.poll(() => fact(page, 'Ordering Provider')).toBe('Priya Raman');
    await expect(page).toHaveTitle('Medical Order | Medical Portal');
    await visit(page, `/patients/${patient.id}?tab=orders`);
    await expect(columnCells(page, 'Orders', 'Type')).toHaveText(['CT Scan']);
  });

  test('is edited by two users without loss, then advanced; the history shows who, what and why', async ({
    page,
    api,
  }) => {
    const order = await newOrder(api, { bodyPart: 'Lumbar spine' });
    await page.goto(`/orders/${order.id}/edit`);
    await expect(page.getByText('Cannot be changed. Cancel this order and create a new one.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Call the result');
    const body = {
      type: order.type,
      diagnosis: 'M54.12 Radiculopathy, cervical region',
      orderDate: order.orderDate,
      orderedByUserId: order.orderedByUser.id,
      bodyPart: order.bodyPart,
    };
    await api.succeed(orderUpdate, { params: { id: order.id }, body }, await api.superToken());
    await button(page, 'Save').click();
    await expect(page.getByText('They saved: M54.12 Radiculopathy, cervical region')).toBeVisible();
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await expect(heading(page, order.orderNumber)).toBeVisible();
    await button(page, 'Mark as In Progress').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Seen at Bay Imaging');
    await dialog.getByRole('button', { name: 'Mark as In Progress' }).click();
    await expect(page.getByText('Seen at Bay Imaging')).toBeVisible();
    await expect(page.locator('h1')).toBeFocused();
    await button(page, 'Mark as Completed').click();
    await dialog.getByRole('button', { name: 'Mark as Completed' }).click();
    await expect(page.getByText('This order is completed and can no longer be changed.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /\d:\d\d [AP]M by / })).toHaveText([
      /In Progress\s*→\s*Completed[^]*by Priya Raman/,
      /Pending\s*→\s*In Progress[^]*by Priya Raman\s*Seen at Bay Imaging/,
      /Created as\s*Pending[^]*by Margaret Okafor/,
    ]);
    const saved = await api.succeed(orderGet, { params: { id: order.id } }, await api.superToken());
    expect(saved).toMatchObject({
      status: 'Completed',
      diagnosis: body.diagnosis,
      instructions: 'Call the result',
      bodyPart: 'Lumbar spine',
    });
  });

  test('Staff can view and print, but not create, edit or cancel; an unknown order is not found', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('staff');
    const { id, orderNumber } = await newOrder(api, { isStat: true });
    await openList(page);
    const actions = row(page, TABLE, orderNumber).locator('[aria-label]');
    await expect(actions).toHaveCount(2);
    await expect(actions.first()).toHaveAccessibleName(`View ${orderNumber}`);
    await expect(actions.last()).toHaveAccessibleName(`Print ${orderNumber}`);
    await expect(page.getByRole('link', { name: 'New Order' })).toHaveCount(0);
    await visit(page, `/orders/${id}`);
    await expect(heading(page, orderNumber)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mark as|^Cancel Order/ })).toHaveCount(0);
    await visit(page, '/orders/99999999-9999-4999-8999-999999999999');
    await expect(page.getByText('Order not found')).toBeVisible();
  });
});

test.describe('a procedure', () => {
  test('is ordered, written from the order, signed, and marked as completed', async ({ api, openAs }) => {
    const practice = await newPractice(api);
    const patient = await newPatient(api);
    const template = practice.templates[0];
    const { page } = await openAs(practice.provider);
    await page.goto(`/orders/new?patientId=${patient.id}`);
    await page.getByRole('radio', { name: 'Other', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Procedure' }).check();
    await page.getByRole('radiogroup', { name: 'Side' }).getByRole('radio', { name: 'Right' }).check();
    const levels = page.getByRole('combobox', { name: 'Levels' });
    await levels.fill('L4-L5');
    await levels.press('Enter');
    await choose(page, 'Place', practice.office.name);
    await page.getByRole('combobox', { name: 'Diagnosis' }).fill('M47.816 Spondylosis');
    await button(page, 'Create Order').click();

    await expect(page.getByText('Procedure for')).toBeVisible();
    await page.getByRole('link', { name: 'Start Note' }).click();
    await page.getByRole('link', { name: template.name }).click();
    await expect(heading(page, 'New Dictation')).toBeVisible();
    await expect(page.getByText(/Procedure, Right, L4-L5/)).toBeVisible();
    await expect(page.getByLabel('Procedure Location')).toHaveValue(practice.office.id);
    await expect(page.getByRole('combobox', { name: 'Side' })).toHaveValue('Right');
    await page.getByRole('textbox', { name: 'Technique' }).fill('Under fluoroscopy.');
    await button(page, 'Submit & Sign').click();
    const question = page.getByText(/^Dictation signed\. Mark order ORD-\S+ as completed\?$/).first();
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Open order' }).click();

    await expect(page.getByText(/^This note was signed/)).toBeVisible();
    await button(page, 'Mark as Completed').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Completed' }).click();
    await expect(page.getByText('This order is completed and can no longer be changed.')).toBeVisible();
    await expect(page.getByText(/^This note was signed/)).toBeHidden();
    await page.getByRole('link', { name: new RegExp(`^${template.name}`) }).click();
    await expect(page.getByText(/^Order ORD-\S+ is completed\./)).toBeVisible();
  });
});
