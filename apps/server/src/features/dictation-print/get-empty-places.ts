import type { AnswerOf } from '@portal/contract/endpoint';
import type { dictationEmptyPlaces } from '@portal/contract/dictation-print';
import { isNoShow } from '@portal/domain/template/billing-option';
import { storedEmptyPlaces } from '@portal/domain/template/empty-places';
import { recordRead } from '#request/record-read.ts';
import { findDictations, presentDictation } from '#features/dictations/index.ts';
import { notFound } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';

/** Finds dictations with blanks in their report text; no-shows have none. Throws NOT_FOUND when a dictation does not exist. */
export async function getEmptyPlaces(
  context: SignedInContext,
  dictationIds: readonly string[],
): Promise<AnswerOf<typeof dictationEmptyPlaces>> {
  const ids = [...new Set(dictationIds)];
  const rows = await findDictations(context.deps.db, ids);
  const dictations = await mapInTurns(rows, presentDictation);
  if (dictations.length < ids.length || dictations.some(({ isActive }) => !isActive))
    throw notFound('One of these dictations does not exist.');
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: { dictationIds: ids, patientIds: [...new Set(dictations.map(({ patientId }) => patientId))] },
  });
  const found = await mapInTurns(
    dictations,
    ({ id, patientName, templateName, structure, formData, billingOption }) => ({
      dictationId: id,
      patientName,
      templateName,
      places: isNoShow(billingOption) ? [] : [...storedEmptyPlaces(structure, formData)],
    }),
  );
  return found.filter(({ places }) => places.length > 0);
}
