import {
  userWaitingWork,
  type WaitingWork,
  WORK_KINDS,
  WORK_PERMISSIONS,
  type WorkKind,
  type WorkSection,
} from '@portal/contract/waiting-work';
import { lastFirst } from '@portal/domain/person-name';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { listLosers, listUnable, listWork, type WorkLoss, type WorkRow } from '#live/waiting-work-store.ts';
import { recordRead } from '#request/record-read.ts';
import { operation } from '#http/operation.ts';
import { userExists } from './work-repo.ts';

/** Whose work an audit entry is about. */
type About = Pick<AuditEntryInput, 'entityType' | 'entityId'>;

/** Lists what waits for a user. Throws NOT_FOUND. */
export const readWaitingWork = operation(userWaitingWork, async (context, { params: { id: userId } }) => {
  const { db } = context.deps;
  if (!(await userExists(db, userId))) throw notFound('User not found');
  const ids = [userId];
  const rows = await listWork(db, {
    messages: ids,
    orders: ids,
    signatures: ids,
    coSignatures: ids,
    drafts: ids,
    unsaved: ids,
  });
  return shown(context, rows, { entityType: 'User', entityId: userId });
});

/** Lists what would wait for nobody if these users lost these permissions. `about`: whose preview it is, for the audit entry. */
export async function previewLostWork(
  context: SignedInContext,
  losses: readonly WorkLoss[],
  about: About,
): Promise<WorkSection[]> {
  const {
    deps: { db },
    now,
  } = context;
  const { sections } = await shown(
    context,
    await listWork(db, await listLosers(db, now, losses, 'before')),
    about,
  );
  return sections;
}

/** Lists the work of everybody who can no longer do it, of the kinds that the caller may view. The caller records the read. */
export async function listUnassignedWork(context: SignedInContext): Promise<WorkSection[]> {
  const { db } = context.deps;
  const rows = await listWork(db, await listUnable(db, context.now));
  return presentSections(context, rows).filter(({ kind }) => hasPermission(context, WORK_PERMISSIONS[kind]));
}

/** Converts the rows, and audits which records and patients are shown. */
export async function shown(
  context: SignedInContext,
  rows: readonly WorkRow[],
  about: About,
): Promise<WaitingWork> {
  const sections = presentSections(context, rows);
  const items = sections.flatMap((section) => section.rows);
  await recordRead(context, {
    action: 'Accessed',
    ...about,
    newValues: {
      recordIds: items.map(({ id }) => id),
      patientIds: [...new Set(items.flatMap(({ patientId }) => patientId ?? []))],
    },
  });
  return { sections };
}

/** Groups rows by kind, without the rows of kinds that the caller may not view. */
function presentSections(context: SignedInContext, rows: readonly WorkRow[]): WorkSection[] {
  return WORK_KINDS.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const [first] = own;
    if (first === undefined) return [];
    return {
      kind,
      count: first.count,
      urgentCount: first.urgent_count,
      rows: mayView(context, kind) ? own.map((row) => presentItem(row)) : [],
    };
  });
}

const mayView = (context: SignedInContext, kind: WorkKind) =>
  hasPermission(context, kind === 'drafts' || kind === 'unsaved' ? 'Dictation.View' : WORK_PERMISSIONS[kind]);

const presentItem = (row: WorkRow): WorkSection['rows'][number] => ({
  id: row.id,
  label: row.label,
  patientId: row.patient_id,
  patientName:
    row.patient_first_name === null || row.patient_last_name === null
      ? null
      : lastFirst({ firstName: row.patient_first_name, lastName: row.patient_last_name }),
  isUrgent: row.is_urgent,
  person: { id: row.user_id, firstName: row.user_first_name, lastName: row.user_last_name },
});
