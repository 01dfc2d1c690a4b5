import type { Dictation } from '@portal/contract/dictations';
import {
  type CheckFinding,
  dictationFindings,
  signingCheckList,
  signingCheckSave,
} from '@portal/contract/signing-checks';
import {
  actionOf,
  findingsOf,
  SIGNING_CHECKS,
  type SigningCheck,
} from '@portal/domain/dictation/signing-checks';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { checkedDictations, type CheckedNote } from './checked-dictations.ts';
import { findDictations } from '../dictation-repo.ts';
import { presentDictation } from '../dictation-view.ts';
import { listCheckActions, saveCheckActions, type CheckSetting } from './signing-check-repo.ts';

/** Checks dictations before signing; those without findings are left out. Throws NOT_FOUND when one does not exist. */
export const getFindings = operation(dictationFindings, async (context, { body: { dictationIds } }) => {
  const { db } = context.deps;
  const ids = [...new Set(dictationIds)];
  const dictations = await mapInTurns(await findDictations(db, ids), presentDictation);
  if (dictations.length < ids.length || dictations.some(({ isActive }) => !isActive))
    throw notFound('One of these dictations does not exist.');
  const notes = await checkedDictations(context, db, dictations);
  const actions = await listCheckActions(db);
  const otherIds = new Set(notes.flatMap(({ otherDictationIds }) => otherDictationIds));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: {
      dictationIds: ids,
      patientIds: [...new Set(dictations.map(({ patientId }) => patientId))],
      ...(otherIds.size > 0 && { otherDictationIds: [...otherIds] }),
    },
  });
  const findings = await findingsOfNotes(notes, actions);
  return dictations.flatMap(({ id, patientName, templateName }) => {
    const found = findings.get(id) ?? [];
    return found.length === 0 ? [] : [{ dictationId: id, patientName, templateName, findings: found }];
  });
});

/** Throws VALIDATION with errors per field if a check that prevents signing finds something in one of the dictations. */
export async function requireNoBlockingFindings(
  context: SignedInContext,
  db: Db,
  dictations: readonly Dictation[],
): Promise<void> {
  const actions = await listCheckActions(db);
  const checks = SIGNING_CHECKS.filter((name) => actionOf(name, actions) === 'block');
  const found = await findingsOfNotes(
    await checkedDictations(context, db, dictations, checks),
    actions,
    checks,
  );
  const blocking = [...found.values()].flat();
  if (blocking.length === 0) return;
  const byField = Map.groupBy(blocking, ({ check, fieldId, code }) => {
    if (check === 'procedureDay') return 'procedureDate';
    if (fieldId !== null) return `formData.${fieldId}`;
    return code === null ? 'dictation' : 'billingCodes';
  });
  throw new AppError('VALIDATION', {
    // Findings quote the note.
    about: dictations.filter(({ id }) => (found.get(id)?.length ?? 0) > 0),
    otherwise: 'A check prevents signing. You do not have permission to view the dictation and correct it.',
    message: `Correct this before you sign: ${blocking.map(({ message }) => message).join(' ')}`,
    errors: Object.fromEntries(
      [...byField].map(([field, those]) => [field, those.map(({ message }) => message)]),
    ),
  });
}

/** Lists the checks and whether each warns or prevents signing. */
export const getCheckSettings = operation(signingCheckList, async ({ deps }) => settingsOf(deps.db));

/** Changes the action of checks. */
export const changeCheckSettings = operation(signingCheckSave, async (context, { body: { checks } }) => {
  return inTransaction(context, async (tx) => {
    const before = await settingsOf(tx.db);
    await saveCheckActions(tx.db, lastOfEach(checks), { by: context.user.id, now: context.now });
    const after = await settingsOf(tx.db);
    tx.audit({
      action: 'Updated',
      entityType: 'System',
      entityId: null,
      ...changedValues(auditFields(before), auditFields(after)),
    });
    return after;
  });
});

const lastOfEach = (settings: readonly CheckSetting[]): readonly CheckSetting[] => [
  ...new Map(settings.map((setting) => [setting.check, setting])).values(),
];

const auditFields = (settings: readonly CheckSetting[]) =>
  Object.fromEntries(settings.map(({ check: name, action }) => [`signingCheck.${name}`, action]));

async function settingsOf(db: Db): Promise<CheckSetting[]> {
  const actions = await listCheckActions(db);
  return SIGNING_CHECKS.map((name) => ({ check: name, action: actionOf(name, actions) }));
}

/** The findings of dictations, by ID. */
async function findingsOfNotes(
  notes: readonly CheckedNote[],
  actions: Awaited<ReturnType<typeof listCheckActions>>,
  checks: readonly SigningCheck[] = SIGNING_CHECKS,
): Promise<ReadonlyMap<string, CheckFinding[]>> {
  const findings = await mapInTurns(notes, ({ id, checked }) => {
    const found = findingsOf(checked, checks);
    return [id, found.map((each) => ({ ...each, action: actionOf(each.check, actions) }))] as const;
  });
  return new Map(findings);
}
