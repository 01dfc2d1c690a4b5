import type { BodyInputOf } from '@portal/contract/endpoint';
import { orderCreate, orderGet, orderStatusChange, orderUpdate, type Order } from '@portal/contract/orders';
import { userProviders } from '@portal/contract/users';
import { todayIn } from '@portal/domain/date';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newPatient, superToken } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, columnTexts, range, row } from '../run/table.ts';

useBrowser();

const TABLE = 'Medical Orders';
const REASON = 'The patient moved away last week';
/** The demo practice's. */
const today = () => todayIn('America/New_York', new Date());
const us = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** An order for a patient of its own; anything can be set. */
async function newOrder(change: Partial<BodyInputOf<typeof orderCreate>> = {}): Promise<Order> {
  const token = await superToken();
  const { succeed } = client();
  const [provider] = await succeed(userProviders, {}, token);
  const body = {
    patientId: (await newPatient()).id,
    type: 'MRI' as const,
    diagnosis: 'M54.16 Radiculopathy, lumbar region',
    orderDate: today(),
    orderedByUserId: provider?.id ?? '',
    ...change,
  };
  return succeed(orderCreate, { body }, token);
}

const complete = async ({ id }: Order): Promise<Order> =>
  client().succeed(orderStatusChange, { params: { id }, body: { status: 'Completed' } }, await superToken());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/orders${query}`);
  await heading(page, 'Medical Orders');
  await range(page, TABLE).waitFor();
}

/** The value of a label on the order's page. */
const fact = (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .innerText();

describe('spec 3 §2 Medical Orders /orders', () => {
  const shared = usePage('physician');

  it('has its columns, STAT first, Cancelled on request, filters that the address keeps, and Clear Filters', async () => {
    const page = shared();
    await newOrder({ isStat: true });
    await openList(page);
    await expect
      .poll(() => columns(page, TABLE))
      .toEqual([
        'Order #',
        'Type',
        'Patient',
        'Diagnosis',
        'Order Date',
        'Status',
        'Priority',
        'Ordered By',
        'Actions',
      ]);
    await expect
      .poll(() => page.getByRole('link', { name: 'New Order' }).getAttribute('href'))
      .toBe('/orders/new');
    await expect.poll(async () => (await columnTexts(page, TABLE, 'Priority'))[0]).toContain('STAT');
    await expect.poll(() => columnTexts(page, TABLE, 'Status')).not.toContain('Cancelled');
    await page.getByRole('switch', { name: 'Show cancelled' }).click();
    await expect.poll(() => page.url()).toContain('cancelled=true');
    await choose(page, 'Status', 'Cancelled');
    const showsOnly = async (header: string, value: string) => {
      const values = async () => [...new Set(await columnTexts(page, TABLE, header))];
      await expect.poll(values).toEqual([value]);
    };
    await showsOnly('Status', 'Cancelled');
    await button(page, 'Clear Filters').click();
    await choose(page, 'Type', 'X-Ray');
    await showsOnly('Type', 'X-Ray');
    await page.getByRole('textbox', { name: 'Start Date' }).fill(us(today()));
    await page.getByRole('textbox', { name: 'End Date' }).fill('01/02/2020');
    await page.getByText('Before the start date').waitFor();
    await page.getByRole('textbox', { name: 'End Date' }).fill(us(today()));
    await newOrder({ type: 'XRay' });
    await page.reload();
    await showsOnly('Order Date', us(today()));
    await showsOnly('Type', 'X-Ray');
    await button(page, 'Clear Filters').click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('spec 3 §2, §8 a completed order is not edited; print saves a PDF; a list that fails says so and is tried again', async () => {
    const page = shared();
    const { orderNumber } = await complete(await newOrder({ isStat: true }));
    await openList(page, '?status=Completed');
    const done = row(page, TABLE, orderNumber);
    await expect
      .poll(() => done.getByRole('button', { name: `Edit ${orderNumber}` }).isDisabled())
      .toBe(true);
    await expect
      .poll(() => done.getByRole('button', { name: `Cancel ${orderNumber}` }).isDisabled())
      .toBe(true);
    const saved = page.waitForEvent('download');
    await done.getByRole('button', { name: `Print ${orderNumber}` }).click();
    expect((await saved).suggestedFilename()).toMatch(/^order_\d{8}-\d{6}\.pdf$/);
    await answer(page, '**/api/medicalorder?**', { status: 500 });
    await page.goto('/orders');
    await page.getByText('Failed to fetch orders').waitFor();
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await range(page, TABLE).waitFor();
  });

  it('decisions 69 cancels from the list with a reason; the order leaves the list', async () => {
    const page = shared();
    const { id, orderNumber } = await newOrder({ isStat: true });
    await openList(page);
    await row(page, TABLE, orderNumber)
      .getByRole('button', { name: `Cancel ${orderNumber}` })
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    await dialog.getByText('Give a reason of at least 10 characters').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    await page.getByText(`Order ${orderNumber} was cancelled`).first().waitFor();
    await row(page, TABLE, orderNumber).waitFor({ state: 'detached' });
    await visit(page, `/orders/${id}`);
    await page.getByText('This order is cancelled and can no longer be changed.').waitFor();
    await page.getByText(REASON).waitFor();
  });
});

describe('decisions 68, 69 an order', () => {
  const shared = usePage('physician');

  it('is written from the patient’s page: who and when are filled in, what the type has is asked, what is missing is said', async () => {
    const page = shared();
    const patient = await newPatient();
    await page.goto(`/patients/${patient.id}?tab=orders`);
    await page.getByText('This patient has no orders').waitFor();
    await page.getByRole('link', { name: 'New Order' }).click();
    await heading(page, 'New Order');
    const label = `${patient.lastName}, Ada (${patient.medicalRecordNumber})`;
    await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toBe(label);
    await expect.poll(() => page.getByRole('textbox', { name: 'Order Date' }).inputValue()).toBe(us(today()));
    await page.getByRole('combobox', { name: 'Ordering Provider' }).getByText('Priya Raman, MD').waitFor();
    await button(page, 'Create Order').click();
    for (const text of ['Type is required', 'Diagnosis is required']) await page.getByText(text).waitFor();
    await choose(page, 'Type', 'Referral – Neurosurgery');
    await page.getByRole('textbox', { name: 'Specialist' }).fill('Dr. Nobody');
    await choose(page, 'Type', 'CT Scan');
    await page.getByRole('textbox', { name: 'Specialist' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Body Part' }).fill('Lumbar spine');
    await choose(page, 'Side', 'Left');
    await choose(page, 'Contrast', 'Without contrast');
    await page.getByRole('combobox', { name: 'Diagnosis' }).fill('M48.061 Spinal stenosis');
    await page.getByRole('textbox', { name: 'Instructions' }).fill('First line\nSecond line');
    await page.getByRole('switch', { name: /STAT/ }).click();
    await button(page, 'Create Order').click();
    await page.getByRole('heading', { level: 1, name: /^ORD-\d{4}-\d{6}$/ }).waitFor();
    await expect.poll(() => fact(page, 'Type')).toBe('CT Scan');
    await expect.poll(() => fact(page, 'Contrast')).toBe('Without contrast');
    await expect.poll(() => fact(page, 'Instructions')).toBe('First line\nSecond line');
    await expect.poll(() => fact(page, 'Ordering Provider')).toBe('Priya Raman');
    await expect.poll(() => page.title()).toBe('Medical Order | Medical Portal');
    await visit(page, `/patients/${patient.id}?tab=orders`);
    await expect.poll(() => columnTexts(page, 'Orders', 'Type')).toEqual(['CT Scan']);
  });

  it('goes forward, steps may be skipped; the history says who, what and why; a completed one is read-only', async () => {
    const page = shared();
    const { id } = await newOrder();
    await page.goto(`/orders/${id}`);
    await button(page, 'Mark as In Progress').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Seen at Bay Imaging');
    await dialog.getByRole('button', { name: 'Mark as In Progress' }).click();
    await page.getByText('Seen at Bay Imaging').waitFor();
    await expect.poll(() => page.locator('h1').evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await button(page, 'Mark as Completed').click();
    await dialog.getByRole('button', { name: 'Mark as Completed' }).click();
    await page.getByText('This order is completed and can no longer be changed.').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /\d\d:\d\d by / })
        .allInnerTexts(),
    ).toEqual([
      expect.stringMatching(/In Progress\s*→\s*Completed\s[^]*by Priya Raman/),
      expect.stringMatching(/Pending\s*→\s*In Progress\s[^]*by Priya Raman\s+Seen at Bay Imaging/),
      expect.stringMatching(/Written as\s*Pending\s[^]*by Margaret Okafor/),
    ]);
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await expect.poll(() => button(page, 'Cancel Order').count()).toBe(0);
    await visit(page, `/orders/${id}/edit`);
    await page.getByText('This order is completed and can no longer be edited.').waitFor();
  });

  it('decisions 8 is edited by two at once: the second sees what the first changed, and loses nothing', async () => {
    const page = shared();
    const order = await newOrder({ bodyPart: 'Lumbar spine' });
    await page.goto(`/orders/${order.id}/edit`);
    await page.getByText('Cannot be changed: cancel this order and write a new one').waitFor();
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Call the result');
    const body = {
      type: order.type,
      diagnosis: 'M54.12 Radiculopathy, cervical region',
      orderDate: order.orderDate,
      orderedByUserId: order.orderedByUser.id,
      bodyPart: order.bodyPart,
    };
    await client().succeed(orderUpdate, { params: { id: order.id }, body }, await superToken());
    await button(page, 'Save').click();
    await page.getByText('They saved: M54.12 Radiculopathy, cervical region').waitFor();
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await heading(page, order.orderNumber);
    const saved = await client().succeed(orderGet, { params: { id: order.id } }, await superToken());
    expect(saved).toMatchObject({
      diagnosis: body.diagnosis,
      instructions: 'Call the result',
      bodyPart: 'Lumbar spine',
    });
  });

  it('spec 3 §4 cancelled while it is open: its status becomes Cancelled; who comes too late is told so', async () => {
    const page = shared();
    const order = await newOrder();
    await page.goto(`/orders/${order.id}`);
    await button(page, 'Cancel Order').click();
    await complete(order);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    await dialog.getByText('This order is completed and can no longer be changed.').waitFor();
    const other = await newOrder();
    await page.goto(`/orders/${other.id}`);
    await button(page, 'Cancel Order').click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    await page.getByText('This order is cancelled and can no longer be changed.').waitFor();
    await page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByText('Cancelled', { exact: true })
      .first()
      .waitFor();
  });

  it('decisions 24 Staff views and prints, and neither writes, edits nor cancels; an unknown one is not found', async () => {
    const { page } = await openAs('staff');
    const { id, orderNumber } = await newOrder({ isStat: true });
    await openList(page);
    const names = await row(page, TABLE, orderNumber)
      .locator('[aria-label]')
      .evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')));
    expect(names).toEqual([`View ${orderNumber}`, `Print ${orderNumber}`]);
    await expect.poll(() => page.getByRole('link', { name: 'New Order' }).count()).toBe(0);
    await visit(page, `/orders/${id}`);
    await heading(page, orderNumber);
    await expect.poll(() => page.getByRole('button', { name: /^Mark as|^Cancel Order/ }).count()).toBe(0);
    await visit(page, '/orders/99999999-9999-4999-8999-999999999999');
    await page.getByText('Order not found').waitFor();
  });
});
