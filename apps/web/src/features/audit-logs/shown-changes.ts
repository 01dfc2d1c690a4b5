import type { AuditDetail } from '@portal/contract/audit';
import { AUDIT_MASK, auditChanges } from '@portal/domain/audit-log';
import type { AuditChange } from '@portal/domain/audit-log';
import { formatDateUs, formatTimestampUs, isDateOnly } from '@portal/domain/date';
import { HIDDEN } from './entity-labels.ts';

/** A changed field as the details show it. */
export type ShownChange = AuditChange & { readonly label: string };

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** The changed fields with their names in words and dates as the screens write them; patients' ids stay hidden (spec 3 §2). */
export function shownChanges(
  before: AuditDetail['oldValues'],
  after: AuditDetail['newValues'],
): readonly ShownChange[] {
  return auditChanges(before, after).map((change) => {
    const show = (value: string | null) => (value === null ? null : shownValue(change.field, value));
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

function shownValue(field: string, value: string): string {
  if (/^patientIds?$/i.test(field)) return HIDDEN;
  if (isDateOnly(value)) return formatDateUs(value);
  return MOMENT.test(value) ? formatTimestampUs(value) : value;
}

/** "dateOfBirth" as people read it: "Date Of Birth"; abbreviations keep their capitals. */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_.]/g, ' ');
  return words
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\b(Ip|Ssn|Id)\b/g, (word) => word.toUpperCase());
}
