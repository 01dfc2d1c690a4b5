import {
  type DictationGroupDetail,
  groupAdd,
  groupCreate,
  groupDelete,
  groupRemove,
  groupSignAll,
} from '@portal/contract/dictation-groups';
import { formatDateUs } from '@portal/domain/date';
import { defaultGroupName, recountedGroupName } from '@portal/domain/dictation';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import {
  findDictationRows,
  lockDictations,
  presentDictationRow,
  signDictations,
} from '#features/dictations/index.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import {
  deleteGroup,
  findGroup,
  findMembers,
  insertGroup,
  listMemberIds,
  lockGroup,
  setGroup,
  touchGroup,
  type GroupMember,
} from './group-repo.ts';
import { groupProblem } from './group-rules.ts';
import { presentGroup } from './group-view.ts';

const MISSING = 'Group not found';

/** Loads a group with its dictations. Throws NOT_FOUND. */
export async function readGroup(db: Db, id: string): Promise<DictationGroupDetail> {
  const group = await findGroup(db, id);
  if (group === undefined) throw notFound(MISSING);
  const rows = await findDictationRows(db, await listMemberIds(db, id));
  return { ...presentGroup(group), dictations: rows.map((row) => presentDictationRow(row)) };
}

/**
 * Creates a group from ungrouped dictations with the same provider, location, and date. The default name has the date and the
 * count. Throws NOT_FOUND or CONFLICT as reported by `groupProblem`.
 */
export const createGroup = operation(groupCreate, async (context, { body }) => {
  const { dictationIds, groupName, notes } = body;
  return inTransaction(context, async (tx) => {
    const ids = [...new Set(dictationIds)];
    const [first] = await requireGroupable(tx, ids);
    if (first === undefined) throw notFound(MISSING);
    const { provider_id: providerId, location_id: locationId, procedure_date: procedureDate } = first;
    const name = groupName ?? defaultGroupName(formatDateUs(procedureDate), ids.length);
    const id = await insertGroup(
      tx.db,
      { groupName: name, notes, providerId, locationId, procedureDate },
      { by: context.user.id, now: context.now },
    );
    await setGroup(tx.db, ids, id);
    const created = await readGroup(tx.db, id);
    tx.audit({
      action: 'Created',
      entityType: 'DictationGroup',
      entityId: id,
      newValues: {
        groupName: name,
        notes,
        procedureDate,
        dictationIds: ids,
        patientIds: patientIdsOf(created),
      },
    });
    tx.activity({
      event: 'dictation_group.created',
      description: `A group of ${ids.length} dictations was created`,
      icon: 'Mic',
      color: 'info',
      entityType: 'DictationGroup',
      entityId: id,
      requiredPermission: 'Dictation.View',
    });
    return created;
  });
});

/** The patients that an answer with the group shows. */
const patientIdsOf = ({ dictations }: DictationGroupDetail) => [
  ...new Set(dictations.map(({ patientId }) => patientId)),
];

/** Adds ungrouped dictations with the group's provider, location, and date. Throws like `createGroup`. */
export const addToGroup = operation(groupAdd, async (context, { params: { id }, body: { dictationIds } }) => {
  return inTransaction(context, async (tx) => {
    const group = await requireGroup(tx, id);
    const ids = [...new Set(dictationIds)];
    await requireGroupable(tx, ids, group);
    await setGroup(tx.db, ids, id);
    const changed = await recounted(context, tx, id);
    tx.audit({
      action: 'Updated',
      entityType: 'DictationGroup',
      entityId: id,
      newValues: { addedDictationIds: ids, patientIds: patientIdsOf(changed) },
    });
    return changed;
  });
});

/** Touches a group whose dictations have changed, and returns it with its name counted anew. */
async function recounted(context: SignedInContext, tx: Tx, id: string): Promise<DictationGroupDetail> {
  const { groupName, dictationCount } = await readGroup(tx.db, id);
  await touchGroup(tx.db, id, context.now, recountedGroupName(groupName, dictationCount));
  return readGroup(tx.db, id);
}

/**
 * Removes a dictation from a group. Throws NOT_FOUND, also for a dictation in another group, and CONFLICT when the group has
 * signed dictations.
 */
export const removeFromGroup = operation(groupRemove, async (context, { params: { id, dictationId } }) => {
  return inTransaction(context, async (tx) => {
    await requireGroup(tx, id);
    // Lock all of them, so none can be signed at the same time.
    await lockDictations(tx.db, await listMemberIds(tx.db, id));
    const group = await readGroup(tx.db, id);
    const dictation = group.dictations.find((row) => row.id === dictationId);
    if (dictation === undefined) throw notFound('This dictation is no longer in the group.');
    if (group.signedCount > 0)
      throw new AppError('CONFLICT', {
        message: 'Dictations cannot be removed from a group that has signed dictations.',
        current: group,
      });
    await setGroup(tx.db, [dictationId], null);
    const changed = await recounted(context, tx, id);
    tx.audit({
      action: 'Updated',
      entityType: 'DictationGroup',
      entityId: id,
      patientId: dictation.patientId,
      oldValues: { removedDictationId: dictationId },
      newValues: { patientIds: patientIdsOf(changed) },
    });
    return changed;
  });
});

/** Deletes a group and keeps its dictations. Throws NOT_FOUND. */
export const removeGroup = operation(groupDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    await requireGroup(tx, id);
    const group = await readGroup(tx.db, id);
    const { groupName, dictations } = group;
    await deleteGroup(tx.db, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'DictationGroup',
      entityId: id,
      oldValues: {
        groupName,
        dictationIds: dictations.map((row) => row.id),
        patientIds: patientIdsOf(group),
      },
    });
    return { message: 'The group was deleted. Its dictations were kept.' };
  });
});

/**
 * Signs all Completed dictations in the caller's own group, all or none. Returns a count of 0 when none are left, so a call can be
 * repeated after a lost response. Throws FORBIDDEN, NOT_FOUND, and the errors of `signDictations`.
 */
export const signGroup = operation(groupSignAll, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const { provider_id: providerId } = await requireGroup(tx, id);
    if (providerId !== context.user.id)
      throw new AppError('FORBIDDEN', { message: 'Only the group’s provider can sign its dictations.' });
    const completed = (await readGroup(tx.db, id)).dictations.filter(({ status }) => status === 'Completed');
    const signedCount =
      completed.length === 0
        ? 0
        : await signDictations(
            context,
            tx,
            completed.map((row) => row.id),
          );
    await touchGroup(tx.db, id, context.now);
    const group = await readGroup(tx.db, id);
    tx.audit({
      action: 'Signed',
      entityType: 'DictationGroup',
      entityId: id,
      newValues: {
        signedCount,
        dictationIds: completed.map((row) => row.id),
        patientIds: patientIdsOf(group),
      },
    });
    return { signedCount, group };
  });
});

async function requireGroup(tx: Tx, id: string) {
  const group = await lockGroup(tx.db, id);
  if (group === undefined) throw notFound(MISSING);
  return group;
}

/** Locks the dictations, so no other group can add them, and checks that they can be grouped. */
async function requireGroupable(
  tx: Tx,
  ids: readonly string[],
  group?: Awaited<ReturnType<typeof requireGroup>>,
): Promise<readonly GroupMember[]> {
  await lockDictations(tx.db, ids);
  const members = await findMembers(tx.db, ids);
  const problem = groupProblem(ids, members, group);
  if (problem !== null) throw new AppError(problem.code, { message: problem.message });
  return members;
}
