import { z } from 'zod';
import { permission, type Guard } from './core/endpoint.ts';
import { listTotals } from './core/list.ts';
import { dictationRow } from './dictations.ts';
import { phoneMessage } from './messages.ts';
import { orderRow } from './orders.ts';
import { patientAlert } from './patient-alerts.ts';
import { TIMELINE_GUARDS, timelineEntry } from './patient-timeline.ts';
import { duplicateMatch } from './patients.ts';
import { pillCount } from './pill-counts.ts';
import { reads } from './core/verbs.ts';

/** Most rows of a section. */
export const SUMMARY_ROWS = 5;
/** Most entries of the history. */
export const HISTORY_ROWS = 8;
/** Most pill counts: enough to see where they go. */
export const PILL_COUNTS = 6;

/** Who may see each section. The server leaves out the others. */
export const SUMMARY_GUARDS = {
  openOrders: TIMELINE_GUARDS.Order,
  openMessages: TIMELINE_GUARDS.Message,
  unsignedDictations: TIMELINE_GUARDS.Dictation,
  pillCounts: TIMELINE_GUARDS.PillCount,
  endedAlerts: permission('Patient.View'),
  /** Only the kinds of records that the caller may view. */
  history: permission('Patient.View'),
  duplicates: permission('Patient.Create', 'Patient.Edit'),
} as const satisfies Record<string, Guard>;

const section = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), ...listTotals });

export const patientSummary = reads('/patient/:id/summary', {
  tag: 'Patients',
  healthData: true,
  summary: 'Get what matters now about a patient; omits sections that the caller may not see',
  guard: permission('Patient.View'),
  response: z.object({
    /** STAT first, then newest. */
    openOrders: section(orderRow).optional(),
    /** By priority, then longest waiting. */
    openMessages: section(phoneMessage).optional(),
    /** Newest procedure first. */
    unsignedDictations: section(dictationRow).optional(),
    /** Newest first. */
    pillCounts: z.array(pillCount).optional(),
    endedAlerts: section(patientAlert).optional(),
    /** The newest records of all kinds, newest first. */
    history: z.array(timelineEntry).optional(),
    /** Other patients with the same birth date and the same or a similar name, or the same social security number. */
    duplicates: z.array(duplicateMatch).optional(),
  }),
  audit: 'Accessed',
  // The page reads it again after each live change, so it must not extend the session.
  background: true,
});
export type PatientSummary = z.output<(typeof patientSummary)['response']>;
