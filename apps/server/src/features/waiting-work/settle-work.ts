import { userReassignWork } from '@portal/contract/waiting-work';
import { reassignMessage } from '#features/messages/index.ts';
import { fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { listLostWork, unassignedNews } from '#live/unassigned-news.ts';
import { listUnable, listWork, type WorkLoss, type WorkRow } from '#live/waiting-work-store.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { shown } from './read-work.ts';
import {
  findTakenKinds,
  setCoSigner,
  setDictationProvider,
  setDraftOwner,
  setOrderProvider,
  userExists,
} from './work-repo.ts';

/**
 * Call this after a change that takes away access, roles or permissions. Gives the work that these users can no longer do because of it
 * to `reassignTo`, as far as that person may take it. What nobody takes is shown as unassigned, and users who can take or assign it
 * are notified of urgent messages and STAT orders. Throws VALIDATION on reassignTo.
 */
export async function settleWork(
  context: SignedInContext,
  tx: Tx,
  losses: readonly WorkLoss[],
  reassignTo: string | null,
): Promise<void> {
  const work = await listLostWork(tx.db, context.now, losses);
  const taken = reassignTo === null ? [] : await handOver(context, tx, work, reassignTo);
  const { notifications, activities } = await unassignedNews(
    tx.db,
    context.now,
    work.filter((row) => !taken.includes(row)),
  );
  for (const notification of notifications) tx.notifyUser(notification);
  for (const activity of activities) tx.activity(activity);
}

/** Reassigns the work that a user can no longer do. Returns what still waits. Throws NOT_FOUND, VALIDATION on reassignTo. */
export const reassignWork = operation(userReassignWork, async (context, { params: { id: userId }, body }) => {
  const reassignTo = body.reassignTo;
  return inTransaction(context, async (tx) => {
    if (!(await userExists(tx.db, userId))) throw notFound('User not found');
    const unable = await listUnable(tx.db, context.now, [userId]);
    await handOver(context, tx, await listWork(tx.db, unable, { all: true }), reassignTo);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: userId,
      newValues: { waitingWorkReassignedTo: reassignTo },
    });
    return shown(context, await listWork(tx.db, unable), { entityType: 'User', entityId: userId });
  });
});

async function handOver(
  context: SignedInContext,
  tx: Tx,
  work: readonly WorkRow[],
  to: string,
): Promise<WorkRow[]> {
  const kinds = await findTakenKinds(tx.db, context.now, to);
  if (kinds === undefined) throw fieldError('reassignTo', 'This user does not exist');
  if (work.some(({ user_id: userId }) => userId === to))
    throw fieldError('reassignTo', 'Choose someone else: this work waits for this user.');
  if (work.length > 0 && !work.some(({ kind }) => kinds.includes(kind)))
    throw fieldError('reassignTo', 'This user may take none of this work. Choose someone else.');
  const taken = work.filter(({ kind }) => kinds.includes(kind));
  const done: WorkRow[] = [];
  for (const row of taken) if (await giveTo(context, tx, row, to)) done.push(row);
  return done;
}

/** Who does a kind of work, as audit entries name it. */
const FIELDS = {
  orders: 'orderedByUserId',
  signatures: 'providerId',
  coSignatures: 'supervisorId',
  drafts: 'draftOwnerId',
  unsaved: 'draftOwnerId',
} as const;

/** Gives one piece of work to a user, with an audit entry that names its patient. Returns false if they cannot have it. */
async function giveTo(context: SignedInContext, tx: Tx, row: WorkRow, to: string): Promise<boolean> {
  const { kind, id, user_id: from } = row;
  if (kind === 'messages') {
    await reassignMessage(context, tx, id, to);
    return true;
  }
  if (kind === 'orders') await setOrderProvider(tx.db, id, to, context.now);
  if (kind === 'signatures') await setDictationProvider(tx.db, id, to, context.now);
  if (kind === 'coSignatures' && !(await setCoSigner(tx.db, id, to))) return false;
  if (kind === 'unsaved' && !(await setDraftOwner(tx.db, id, to))) return false;
  const name = FIELDS[kind];
  tx.audit({
    action: 'Updated',
    entityType: kind === 'orders' ? 'MedicalOrder' : 'Dictation',
    entityId: id,
    patientId: row.patient_id,
    oldValues: { [name]: from },
    newValues: { [name]: to },
  });
  if (kind === 'orders')
    tx.activity({
      event: 'order.updated',
      description: `Order ${row.label} has another provider`,
      icon: 'Assignment',
      color: 'info',
      entityType: 'MedicalOrder',
      entityId: id,
      requiredPermission: 'Order.View',
    });
  if (kind === 'coSignatures') tx.notifyUser({ kind: 'CoSignatureRequested', userId: to, entityId: id });
  if (kind === 'signatures' || kind === 'coSignatures')
    tx.activity({
      event: kind === 'signatures' ? 'dictation.ready_for_review' : 'dictation.co_signature_requested',
      description:
        kind === 'signatures'
          ? 'A dictation is ready for your review'
          : 'A dictation awaits your co-signature',
      icon: 'Mic',
      color: 'info',
      entityType: 'Dictation',
      entityId: id,
      recipientUserId: to,
      requiredPermission: 'Dictation.View',
    });
  return true;
}
