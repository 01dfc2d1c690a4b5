import { dictationAddendum } from '@portal/contract/dictations';
import { answersReturn } from '@portal/domain/dictation/co-signature';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { askToCoSign } from './co-signing/co-sign.ts';
import { updateAwaiting } from './co-signing/co-signature-repo.ts';
import { findDictation, lockDictation } from './dictation-repo.ts';
import { dictationActivity, MISSING, presentDictation } from './dictation-view.ts';
import { findSigner, insertAddendum } from './signing/signing-repo.ts';

/** Adds an addendum to a signed dictation. Throws NOT_FOUND, or CONFLICT when it is not signed. */
export const addAddendum = operation(dictationAddendum, async (context, { params: { id }, body }) => {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const current = await lockDictation(tx.db, id);
    if (current?.is_active !== true) throw notFound(MISSING);
    if (current.status !== 'Signed')
      throw new AppError('CONFLICT', {
        message: 'Addenda can be added only to signed dictations. Edit the dictation instead.',
        current: presentDictation(current),
      });
    const { coSignature } = presentDictation(current);
    const isAnswer = coSignature !== null && answersReturn(coSignature.state, user.roles);
    await insertAddendum(tx.db, id, body, await findSigner(tx.db, user.id), { by: user.id, now });
    tx.audit({
      action: 'Modified',
      entityType: 'Dictation',
      entityId: id,
      patientId: current.patient_id,
      reason: body.reason,
      newValues: { addendum: current.addenda.length + 1, ...(isAnswer && { coSignature: 'Awaiting' }) },
    });
    tx.activity(
      dictationActivity(id, 'dictation.addendum_added', 'An addendum was added to a dictation', 'info'),
    );
    if (isAnswer) askToCoSign(tx, id, await updateAwaiting(tx.db, id));
    const changed = await findDictation(tx.db, id);
    if (changed === undefined) throw notFound(MISSING);
    return presentDictation(changed);
  });
});
