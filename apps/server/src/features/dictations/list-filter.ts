import type { DictationStatus } from '@portal/domain/dictation';
import type { PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import { mayContainNames, patientConditions } from '#features/patients/index.ts';

/** Filter for a list of dictations; absent properties do not filter. */
export interface DictationFilter {
  readonly patientIds?: readonly string[] | undefined;
  readonly templateId?: string | undefined;
  readonly providerId?: string | undefined;
  readonly statuses?: readonly DictationStatus[] | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Creation time: inclusive start and exclusive end. */
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly includeInactive: boolean;
  /** Search conditions on each dictation's patient, used when the search matches too many patients to list their IDs. */
  readonly patientMatchers?: readonly PatientMatcher[] | undefined;
}

/** Builds the SQL condition on `dictations` for a filter. */
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
      : // OFFSET 0 keeps the subquery as a per-row lookup, so the scan stops once the page is full.
        [
          sql`exists (select from patients where patients.id = dictations.patient_id
            and ${mayContainNames(sql`dictations.patient_key`, patientMatchers)} and ${patientConditions(patientMatchers, true)} offset 0)`,
        ]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}
