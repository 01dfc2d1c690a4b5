import type { Activity } from '@portal/contract/dashboard';
import type { Order } from '@portal/contract/orders';
import type { Answer, FakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';

const { id, firstName, lastName, medicalRecordNumber } = aPatient();
/** The test patient. */
export const ANN = { id, firstName, lastName, medicalRecordNumber };
export const PROVIDER = {
  id: '55555555-5555-4555-8555-555555555555',
  firstName: 'Priya',
  lastName: 'Raman',
};
const ASSISTANT = { id: '66666666-6666-4666-8666-666666666666', firstName: 'Omar', lastName: 'Diaz' };

/** A pending MRI order for Ann; accepts overrides. */
export function anOrder(change: Partial<Order> = {}): Order {
  return {
    id: '44444444-4444-4444-8444-444444444444',
    orderNumber: 'ORD-2026-000007',
    type: 'MRI',
    isProcedure: false,
    patient: ANN,
    diagnosis: 'M54.16 Radiculopathy',
    orderDate: '2026-11-20',
    status: 'Pending',
    priority: 'Normal',
    isStat: false,
    orderedByUser: PROVIDER,
    createdAt: '2026-11-20T15:00:00.000Z',
    version: 3,
    bodyPart: 'Lumbar spine',
    side: 'Left',
    contrast: 'Without',
    specialist: null,
    levels: [],
    codes: [],
    locationId: null,
    locationName: null,
    instructions: 'Call the result',
    createdByUser: ASSISTANT,
    updatedAt: '2026-11-20T16:00:00.000Z',
    history: [
      {
        id: '77777777-7777-4777-8777-777777777771',
        fromStatus: null,
        toStatus: 'Pending',
        changedAt: '2026-11-20T15:00:00.000Z',
        changedByUser: ASSISTANT,
        note: null,
      },
    ],
    ...change,
  };
}

/** A list response. */
export const listOf = (...orders: readonly Order[]): Answer => ({
  body: { data: orders, totalCount: orders.length, totalCountIsApproximate: false },
});

/** A fake server with everything that the order form requests; the practice's current date is 2026-11-21. */
export function withFormChoices(server: FakeServer): FakeServer {
  server.on(`GET /patient/${ANN.id}`, { body: aPatient() });
  server.on('GET /user/providers', {
    body: [
      { ...PROVIDER, userName: 'praman', username: 'praman', title: 'MD', roles: ['ProviderPhysician'] },
    ],
  });
  server.on('POST /billing-code/search', {
    body: { items: [], totalCount: 0, totalCountIsApproximate: false },
  });
  return server;
}

/** What the live feed says when a colleague cancels the order. */
export const CANCELLED: Activity = {
  id: '88888888-8888-4888-8888-888888888888',
  description: 'Order ORD-2026-000007 was cancelled',
  timestamp: '2026-11-21T15:00:00.000Z',
  color: 'warning',
  icon: 'Assignment',
  entityType: 'MedicalOrder',
  entityId: anOrder().id,
  isOwn: false,
};
