import { isPlausibleDay } from '@portal/domain/procedure-date';
import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { id, optionalDateOnly, queryFlag, requiredText, version } from './core/fields.ts';
import { PATIENT_ALERT } from './core/health-records.ts';
import { listTotals, page, pageSize } from './core/list.ts';
import { maybeTextField, record, textField } from './core/record.ts';
import { userRef } from './core/refs.ts';
import { acts, changes, creates, reads } from './core/verbs.ts';

/** Most alerts of a patient that count at a time: people stop reading more. */
export const MAX_ALERTS = 8;

/** An alert of a patient. The server also rejects an end date before today in the practice's time zone. */
export const alertRecord = record({
  text: textField('Alert', requiredText('Alert', 200)),
  /** The last day that it counts; null until somebody ends it. */
  endsOn: {
    ...maybeTextField(
      'End Date',
      optionalDateOnly('End date').refine(
        (day) => day === null || isPlausibleDay(day),
        'End date must be in a plausible year',
      ),
    ),
    kind: 'date',
  },
});

export const patientAlert = alertRecord.row.extend({
  patientId: id,
  createdAt: z.string(),
  createdBy: userRef,
  /** When somebody ended it; null also for one whose end date has passed. */
  endedAt: z.string().nullable(),
  endedBy: userRef.nullable(),
});
export type PatientAlert = z.output<typeof patientAlert>;

const health = { tag: 'Patients', healthData: true } as const;
const edit = permission('Patient.Edit');
const ofAlert = { params: z.strictObject({ id, alertId: id }) } as const;

export const alertList = reads('/patient/:id/alerts', health, {
  summary: 'List a patient’s alerts, newest first: those that count now, or those that have ended',
  guard: permission('Patient.View'),
  query: z.strictObject({ page, pageSize, ended: queryFlag }),
  response: z.object({ data: z.array(patientAlert), ...listTotals }),
  audit: 'Accessed',
  // Pages read it again after each live change, so it must not extend the session.
  background: true,
});
export const alertCreate = creates('/patient/:id/alerts', health, {
  record: PATIENT_ALERT,
  summary: `Add an alert to a patient, who can have at most ${MAX_ALERTS} at a time`,
  guard: edit,
  body: alertRecord.body,
  response: patientAlert,
  errors: ['CONFLICT'],
});
export const alertUpdate = changes('/patient/:id/alerts/:alertId', health, {
  ...ofAlert,
  record: PATIENT_ALERT,
  summary: 'Change an alert that has not ended',
  guard: edit,
  body: alertRecord.change,
  response: patientAlert,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const alertEnd = acts('/patient/:id/alerts/:alertId/end', health, {
  ...ofAlert,
  record: PATIENT_ALERT,
  summary: 'End an alert; it is kept as history',
  guard: edit,
  body: z.strictObject({ version }),
  response: patientAlert,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
