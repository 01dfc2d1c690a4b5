import type { PermissionAuditEntry } from '@portal/contract/permissions';
import { DetailList } from '#ui/DetailList.tsx';
import { Moment } from '#ui/Moment.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { valueColor } from './permission-labels.ts';

/** The details of an expanded row: old value, new value, expiration and reason. */
export function AuditDetails({ entry }: { readonly entry: PermissionAuditEntry }) {
  const { oldValue, newValue, expiresAt, reason } = entry;
  return (
    <DetailList
      items={[
        { label: 'Old Value', value: <StatusChip label={oldValue} color={valueColor(oldValue)} /> },
        { label: 'New Value', value: <StatusChip label={newValue} color={valueColor(newValue)} /> },
        ...(expiresAt === null ? [] : [{ label: 'Expires', value: <Moment at={expiresAt} /> }]),
        { label: 'Reason', value: reason, wide: true },
      ]}
    />
  );
}
