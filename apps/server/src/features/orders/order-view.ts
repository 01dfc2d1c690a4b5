import type { Order, OrderRow, OrderStep } from '@portal/contract/orders';
import { patientOfRow } from '#request/patient-of-row.ts';
import type { OrderListRow, OrderRecordRow, OrderStepRow } from './order-repo.ts';

/** Converts a row to its list form in the API. */
export function presentRow(row: OrderListRow): OrderRow {
  return {
    id: row.id,
    orderNumber: row.order_number,
    type: row.type,
    isProcedure: row.is_procedure,
    patient: patientOfRow(row),
    diagnosis: row.diagnosis,
    orderDate: row.order_date,
    status: row.status,
    priority: row.priority,
    isStat: row.is_stat,
    orderedByUser: {
      id: row.ordered_by,
      firstName: row.provider_first_name,
      lastName: row.provider_last_name,
    },
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** Converts a row to the full API order with its history. */
export function presentOrder(row: OrderRecordRow, steps: readonly OrderStepRow[]): Order {
  return {
    ...presentRow(row),
    bodyPart: row.body_part,
    side: row.side,
    contrast: row.contrast,
    specialist: row.specialist,
    levels: row.levels,
    codes: row.codes,
    locationId: row.location_id,
    locationName: row.location_name,
    instructions: row.instructions,
    createdByUser: {
      id: row.created_by,
      firstName: row.creator_first_name,
      lastName: row.creator_last_name,
    },
    updatedAt: row.updated_at.toISOString(),
    history: steps.map((step) => presentStep(step)),
  };
}

function presentStep(row: OrderStepRow): OrderStep {
  return {
    id: row.id,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    changedAt: row.changed_at.toISOString(),
    changedByUser: { id: row.changed_by, firstName: row.first_name, lastName: row.last_name },
    note: row.note,
  };
}
