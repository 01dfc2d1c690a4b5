import type { HealthRecord } from '@portal/contract/endpoint';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { passesGuard } from '#authz/guard.ts';
import type { RequestContext } from './context.ts';

/** Whether the caller may view records of this kind. */
export const mayView = ({ user }: Pick<RequestContext, 'user'>, { viewers }: HealthRecord): boolean =>
  user !== null && passesGuard(viewers, user);

/** The audit entry for showing records of one kind, as API records. It names their patients. */
export function viewedEntry({ entityType }: HealthRecord, shown: readonly unknown[]): AuditEntryInput {
  const entityIds = [...new Set(shown.flatMap((record) => textOf(record, 'id')))];
  const patientIds = [
    ...new Set(entityType === 'Patient' ? entityIds : shown.flatMap((record) => patientsOf(record))),
  ];
  const [entityId = null] = entityIds;
  const [patientId = null] = patientIds;
  return {
    action: 'Viewed',
    entityType,
    entityId: entityIds.length > 1 ? null : entityId,
    patientId: patientIds.length > 1 ? null : patientId,
    ...(entityIds.length > 1 || patientIds.length > 1
      ? { newValues: { recordIds: entityIds, patientIds } }
      : {}),
  };
}

/** The patients of a record: as its field, or those of the dictations of a group. */
function patientsOf(record: unknown): string[] {
  if (!isObject(record)) return [];
  const { patient, dictations } = record;
  return [
    ...textOf(record, 'patientId'),
    ...textOf(patient, 'id'),
    ...(Array.isArray(dictations) ? dictations.flatMap((each) => patientsOf(each)) : []),
  ];
}

/** Whether a value is an object with properties. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown, name: string): string[] => {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? [text] : [];
};
