import type { DictationStatus } from '@portal/domain/dictation';
import type { CoSignatureState } from '@portal/domain/dictation/co-signature';
import type { SearchTerm } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';

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
  /** Only signed dictations that need a co-signature: in a state, and asked of a physician or of any. */
  readonly coSignature?:
    | { readonly state?: CoSignatureState | undefined; readonly supervisorId?: string | undefined }
    | undefined;
  readonly includeInactive: boolean;
  /** Search on each dictation's patient, used when it matches too many patients to list their IDs. */
  readonly patientTerms?: readonly SearchTerm[] | undefined;
}

/** Builds the SQL condition on `dictations` for a filter, except for `patientTerms`. */
export function conditions(filter: DictationFilter): RawBuilder<unknown> {
  const { patientIds, templateId, providerId, statuses, startDate, endDate, createdFrom, createdBefore } =
    filter;
  const { coSignature } = filter;
  const parts = [
    sql`true`,
    ...(filter.includeInactive ? [] : [sql`is_active`]),
    ...(patientIds === undefined ? [] : [sql`patient_id = any(${patientIds}::uuid[])`]),
    ...(templateId === undefined ? [] : [sql`template_id = ${templateId}`]),
    ...(providerId === undefined ? [] : [sql`provider_id = ${providerId}`]),
    ...(statuses === undefined
      ? []
      : [statuses.length === 1 ? sql`status = ${statuses[0]}` : sql`status = any(${statuses}::text[])`]),
    ...(coSignature === undefined ? [] : coSignatureConditions(coSignature)),
    ...(startDate === undefined ? [] : [sql`procedure_date >= ${startDate}::date`]),
    ...(endDate === undefined ? [] : [sql`procedure_date <= ${endDate}::date`]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${createdFrom}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${createdBefore}`]),
  ];
  return sql.join(parts, sql` and `);
}

/** The conditions have nothing of the dictation inside, so that PostgreSQL reads the few co-signatures first. */
function coSignatureConditions({
  state,
  supervisorId,
}: NonNullable<DictationFilter['coSignature']>): RawBuilder<unknown>[] {
  const parts = [
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(supervisorId === undefined ? [] : [sql`(supervisor_id = ${supervisorId} or supervisor_id is null)`]),
  ];
  return [
    sql`id in (select dictation_id from co_signatures where ${sql.join(parts, sql` and `)})`,
    // Nobody co-signs their own.
    ...(supervisorId === undefined ? [] : [sql`provider_id <> ${supervisorId}`]),
  ];
}
