import * as print from '@portal/contract/dictation-print';
import type { Binder } from '#http/bind.ts';
import { prepareBatch, printBatch } from './print-batch.ts';
import { exportText, getReportHeader, printDictation } from './print-dictation.ts';

/** Binds the endpoints for print, text export, and batch print of dictations. */
export function bindDictationPrint(binder: Binder): void {
  binder.bind(print.dictationPrint, ({ params }, context) => printDictation(context, params.id));
  binder.bind(print.dictationExportText, ({ params }, context) => exportText(context, params.id));
  binder.bind(print.dictationReportHeader, ({ params }, context) => getReportHeader(context, params.id));
  binder.bind(print.dictationBatchPrint, ({ body }, context) => prepareBatch(context, body.dictationIds));
  binder.bind(print.dictationBatchFile, ({ params }, context) => printBatch(context, params.id));
}
