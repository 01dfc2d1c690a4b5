import {
  patientTimeline,
  TIMELINE_GUARDS,
  TIMELINE_KINDS,
  timelineEntry,
  type TimelineEntry,
  type TimelineKind,
} from '@portal/contract/patient-timeline';
import { recordRead } from '#request/record-read.ts';
import { passesGuard } from '#authz/guard.ts';
import { operation } from '#http/operation.ts';
import { getPatientRef } from './patient-ref.ts';
import type { SignedInContext } from '#request/context.ts';
import { readSources, readTimeline, type TimelineRow } from './timeline-repo.ts';

/** Returns a patient's records of all kinds that the caller may view, newest first. Throws NOT_FOUND. */
export const getTimeline = operation(patientTimeline, async (context, { params, query }) => {
  const { id: patientId } = params;
  const { kind, ...request } = query;
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  const kinds = visibleKinds(context, kind === undefined ? TIMELINE_KINDS : [kind]);
  const { rows, ...totals } = await readTimeline(db, patientId, kinds, request);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    newValues: { timeline: rows.map((row) => `${row.kind}:${row.id}`) },
  });
  return { data: rows.map((row) => presentEntry(row)), ...totals };
});

const visibleKinds = ({ user }: SignedInContext, kinds: readonly TimelineKind[]) =>
  kinds.filter((each) => passesGuard(TIMELINE_GUARDS[each], user));

/** A patient's newest records of all kinds that the caller may view. The caller records the read. */
export async function readNewest(
  context: SignedInContext,
  patientId: string,
  limit: number,
): Promise<TimelineEntry[]> {
  const kinds = visibleKinds(context, TIMELINE_KINDS);
  const slice = { offset: 0, limit, reversed: false };
  return (await readSources(context.deps.db, patientId, kinds, slice)).map((row) => presentEntry(row));
}

function presentEntry({ user_id, first_name, last_name, at, ...row }: TimelineRow) {
  return timelineEntry.parse({
    ...row,
    at: at.toISOString(),
    user:
      user_id === null || first_name === null || last_name === null
        ? null
        : { id: user_id, firstName: first_name, lastName: last_name },
  });
}
