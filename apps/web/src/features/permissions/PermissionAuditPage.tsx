import {
  PERMISSION_AUDIT_ENTITIES,
  permissionAuditLog,
  type PermissionAuditEntry,
} from '@portal/contract/permissions';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { DetailList } from '#ui/DetailList.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { auditColumns, entryLabel } from './audit-columns.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { valueColor } from './permission-labels.ts';
import { PERMISSION_PAGING } from './permission-list.ts';

const LIST = {
  ...PERMISSION_PAGING,
  filters: {
    entityType: PERMISSION_AUDIT_ENTITIES,
    entityId: 'id',
    permissionId: 'id',
    changedBy: 'id',
    startDate: 'text',
    endDate: 'text',
  },
} as const;

/** The error of a reversed date range, shown at the end date. */
const rangeProblem = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }) =>
  endDate !== '' && endDate < startDate ? 'The end date must not be before the start date' : undefined;

/** The details of an expanded row: old value, new value, expiration and reason. */
function AuditDetails({ entry }: { readonly entry: PermissionAuditEntry }) {
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

/** /admin/permissions/audit. */
export function PermissionAuditPage() {
  const list = useListState(LIST);
  const { filters } = list;
  const times = usePracticeTimes();
  const columns = useMemo(() => auditColumns(times), [times]);
  const problem = rangeProblem(filters);
  const audit = useListQuery(
    permissionAuditLog,
    {
      query: {
        ...list.query,
        ...filterQuery(filters),
      },
    },
    { enabled: problem === undefined },
  );
  const rows = audit.data?.items;
  return (
    <PageContent>
      <PageHeader title="Permission Audit" subtitle="Who changed which permission, when and why" />
      <AuditFilters list={list} rows={rows} rangeError={problem} />
      <ListTable
        label="Permission changes"
        columns={columns}
        list={list}
        query={audit}
        found={({ items, ...total }) => ({
          ...total,
          rows: times.practice === undefined ? undefined : items,
        })}
        rowKey={({ id }) => id}
        rowLabel={entryLabel}
        errorFallback="Failed to load audit logs"
        emptyText={list.isFiltered ? 'No permission changes match the filters' : 'No permission changes yet'}
        renderDetails={(entry) => <AuditDetails entry={entry} />}
      />
    </PageContent>
  );
}
