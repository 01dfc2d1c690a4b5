import type { Dictation } from '@portal/contract/dictations';
import { carriedFields, type EditedFrom } from '@portal/domain/dictation/edited-text';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import type { DictationValues } from '../dictation-repo.ts';
import { findSignedNotes } from './source-repo.ts';

/**
 * Throws VALIDATION for values that are said to be carried from anything else than a signed note of the same patient and template. A note
 * that was deactivated since is fine: someone looks at each value before signing. What is stored was checked before, as long as the patient
 * is the same.
 */
export async function requireCarriedNotes(
  db: Db,
  templateId: string,
  { patientId, editedFrom }: Pick<DictationValues, 'patientId' | 'editedFrom'>,
  previous: Pick<Dictation, 'patientId' | 'editedFrom'> | null = null,
): Promise<void> {
  const before: EditedFrom = previous?.patientId === patientId ? previous.editedFrom : {};
  const carried = carriedFields(editedFrom).filter(([id, { noteId, day }]) => {
    const stored = before[id]?.carried;
    return stored?.noteId !== noteId || stored.day !== day;
  });
  if (carried.length === 0) return;
  const ids = [...new Set(carried.map(([, { noteId }]) => noteId))];
  const notes = await findSignedNotes(db, ids, { patientId, templateId });
  const wrong = carried.filter(
    ([, { noteId, day }]) => !notes.some((note) => note.id === noteId && note.day === day),
  );
  if (wrong.length === 0) return;
  const message =
    'This value was carried from a note that is no signed note of this patient and template. Clear it, or carry it again.';
  throw new AppError('VALIDATION', {
    message,
    errors: Object.fromEntries(wrong.map(([id]) => [`formData.${id}`, [message]])),
  });
}
