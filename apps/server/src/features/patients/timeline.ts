import type { AnswerOf, ParamsOf, QueryOf } from '@portal/contract/endpoint';
import {
  TIMELINE_GUARDS,
  TIMELINE_KINDS,
  timelineEntry,
  type patientTimeline,
} from '@portal/contract/patient-timeline';
import { recordRead } from '#request/record-read.ts';
import { passesGuard } from '#authz/guard.ts';
import type { SignedInContext } from '#request/context.ts';
import { getPatientRef } from './patient-ref.ts';
import { readTimeline, type TimelineRow } from './timeline-repo.ts';

/** Returns a patient's records of all kinds that the caller may view, newest first. Throws NOT_FOUND. */
export async function getTimeline(
  context: SignedInContext,
  { id: patientId }: ParamsOf<typeof patientTimeline>,
  { kind, ...request }: QueryOf<typeof patientTimeline>,
): Promise<AnswerOf<typeof patientTimeline>> {
  const { db } = context.deps;
  await getPatientRef(db, patientId);
  const kinds = (kind === undefined ? TIMELINE_KINDS : [kind]).filter((each) =>
    passesGuard(TIMELINE_GUARDS[each], context.user),
  );
  const { rows, ...totals } = await readTimeline(db, patientId, kinds, request);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    newValues: { timeline: rows.map((row) => `${row.kind}:${row.id}`) },
  });
  return { data: rows.map((row) => presentEntry(row)), ...totals };
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
