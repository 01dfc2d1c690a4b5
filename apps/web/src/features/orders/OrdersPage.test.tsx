import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { chooseOption } from '#lib/test/choose-option.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOrder, ANN, listOf } from '#lib/test/orders.ts';
import { OrdersPage } from './OrdersPage.tsx';
import { PatientOrders } from './PatientOrders.tsx';

const ALL: readonly PermissionName[] = ['Order.View', 'Order.Create', 'Order.Edit', 'Order.Cancel'];
const order = anOrder();
const done = anOrder({
  id: '88888888-8888-4888-8888-888888888888',
  orderNumber: 'ORD-2026-000008',
  status: 'Completed',
  isStat: true,
  priority: 'Urgent',
});
const TabOfAnn = () => <PatientOrders patientId={ANN.id} />;

interface Options {
  readonly at?: string;
  readonly permissions?: readonly PermissionName[];
  readonly answer?: Answer;
}

async function list({ at = '/orders', permissions = ALL, answer = listOf(order, done) }: Options = {}) {
  const server = createFakeServer();
  server.on('GET /medicalorder', answer);
  const page = await showPage({
    server,
    pages: { '/orders': OrdersPage, '/patient': TabOfAnn },
    at,
    permissions,
  });
  const asked = () => {
    const call = server.calls.findLast(({ path }) => path === '/medicalorder');
    return Object.fromEntries(call?.query ?? []);
  };
  return { ...page, server, asked };
}

const NEWEST_FIRST = { orderBy: 'orderDate', sortDirection: 'desc' };
const actionsOf = (orderNumber: string) =>
  Array.from(
    document.querySelectorAll(`tbody .list-actions [aria-label$=" ${orderNumber}"]`),
    ({ ariaLabel }) => ariaLabel,
  );
const isDisabled = (label: string) => screen.getByLabelText<HTMLButtonElement>(label).disabled;
const cellsOf = async (orderNumber: string) =>
  Array.from(
    (await screen.findByText(orderNumber))
      .closest('tr')
      ?.querySelectorAll('.list-cell:not(.list-checkbox)') ?? [],
    ({ textContent }) => textContent,
  );

