import { orderExport } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { orderTypeLabel } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { fullName } from '@portal/domain/person-name';
import { exportList } from '#request/export-list.ts';
import { operation } from '#http/operation.ts';
import { ordersOf } from './list-repo.ts';
import { orderFilter } from './order-list.ts';
import { findOrders, type OrderRecordRow } from './order-repo.ts';

/** Exports the orders of a filter. Throws VALIDATION like the list. */
export const exportOrders = operation(orderExport, async (context, { body }) => {
  const { texts, ...filter } = orderFilter(context, body);
  return exportList<OrderRecordRow>(context, {
    name: 'orders',
    entityType: 'MedicalOrder',
    patientId: filter.patientId,
    filter: { ...filter, isSearch: texts?.length !== 0 },
    part: ordersOf({ ...filter, texts }),
    find: findOrders,
    patientOf: (row) => row.patient_id,
    columns: {
      'Order #': (row) => row.order_number,
      Type: (row) => orderTypeLabel({ type: row.type, isProcedure: row.is_procedure }),
      MRN: (row) => row.medical_record_number,
      'Last Name': (row) => row.patient_last_name,
      'First Name': (row) => row.patient_first_name,
      Diagnosis: (row) => row.diagnosis,
      'Order Date': (row) => formatDateUs(row.order_date),
      Status: (row) => ORDER_STATUS_LABELS[row.status],
      Priority: (row) => row.priority,
      STAT: (row) => (row.is_stat ? 'Yes' : 'No'),
      'Ordered By': (row) => fullName(row.provider_first_name, row.provider_last_name),
      Side: (row) => row.side ?? '',
      Levels: (row) => row.levels.join('; '),
      Codes: (row) => row.codes.join('; '),
      Place: (row) => row.location_name ?? '',
    },
  });
});
