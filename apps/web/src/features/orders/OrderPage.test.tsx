import type { Order } from '@portal/contract/orders';
import type { PermissionName } from '@portal/domain/permissions';
import type { UserEvent } from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOrder, CANCELLED, PROVIDER } from '#lib/test/orders.ts';
import { OrderPage } from './OrderPage.tsx';

const ALL: readonly PermissionName[] = ['Order.View', 'Order.Edit', 'Order.Cancel'];
const ADDRESS = `/medicalorder/${anOrder().id}`;

async function open(order: Order = anOrder(), permissions = ALL, answer: Answer = { body: order }) {
  const server = createFakeServer();
  server.on(`GET ${ADDRESS}`, answer);
  const page = await showPage({
    server,
    pages: { '/orders/:id': OrderPage },
    at: `/orders/${order.id}`,
    permissions,
  });
  return { ...page, server };
}
const facts = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('dt'), (term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
const steps = () =>
  screen.queryAllByText(/^Mark as /, { selector: 'button' }).map(({ textContent }) => textContent);
const heading = () => screen.findByText(anOrder().orderNumber, { selector: 'h1' });

describe('order details', () => {
  it.each([
    [{}, { 'Body Part': 'Lumbar spine', Side: 'Left', Contrast: 'Without contrast' }, ['Specialist']],
    [
      { type: 'ReferralPT', bodyPart: null, side: null, contrast: null, specialist: 'Dr. Hall' },
      { Specialist: 'Dr. Hall' },
      ['Body Part', 'Side', 'Contrast'],
    ],
    [
      { type: 'LabWork', bodyPart: null, side: null, contrast: null },
      { Type: 'Lab Work', Instructions: 'Call the result' },
      ['Body Part', 'Side', 'Contrast', 'Specialist'],
    ],
  ] satisfies [Partial<Order>, object, string[]][])(
    'show only the fields of the order type: %j',
    async (change, shown, hidden) => {
      await open(anOrder(change));
      await heading();
      expect(facts()).toMatchObject(shown);
      for (const label of hidden) expect(facts()).not.toHaveProperty(label);
    },
  );

  it('show STAT in the heading', async () => {
    await open(anOrder({ isStat: true }));
    await heading();
    expect(within(screen.getByRole('banner')).getByText('STAT')).toBeTruthy();
  });

  it('list the status history newest first, with notes', async () => {
    const [first] = anOrder().history;
    const scheduled = {
      id: '77777777-7777-4777-8777-777777777772',
      fromStatus: 'Pending' as const,
      toStatus: 'Scheduled' as const,
      changedAt: '2026-11-21T15:00:00.000Z',
      changedByUser: PROVIDER,
      note: 'Tuesday at 9',
    };
    await open(anOrder({ status: 'Scheduled', history: first === undefined ? [] : [first, scheduled] }));
    await heading();
    const history = Array.from(document.querySelectorAll('ol li'), ({ textContent }) => textContent);
    expect(history).toHaveLength(2);
    expect(history[0]).toMatch(/^Pending→Scheduled.*by Priya RamanTuesday at 9$/);
    expect(history[1]).toMatch(/Pending.*by Omar Diaz$/);
  });

  it('follow what others change', async () => {
    const { server } = await open();
    await heading();
    server.on(`GET ${ADDRESS}`, { body: anOrder({ status: 'Cancelled', version: 4 }) });
    pushedActivity.emit(CANCELLED);
    expect(await screen.findByText('This order is cancelled and can no longer be changed.')).toBeTruthy();
    expect(steps()).toEqual([]);
  });

  it('keep the dialog for a status, with its note, when somebody else cancels the order', async () => {
    const { user, server } = await open();
    await heading();
    await user.click(screen.getByText('Mark as Completed'));
    await user.type(await screen.findByLabelText('Note'), 'Done at 3 PM');
    server.on(`GET ${ADDRESS}`, { body: anOrder({ status: 'Cancelled', version: 4 }) });
    pushedActivity.emit(CANCELLED);
    expect(
      await screen.findByText(
        `While you were editing: ${CANCELLED.description}. What you entered is still here.`,
      ),
    ).toBeTruthy();
    await screen.findByText('This order is cancelled and can no longer be changed.');
    expect(screen.getByDisplayValue('Done at 3 PM')).toBeTruthy();
  });

  it.each([
    [{ status: 404, body: { message: 'This record does not exist.' } }, 'Order not found'],
    [{ status: 422, body: {} }, 'Failed to fetch order'],
  ])('%j shows "%s"', async (answer, text) => {
    await open(anOrder(), ALL, answer);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('order actions', () => {
  it.each([
    ['Pending', ['Mark as Scheduled', 'Mark as In Progress', 'Mark as Completed']],
    ['Scheduled', ['Mark as In Progress', 'Mark as Completed']],
    ['InProgress', ['Mark as Completed']],
    ['Completed', []],
    ['Cancelled', []],
  ] satisfies [Order['status'], string[]][])('%s offers %j', async (status, offered) => {
    await open(anOrder({ status }));
    await heading();
    expect(steps()).toEqual(offered);
    const isClosed = offered.length === 0;
    expect(screen.queryByText('Edit') === null).toBe(isClosed);
    expect(screen.queryByText('Cancel Order') === null).toBe(isClosed);
    expect(screen.getByText('Print')).toBeTruthy();
  });

  it.each([
    [['Order.View'], 0, false, false],
    [['Order.View', 'Order.Edit'], 3, true, false],
    [['Order.View', 'Order.Cancel'], 0, false, true],
  ] satisfies [readonly PermissionName[], number, boolean, boolean][])(
    '%j: %d steps, edit %s, cancel %s',
    async (permissions, stepCount, canEdit, canCancel) => {
      await open(anOrder(), permissions);
      await heading();
      expect(steps()).toHaveLength(stepCount);
      expect(screen.queryByText('Edit') !== null).toBe(canEdit);
      expect(screen.queryByText('Cancel Order') !== null).toBe(canCancel);
    },
  );
});

async function openStep(user: UserEvent, label: string) {
  await user.click(await screen.findByText(`Mark as ${label}`));
  return within(await screen.findByRole('dialog', { name: `Mark ORD-2026-000007 as ${label}` }));
}
async function write(user: UserEvent, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

describe('advancing an order', () => {
  it('requires no note, sends the version, and warns before completion', async () => {
    const { server, user } = await open();
    const dialog = await openStep(user, 'Completed');
    expect(dialog.getByText('A completed order can no longer be edited or cancelled.')).toBeTruthy();
    server.on(`POST ${ADDRESS}/status`, { body: anOrder({ status: 'Completed', version: 4 }) });
    server.on(`GET ${ADDRESS}`, { body: anOrder({ status: 'Completed', version: 4 }) });
    await user.click(dialog.getByText('Mark as Completed'));
    await screen.findByText('This order is completed and can no longer be changed.');
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      status: 'Completed',
      note: null,
      version: 3,
    });
  });

  it('keeps the note on failure', async () => {
    const { server, user } = await open();
    const dialog = await openStep(user, 'Scheduled');
    await write(user, dialog.getByLabelText('Note'), 'Tuesday at 9');
    server.on(`POST ${ADDRESS}/status`, { status: 500 });
    await user.click(dialog.getByText('Mark as Scheduled'));
    expect(await dialog.findByText(/Failed to change the status/)).toBeTruthy();
    expect(dialog.getByLabelText('Note')).toHaveProperty('value', 'Tuesday at 9');
  });

  it('keeps the note for a stale version, refetches the order and retries with its version', async () => {
    const { server, user } = await open();
    const dialog = await openStep(user, 'Scheduled');
    await write(user, dialog.getByLabelText('Note'), 'Tuesday at 9');
    const current = anOrder({ diagnosis: 'M54.12 Radiculopathy', version: 8 });
    server.on(`GET ${ADDRESS}`, { body: current });
    server.on(`POST ${ADDRESS}/status`, {
      status: 409,
      body: { code: 'STALE', message: 'Someone else changed this order.', current },
    });
    await user.click(dialog.getByText('Mark as Scheduled'));
    expect(await dialog.findByText('Someone else changed this order.')).toBeTruthy();
    await screen.findByText('M54.12 Radiculopathy');
    server.on(`POST ${ADDRESS}/status`, { body: { ...current, status: 'Scheduled', version: 9 } });
    await user.click(dialog.getByText('Mark as Scheduled'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      status: 'Scheduled',
      note: 'Tuesday at 9',
      version: 8,
    });
  });
});

async function askToCancel(user: UserEvent) {
  await user.click(await screen.findByText('Cancel Order'));
  return within(await screen.findByRole('alertdialog', { name: 'Cancel order ORD-2026-000007' }));
}

describe('canceling an order', () => {
  const REASON = 'Done at another clinic';

  it.each([
    ['nine characters', 'nine char'],
    ['501 characters', 'x'.repeat(501)],
  ])('refuses %s as the reason', async (_what, reason) => {
    const { server, user } = await open();
    const dialog = await askToCancel(user);
    await write(user, dialog.getByLabelText(/^Reason/), reason);
    await user.click(dialog.getByText('Cancel Order'));
    expect(
      await dialog.findByText(/of at least 10 characters|1 character too many \(500 allowed\)/),
    ).toBeTruthy();
    expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('sends the reason with the version, and shows the order as cancelled', async () => {
    const { server, user } = await open();
    const dialog = await askToCancel(user);
    await write(user, dialog.getByLabelText(/^Reason/), REASON);
    const cancelled = { body: anOrder({ status: 'Cancelled', version: 4 }) };
    server.on(`DELETE ${ADDRESS}`, cancelled);
    server.on(`GET ${ADDRESS}`, cancelled);
    await user.click(dialog.getByText('Cancel Order'));
    expect(await screen.findByText('This order is cancelled and can no longer be changed.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(within(screen.getByRole('banner')).getByText('Cancelled')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
      reason: REASON,
      version: 3,
    });
  });

  it('keeps the reason on failure, and the order with Keep Order', async () => {
    const { server, user } = await open();
    const dialog = await askToCancel(user);
    await write(user, dialog.getByLabelText(/^Reason/), REASON);
    server.on(`DELETE ${ADDRESS}`, { status: 500 });
    await user.click(dialog.getByText('Cancel Order'));
    expect(await dialog.findByText('Failed to cancel order')).toBeTruthy();
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    await user.click(dialog.getByText('Keep Order'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(steps()).toHaveLength(3);
  });
});
