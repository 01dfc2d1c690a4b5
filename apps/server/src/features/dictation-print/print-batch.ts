import type { FileToSend } from '@portal/contract/file';
import { recordRead } from '#request/record-read.ts';
import type { Dictation } from '@portal/contract/dictations';
import { inTransaction } from '#request/transaction.ts';
import { loadDictations } from '#features/dictations/index.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { makeDictationPdf, type DictationSheet } from './dictation-pdf.ts';
import { fileName, isPrintable } from './print-dictation.ts';
import { sheetsOf } from './sheets.ts';

/** How long a link can be fetched. */
const LINK_MS = 5 * 60_000;
/** So many are loaded at once. */
const AT_ONCE = 10;

/**
 * A link to one PDF of these dictations in their order, for five minutes and for the caller only. It holds which they are
 * and not the pages, so it works in every process. Throws NOT_FOUND when one does not exist.
 */
export async function prepareBatch(
  context: SignedInContext,
  dictationIds: readonly string[],
): Promise<{ pdfUrl: string }> {
  return inTransaction(context, async (tx) => {
    const ids = [...new Set(dictationIds)];
    const dictations = await loadDictations(tx.db, ids);
    requireAll(context, ids, dictations);
    const { id } = await tx.db
      .insertInto('dictation_print_batches')
      .values({
        user_id: context.user.id,
        dictation_ids: ids,
        expires_at: new Date(context.now.getTime() + LINK_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // What is printed of whom is on record with the pages; this is that they were asked for.
    tx.audit({
      action: 'Printed',
      entityType: 'Dictation',
      entityId: null,
      newValues: { dictationIds: ids },
    });
    return { pdfUrl: `/api/dictation/batch/print/${id}` };
  });
}

/** The PDF that a link stands for. Throws NOT_FOUND for another user's and an expired one, and when a dictation has gone meanwhile. */
export async function printBatch(context: SignedInContext, id: string): Promise<FileToSend> {
  const { db } = context.deps;
  const batch = await db
    .selectFrom('dictation_print_batches')
    .select('dictation_ids')
    .where('id', '=', id)
    .where('user_id', '=', context.user.id)
    .where('expires_at', '>', context.now)
    .executeTakeFirst();
  if (batch === undefined)
    throw notFound('This print has expired. Select the dictations and print them again.');
  const printed: Dictation[] = [];
  const content = await makeDictationPdf(sheetsInTurn(context, batch.dictation_ids, printed), context.now);
  await recordRead(
    context,
    ...printed.map((dictation) => ({
      action: 'Printed' as const,
      entityType: 'Dictation' as const,
      entityId: dictation.id,
      patientId: dictation.patientId,
    })),
  );
  return { content, contentType: 'application/pdf', fileName: fileName(context, 'dictations', 'pdf') };
}

/** A few at a time, so that a large batch does not hold all of them at once. What was drawn is noted in `printed`. */
async function* sheetsInTurn(
  context: SignedInContext,
  ids: readonly string[],
  printed: Dictation[],
): AsyncGenerator<DictationSheet> {
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE);
    const { db, exportTurns } = context.deps;
    const dictations = await exportTurns.take(() => loadDictations(db, some));
    requireAll(context, some, dictations);
    printed.push(...dictations);
    yield* await sheetsOf(context, dictations);
  }
}

function requireAll(
  context: SignedInContext,
  ids: readonly string[],
  dictations: readonly Dictation[],
): void {
  if (dictations.length < ids.length || dictations.some((dictation) => !isPrintable(context, dictation)))
    throw notFound('One of these dictations does not exist any more. Load the list and select again.');
}
