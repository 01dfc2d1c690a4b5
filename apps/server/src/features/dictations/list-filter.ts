import type { DictationStatus } from '@portal/domain/dictation';
import type { PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import { mayHaveNames, patientConditions } from '#features/patients/index.ts';

/** What narrows a list; absent: nothing. */
export interface DictationFilter {
  readonly patientIds?: readonly string[] | undefined;
  readonly templateId?: string | undefined;
  readonly providerId?: string | undefined;
  readonly statuses?: readonly DictationStatus[] | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** When they were written: from here, and before here. */
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly includeInactive: boolean;
  /** What a search asks of the patient of each dictation, where the patients it finds are too many to name. */
  readonly patientMatchers?: readonly PatientMatcher[] | undefined;
}

/** The filter as a condition on `dictations`. */
export function conditions(filter: DictationFilter): RawBuilder<unknown> {
  const { patientIds, templateId, providerId, statuses, startDate, endDate, patientMatchers } = filter;
  const { createdFrom, createdBefore } = filter;
  const parts = [
    ...(filter.includeInactive ? [] : [sql`is_active`]),
    ...(patientIds === undefined ? [] : [sql`patient_id = any(${patientIds}::uuid[])`]),
    ...(templateId === undefined ? [] : [sql`template_id = ${templateId}`]),
    ...(providerId === undefined ? [] : [sql`provider_id = ${providerId}`]),
    ...(statuses === undefined
      ? []
      : [statuses.length === 1 ? sql`status = ${statuses[0]}` : sql`status = any(${statuses}::text[])`]),
    ...(startDate === undefined ? [] : [sql`procedure_date >= ${startDate}::date`]),
    ...(endDate === undefined ? [] : [sql`procedure_date <= ${endDate}::date`]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${createdFrom}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${createdBefore}`]),
    ...(patientMatchers === undefined
      ? []
      : // The OFFSET keeps the look-ups one by one, so that the walk ends with the page.
        [
          sql`exists (select from patients where patients.id = dictations.patient_id
            and ${mayHaveNames(sql`dictations.patient_key`, patientMatchers)} and ${patientConditions(patientMatchers, true)} offset 0)`,
        ]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}
