import type { BodyOf } from '@portal/contract/endpoint';
import type { Dictation } from '@portal/contract/dictations';
import type { dictationUseSide } from '@portal/contract/signing-checks';
import { findingsOf } from '@portal/domain/dictation/signing-checks';
import { splitModifiers } from '@portal/domain/template/billing';
import { changedValues } from '#audit/audit-entry.ts';
import { checkVersion } from '#request/versions.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { checkedDictations } from './signing/checked-dictations.ts';
import { findDictation, lockDictation, updateModifiers } from './dictation-repo.ts';
import { auditFields, MISSING, presentDictation } from './dictation-view.ts';

/**
 * Replaces modifier 50 of a line by the side of its dictation. Throws NOT_FOUND, STALE, and CONFLICT with the current record if it is
 * signed, or no check finds modifier 50 on the line.
 */
export async function useSide(
  context: SignedInContext,
  id: string,
  { lineIndex, version }: BodyOf<typeof dictationUseSide>,
): Promise<Dictation> {
  return inTransaction(context, async (tx) => {
    const row = await lockDictation(tx.db, id);
    if (row?.is_active !== true) throw notFound(MISSING);
    const current = presentDictation(row);
    if (current.status === 'Signed')
      throw new AppError('CONFLICT', {
        message: 'This dictation is signed and can no longer be changed.',
        current,
      });
    checkVersion(context, version, current);
    const [note] = await checkedDictations(context, tx.db, [current], ['oneSided50']);
    const found = note === undefined ? [] : findingsOf(note.checked, ['oneSided50']);
    const side = found.find((each) => each.lineIndex === lineIndex)?.useSide;
    const line = current.billingCodes[lineIndex];
    if (side === undefined || line === undefined)
      throw new AppError('CONFLICT', {
        message: 'This line no longer has modifier 50 on a one-sided note.',
        current,
      });
    const modifiers = splitModifiers(line.modifiers).map((each) => (each === '50' ? side : each));
    await updateModifiers(
      tx.db,
      { id, place: lineIndex, modifiers: modifiers.join(',') },
      {
        by: context.user.id,
        now: context.now,
      },
    );
    const changed = await findDictation(tx.db, id);
    if (changed === undefined) throw notFound(MISSING);
    const after = presentDictation(changed);
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: current.patientId,
      ...changedValues(auditFields(current), auditFields(after)),
    });
    return after;
  });
}
