import type { AuditDetail } from '@portal/contract/audit';
import { AUDIT_MASK, auditChanges, type AuditChange } from '@portal/domain/audit-log';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { fieldLabel } from '#lib/field-label.ts';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import { HIDDEN, type EntityNames, type EntityRef } from './entity-labels.ts';

/** A changed field as the details show it. */
export type ShownChange = AuditChange & { readonly label: string };

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** The entity type that an ID field refers to, such as `officeId`, `assignedToUserId` or `roleId`. */
function referenceType(field: string): string | null {
  const [, kind] = /(office|user|role)Id$/i.exec(field) ?? [];
  return kind === undefined ? null : kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
}

/** The entities to resolve for the changed values. */
export function valuesToName({ oldValues, newValues }: AuditDetail): readonly EntityRef[] {
  return auditChanges(oldValues, newValues).flatMap(({ field, before, after }) => {
    const entityType = referenceType(field);
    const ids = [before, after].filter((id) => id !== null);
    return entityType === null ? [] : ids.map((entityId) => ({ entityType, entityId }));
  });
}

/** The changed fields with readable labels, formatted dates, and names instead of IDs. Patient IDs stay hidden. */
export function shownChanges(
  before: AuditDetail['oldValues'],
  after: AuditDetail['newValues'],
  times: PracticeTimes,
  names: EntityNames = {},
): readonly ShownChange[] {
  return auditChanges(before, after).map((change) => {
    const show = (value: string | null) =>
      value === null ? null : shownValue(change.field, value, times, names);
    const isMasked = change.isMasked || change.before === AUDIT_MASK || change.after === AUDIT_MASK;
    return {
      ...change,
      isMasked,
      label: fieldLabel(change.field),
      before: show(change.before),
      after: show(change.after),
    };
  });
}

function shownValue(field: string, value: string, times: PracticeTimes, names: EntityNames): string {
  if (/^patientIds?$/i.test(field)) return HIDDEN;
  const known = names[`${referenceType(field)}:${value}`];
  if (known !== undefined) return known.name;
  if (isDateOnly(value)) return formatDateUs(value);
  return MOMENT.test(value) ? times.timestamp(value) : value;
}