describe('order list', () => {
  it('requests the newest first, without a filter for cancelled orders', async () => {
    const { asked } = await list();
    await screen.findByText(order.orderNumber);
    expect(asked()).toEqual({ page: '1', pageSize: '20', ...NEWEST_FIRST });
  });

  it('shows display names and marks STAT orders', async () => {
    await list();
    expect((await cellsOf(done.orderNumber)).slice(0, 8)).toEqual([
      'ORD-2026-000008',
      'MRI',
      'Lee, AnnMRN 00000042',
      'M54.16 Radiculopathy',
      '11/20/2026',
      'Completed',
      'STATUrgent',
      'Priya Raman',
    ]);
    expect((await cellsOf(order.orderNumber))[6]).toBe('Normal');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
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
    expect(screen.getByText('New Order').getAttribute('href')).toBe('/orders/new');
  });

  it.each([
    ['/orders', 'No orders found'],
    ['/orders?type=MRI', 'No orders match the filters'],
    ['/patient', 'No orders for this patient'],
  ])('%s shows "%s" when empty', async (at, text) => {
    await list({ at, answer: listOf() });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

it('shows an error and reloads on Retry', async () => {
  const { server, user } = await list({ answer: { status: 400 } });
  expect(await screen.findByText('Failed to fetch orders')).toBeTruthy();
  server.on('GET /medicalorder', listOf(order));
  await user.click(screen.getByText('Retry'));
  expect(await screen.findByText(order.orderNumber)).toBeTruthy();
});

describe('order filters', () => {
  it('are sent together, with API values', async () => {
    const { asked } = await list({ at: '/orders?startDate=2026-11-01&endDate=2026-11-21' });
    await screen.findByText(order.orderNumber);
    chooseOption(/^Status/, 'In Progress');
    await waitFor(() => expect(asked()).toMatchObject({ status: 'InProgress' }));
    chooseOption(/^Type/, 'X-Ray');
    await waitFor(() =>
      expect(asked()).toEqual({
        page: '1',
        pageSize: '20',
        ...NEWEST_FIRST,
        status: 'InProgress',
        type: 'XRay',
        startDate: '2026-11-01',
        endDate: '2026-11-21',
      }),
    );
  });

  it('request cancelled orders with the switch, which a status filter disables', async () => {
    const { asked } = await list();
    await screen.findByText(order.orderNumber);
    fireEvent.click(screen.getByLabelText('Show cancelled'));
    await waitFor(() => expect(asked()).toMatchObject({ includeCancelled: 'true' }));
    expect(isDisabled('Show cancelled')).toBe(false);
    chooseOption(/^Status/, 'Pending');
    await waitFor(() => expect(isDisabled('Show cancelled')).toBe(true));
  });

  it.each([
    ['?startDate=2026-11-21&endDate=2026-11-20', 'Before the start date'],
    ['?endDate=2026-02-30', 'Enter a date as MM/DD/YYYY'],
  ])('%s sends no request and shows "%s" at the field', async (search, text) => {
    const { server } = await list({ at: `/orders${search}` });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('No orders match the filters')).toBeTruthy();
    expect(server.countOf('GET /medicalorder')).toBe(0);
  });

  it('accept a single-day range', async () => {
    const { asked } = await list({ at: '/orders?startDate=2026-11-21&endDate=2026-11-21' });
    await screen.findByText(order.orderNumber);
    expect(asked()).toMatchObject({ startDate: '2026-11-21', endDate: '2026-11-21' });
  });
});

describe('permissions in the order list', () => {
  it.each([
    [ALL, ['View', 'Edit', 'Print', 'Cancel'], true],
    [['Order.View', 'Order.Create'], ['View', 'Print'], true],
    [['Order.View', 'Order.Edit'], ['View', 'Edit', 'Print'], false],
    [['Order.View', 'Order.Cancel'], ['View', 'Print', 'Cancel'], false],
  ] satisfies [readonly PermissionName[], string[], boolean][])(
    '%j: offers %j, a new one is %s',
    async (permissions, offered, isNewOffered) => {
      await list({ permissions });
      await screen.findByText(order.orderNumber);
      expect(actionsOf(order.orderNumber)).toEqual(offered.map((name) => `${name} ${order.orderNumber}`));
      expect(screen.queryByText('New Order') !== null).toBe(isNewOffered);
    },
  );

  it('disables edit and cancel for a completed order', async () => {
    await list();
    await screen.findByText(done.orderNumber);
    for (const name of ['Edit', 'Cancel']) {
      expect(isDisabled(`${name} ${done.orderNumber}`)).toBe(true);
    }
    expect(isDisabled(`Print ${done.orderNumber}`)).toBe(false);
    expect(isDisabled(`Cancel ${order.orderNumber}`)).toBe(false);
  });

  it.each([
    [ALL, `/orders/new?patientId=${ANN.id}`],
    [['Order.View'], undefined],
  ] satisfies [readonly PermissionName[], string | undefined][])(
    'links to a new order from the patient with %j: %s',
    async (permissions, address) => {
      await list({ at: '/patient', permissions });
      await screen.findByText(order.orderNumber);
      expect(screen.queryByText('New Order')?.getAttribute('href')).toBe(address);
    },
  );
});

describe('orders of a patient', () => {
  it('are listed ten per page, without a patient column', async () => {
    const { asked } = await list({ at: '/patient' });
    expect(await cellsOf(order.orderNumber)).not.toContain('Lee, AnnMRN 00000042');
    expect(asked()).toEqual({ page: '1', pageSize: '10', ...NEWEST_FIRST, patientId: ANN.id });
    fireEvent.click(screen.getByLabelText('Show cancelled'));
    await waitFor(() => expect(asked()).toMatchObject({ includeCancelled: 'true', patientId: ANN.id }));
  });
});

describe('actions from the list', () => {
  const REASON = 'Done at another clinic';

  it('keeps a rejected cancellation open with its reason and retries with the current version', async () => {
    const { server, user } = await list();
    server.on(`DELETE /medicalorder/${order.id}`, {
      status: 409,
      body: { code: 'STALE', message: 'Someone else changed this order.', current: anOrder({ version: 5 }) },
    });
    await user.click(await screen.findByLabelText(`Cancel ${order.orderNumber}`));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByLabelText(/^Reason/));
    await user.paste(REASON);
    server.on('GET /medicalorder', listOf(anOrder({ version: 5, diagnosis: 'M54.12 Neck' }), done));
    await user.click(dialog.getByText('Cancel Order'));
    expect(await dialog.findByText('Someone else changed this order.')).toBeTruthy();
    await screen.findByText('M54.12 Neck');
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    server.on(`DELETE /medicalorder/${order.id}`, { body: anOrder({ status: 'Cancelled', version: 6 }) });
    await user.click(dialog.getByText('Cancel Order'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const sent = server.calls.filter(({ method }) => method === 'DELETE').map(({ body }) => body);
    expect(sent).toEqual([
      { reason: REASON, version: 3 },
      { reason: REASON, version: 5 },
    ]);
  });

  it('shows a message when printing fails, and allows a retry', async () => {
    const { server, user } = await list();
    server.on(`POST /medicalorder/${order.id}/print`, { status: 500 });
    await user.click(await screen.findByLabelText(`Print ${order.orderNumber}`));
    expect((await screen.findAllByText(/^Failed to print order/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(isDisabled(`Print ${order.orderNumber}`)).toBe(false));
  });
});
