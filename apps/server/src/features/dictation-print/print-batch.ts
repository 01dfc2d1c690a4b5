import { dictationBatchFile, dictationBatchPrint } from '@portal/contract/dictation-print';
import type { Dictation } from '@portal/contract/dictations';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import { findDictations, presentDictation } from '#features/dictations/index.ts';
import { notFound } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import type { DictationSheet } from './dictation-pdf.ts';
import { drawDictations } from './draw-dictations.ts';
import { fileName, isPrintable } from './print-dictation.ts';
import { findBatch, insertBatch, LINK_MS } from './print-repo.ts';
import { prepareSheets } from './prepare-sheets.ts';

/** Number of dictations loaded at a time. */
const CHUNK_SIZE = 10;

/**
 * Creates a link to one PDF of these dictations in this order, valid for five minutes and only for the caller. Only the IDs are
 * stored, so any process can serve it. Throws NOT_FOUND when a dictation does not exist.
 */
export const prepareBatch = operation(dictationBatchPrint, async (context, { body: { dictationIds } }) => {
  return inTransaction(context, async (tx) => {
    const ids = [...new Set(dictationIds)];
    requireAll(context, ids, await findDictations(tx.db, ids));
    const expiresAt = new Date(context.now.getTime() + LINK_MS);
    const id = await insertBatch(tx.db, context.user.id, ids, expiresAt);
    // This records the request; `printBatch` records each printed dictation with its patient.
    tx.audit({
      action: 'Printed',
      entityType: 'Dictation',
      entityId: null,
      newValues: { dictationIds: ids },
    });
    return { pdfUrl: `/api/dictation/batch/print/${id}` };
  });
});

/** Creates the PDF of a link. Throws NOT_FOUND for another user's or an expired link, or when a dictation no longer exists. */
export const printBatch = operation(dictationBatchFile, async (context, { params: { id } }) => {
  const ids = await findBatch(context.deps.db, context.user.id, id, context.now);
  if (ids === undefined)
    throw notFound('This print has expired. Select the dictations and print them again.');
  const printed: Pick<Dictation, 'id' | 'patientId'>[] = [];
  const sheets: DictationSheet[] = [];
  for (let first = 0; first < ids.length; first += CHUNK_SIZE) {
    const dictations = await loadDictations(context, ids.slice(first, first + CHUNK_SIZE));
    printed.push(...dictations.map((dictation) => ({ id: dictation.id, patientId: dictation.patientId })));
    sheets.push(...(await prepareSheets(context, dictations)));
  }
  const content = await drawDictations(context, sheets);
  await recordRead(
    context,
    ...printed.map(({ id: entityId, patientId }) => ({
      action: 'Printed' as const,
      entityType: 'Dictation' as const,
      entityId,
      patientId,
    })),
  );
  return { content, fileName: fileName(context, 'dictations', 'pdf') };
});

async function loadDictations(context: SignedInContext, ids: readonly string[]): Promise<Dictation[]> {
  const rows = await context.deps.reports.run((db) => findDictations(db, ids));
  requireAll(context, ids, rows);
  return mapInTurns(rows, presentDictation);
}

function requireAll(
  context: SignedInContext,
  ids: readonly string[],
  found: readonly { readonly is_active: boolean }[],
): void {
  if (found.length < ids.length || found.some((row) => !isPrintable(context, row.is_active)))
    throw notFound('One of these dictations no longer exists. Reload the list and select again.');
}
