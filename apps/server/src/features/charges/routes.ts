import * as charges from '@portal/contract/charges';
import type { Binder } from '#http/bind.ts';
import { changeBatch, previewBatch } from './change-batch.ts';
import { checkCharges } from './check-charges.ts';
import { getCsvColumns, setCsvColumns } from './csv-columns.ts';
import { exportCharges } from './export-charges.ts';
import { getCharges } from './list-charges.ts';
import { printDaySheet } from './print-day-sheet.ts';

/** Binds the endpoints of charges. */
export function bindCharges(binder: Binder): void {
  binder.bind(charges.chargeList, ({ query }, context) => getCharges(context, query));
  binder.bind(charges.chargeCheck, ({ query }, context) => checkCharges(context, query));
  binder.bind(charges.chargeExport, ({ body }, context) => exportCharges(context, body));
  binder.bind(charges.chargeSheet, ({ body }, context) => printDaySheet(context, body));
  binder.bind(charges.chargeBatch, ({ body }, context) => changeBatch(context, body));
  binder.bind(charges.chargeBatchPreview, ({ body }, context) => previewBatch(context, body));
  binder.bind(charges.chargeCsvColumns, (_input, context) => getCsvColumns(context));
  binder.bind(charges.chargeCsvColumnsUpdate, ({ body }, context) => setCsvColumns(context, body));
}
