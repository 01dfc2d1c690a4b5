import type { BillingCode } from '@portal/contract/billing-codes';
import type { DictationRow } from '@portal/contract/dictations';
import type { Office } from '@portal/contract/offices';
import type { Order } from '@portal/contract/orders';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PermissionName } from '@portal/domain/permissions';
import { chooseOption } from '#lib/test/choose-option.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOrder, ANN, listOf, withFormChoices } from '#lib/test/orders.ts';
import { OrderCreatePage } from './OrderCreatePage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { OrdersPage } from './OrdersPage.tsx';

const OFFICE = '99999999-9999-4999-8999-999999999999';
const ALL: readonly PermissionName[] = [
  'Order.View',
  'Order.Create',
  'Order.Edit',
  'Dictation.View',
  'Dictation.Create',
  'Patient.View',
];
const procedure = (change: Partial<Order> = {}) =>
  anOrder({
    type: 'Other',
    isProcedure: true,
    bodyPart: null,
    contrast: null,
    side: 'Right',
    levels: ['L4-L5', 'L5-S1'],
    codes: ['64635'],
    locationId: OFFICE,
    locationName: 'Surgery Suite',
    ...change,
  });
const ADDRESS = `/medicalorder/${anOrder().id}`;
const NOTES = `GET /dictation/order/${anOrder().id}`;
const aNote = (status: DictationRow['status']): DictationRow => ({
  id: '01980000-0000-7000-8000-000000000041',
  templateId: OFFICE,
  templateName: 'Block',
  patientId: ANN.id,
  patientName: 'Lee, Ann',
  patientMRN: '00000042',
  providerId: OFFICE,
  providerName: 'Priya Raman',
  locationId: OFFICE,
  procedureLocation: 'Surgery Suite',
  procedureDate: '2026-11-21',
  status,
  groupId: null,
  groupName: null,
  hasAddendums: false,
  coSignature: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  signedAt: null,
  isActive: true,
  now: null,
  version: 1,
});
const SUITE: Office = {
  id: OFFICE,
  name: 'Surgery Suite',
  address: '1 Main Street',
  city: 'Reston',
  state: 'VA',
  zipCode: '20190',
  phone: '5551234567',
  fax: null,
  npi: null,
  superAdminOnly: false,
  isSurgeryCenter: true,
  isActive: true,
  version: 1,
};

const CODE: BillingCode = {
  id: OFFICE,
  codeType: 'CPT',
  code: '64635',
  description: 'Ablation, one level',
  category: null,
  isActive: true,
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  facts: [],
  replacedBy: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 1,
};

async function show(at: string, order: Order, permissions = ALL, notes: readonly DictationRow[] = []) {
  const server = withFormChoices(createFakeServer());
  server.on(`GET ${ADDRESS}`, { body: order });
  server.on('GET /medicalorder', listOf(order));
  server.on(NOTES, { body: notes });
  server.on('GET /office', { body: [SUITE] });
  server.on('POST /billing-code/search', {
    body: {
      items: [CODE],
      totalCount: 1,
      totalCountIsApproximate: false,
    },
  });
  const page = await showPage({
    server,
    pages: { '/orders': OrdersPage, '/orders/new': OrderCreatePage, '/orders/:id': OrderPage },
    at,
    permissions,
  });
  return { ...page, server };
}
const levels = () => screen.getByLabelText<HTMLInputElement>('Levels');
const typed = async (user: UserEvent, text: string) => {
  await user.click(levels());
  await user.paste(text);
};

it('asks for side, levels, codes and place of a procedure, and sends them', async () => {
  const { user, server } = await show(`/orders/new?patientId=${ANN.id}`, procedure());
  server.on('POST /medicalorder', { status: 201, body: procedure() });
  await screen.findByLabelText(/^Order Date/);
  chooseOption(/^Type/, 'Other');
  expect(screen.queryByLabelText('Levels')).toBeNull();
  await user.click(screen.getByLabelText('Procedure', { selector: 'input' }));
  chooseOption(/^Side/, 'Right');
  await typed(user, 'L4-L5, l4-l5; L5-S1');
  await user.keyboard('{Enter}');
  await typed(user, 'Left hip');
  await waitFor(() => chooseOption(/^Place/, 'Surgery Suite'));
  expect(screen.getByText('Left hip')).toBeTruthy();
  await user.click(screen.getByLabelText('Codes'));
  await user.paste('64635');
  await user.click(await screen.findByText('Ablation, one level'));
  await within(screen.getByLabelText('Chosen codes')).findByText('64635');
  await waitFor(() => chooseOption(/^Ordering Provider/, 'Priya Raman, MD'));
  await user.click(screen.getByLabelText(/^Diagnosis/, { selector: 'input' }));
  await user.paste('M47.816 Spondylosis');
  await user.click(screen.getByText('Create Order', { selector: 'button' }));
  await waitFor(() =>
    expect(
      server.calls.find(({ method, path }) => method === 'POST' && path === '/medicalorder')?.body,
    ).toMatchObject({
      type: 'Other',
      isProcedure: true,
      side: 'Right',
      levels: ['l4-l5', 'L5-S1', 'Left hip'],
      codes: ['64635'],
      locationId: OFFICE,
    }),
  );
});

it('shows a procedure and starts notes from it while it is open', async () => {
  await show(`/orders/${anOrder().id}`, procedure());
  await screen.findByText('Procedure for Lee, Ann (00000042)');
  for (const text of ['L4-L5, L5-S1', '64635', 'Surgery Suite']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Start Note').getAttribute('href')).toBe(
    `/dictations/new?order=${anOrder().id}&patientId=${ANN.id}`,
  );
});

it.each([
  ['of an order that is no procedure', anOrder({ type: 'Other' }), ALL],
  ['of a cancelled order', procedure({ status: 'Cancelled' }), ALL],
  ['without the permission to create dictations', procedure(), ['Order.View'] as const],
])('starts no note %s', async (_what, order, permissions) => {
  await show(`/orders/${order.id}`, order, permissions);
  await screen.findByText(order.orderNumber, { selector: 'h1' });
  expect(screen.queryByText('Start Note')).toBeNull();
});

it('starts notes from the list, too', async () => {
  await show('/orders', procedure());
  const start = await screen.findByLabelText(/^Start note/);
  expect(start.getAttribute('href')).toContain(`order=${anOrder().id}`);
});

it('asks whether the order is completed once a note was signed', async () => {
  await show(`/orders/${anOrder().id}`, procedure(), ALL, [aNote('Signed'), aNote('Draft')]);
  expect(await screen.findByText(/^This note was signed/)).toBeTruthy();
  expect(screen.getByText('Mark as Completed')).toBeTruthy();
});

it.each([
  ['the note is not signed', procedure(), ALL, 'Draft' as const],
  ['the order is completed', procedure({ status: 'Completed' }), ALL, 'Signed' as const],
  [
    'the user may not change orders',
    procedure(),
    ['Order.View', 'Dictation.View'] as const,
    'Signed' as const,
  ],
])('does not ask when %s', async (_why, order, permissions, status) => {
  await show(`/orders/${order.id}`, order, permissions, [aNote(status)]);
  await screen.findByText('Notes');
  expect(screen.queryByText(/^This note was signed/)).toBeNull();
});
