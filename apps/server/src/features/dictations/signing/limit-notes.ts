import { payerLimitNotes, type SavedLimit } from '@portal/contract/payer-limits';
import type { Dictation } from '@portal/contract/dictations';
import { isValidOn } from '@portal/domain/billing-code-facts';
import { NO_LIMITS, type PayerLimits } from '@portal/domain/dictation/signing-checks';
import { codesOfLimit, firstDayFor, limitsFor, type LimitNote } from '@portal/domain/payer-limits';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { listActiveLimits } from '#features/payer-limits/index.ts';
import { findLimitNotes } from './limit-note-repo.ts';

/** Lists a patient's notes that the rules of payers count for a note on a day. */
export const getLimitNotes = operation(payerLimitNotes, async (context, { body }) => {
  const { patientId, procedureDate, dictationId } = body;
  const { db } = context.deps;
  const limits = (await listActiveLimits(db)).filter((limit) => isValidOn(limit, procedureDate));
  const notes = limits.length === 0 ? [] : await notesFor(db, limits, [body]);
  const others = notes.filter((note) => note.dictationId !== dictationId);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    patientId,
    newValues: { dictationIds: others.map((note) => note.dictationId), procedureDate },
  });
  return others.map(({ patientId: _patient, ...note }) => ({ ...note, lines: [...note.lines] }));
});

/** What the check of payers' rules needs, for each dictation, in their order. Reads notes only for rules that one of them meets. */
export async function limitsOf(
  db: Db,
  dictations: readonly Dictation[],
): Promise<readonly (PayerLimits & { readonly dictationIds: readonly string[] })[]> {
  const all = await listActiveLimits(db);
  const met = dictations.map(({ procedureDate, billingCodes }) =>
    limitsFor(all, procedureDate, new Set(billingCodes.map(({ code }) => code.toUpperCase()))),
  );
  const limits = [...new Set(met.flat())];
  const asked = dictations.filter((_, at) => (met[at] ?? []).length > 0);
  const notes = asked.length === 0 ? [] : await notesFor(db, limits, asked);
  return dictations.map(({ id, patientId, procedureDate }, at) => {
    const own = met[at] ?? [];
    if (own.length === 0) return { ...NO_LIMITS, dictationIds: [] };
    const others = notes.filter(
      (note) =>
        note.patientId === patientId && note.dictationId !== id && note.procedureDate <= procedureDate,
    );
    return { limits: own, notes: others, dictationIds: others.map(({ dictationId }) => dictationId) };
  });
}

interface PatientDay {
  readonly patientId: string;
  readonly procedureDate: string;
}

function notesFor(
  db: Db,
  limits: readonly SavedLimit[],
  days: readonly PatientDay[],
): Promise<readonly (LimitNote & { readonly patientId: string })[]> {
  const dates = days.map(({ procedureDate }) => procedureDate).toSorted((a, b) => (a < b ? -1 : 1));
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  return findLimitNotes(db, {
    patientIds: [...new Set(days.map(({ patientId }) => patientId))],
    codes: [...new Set(limits.flatMap(codesOfLimit))],
    firstDay: firstDayFor(limits, first),
    lastDay: last,
  });
}
