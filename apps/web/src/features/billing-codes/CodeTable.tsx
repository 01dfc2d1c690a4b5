import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import { FormControlLabel, Switch } from '@mui/material';
import { MAX_BULK_CODES } from '@portal/contract/billing-code-bulk';
import { billingCodeSearch, type BillingCode } from '@portal/contract/billing-codes';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import type { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import { useCodeBulk } from './CodeBulk.tsx';
import { codeColumns, codeName } from './code-columns.tsx';
import { CodeDetailsDialog } from './CodeDetailsDialog.tsx';
import type { CodeFilters } from './code-list.ts';
import { EditCodeDialog } from './EditCodeDialog.tsx';
import { useDeletion, useToggle } from './use-code-questions.ts';

const details = (code: BillingCode, onClose: () => void) => (
  <CodeDetailsDialog code={code} onClose={onClose} />
);
const edit = (code: BillingCode, onClose: () => void) => <EditCodeDialog code={code} onClose={onClose} />;

interface CodeTableProps {
  readonly list: ListState<never, typeof INACTIVE_FILTER>;
  readonly filters: CodeFilters;
}

/** The codes of a tab. Search and paging happen on the server. */
export function CodeTable({ list, filters }: CodeTableProps) {
  const codes = useListQuery(billingCodeSearch, {
    body: { ...filters, pageNumber: list.page, pageSize: list.pageSize },
  });
  const times = usePracticeTimes();
  const columns = useMemo(() => codeColumns(times), [times]);
  const asksToggle = useToggle();
  const asksDelete = useDeletion();
  return (
    <>
      <FilterBar
        list={list}
        main={
          <LiveSearchBox
            value={list.search}
            onSearch={list.setSearch}
            label="Search billing codes"
            placeholder="Search by code or description..."
          />
        }
      >
        <FormControlLabel
          label="Active Only"
          control={
            <Switch
              checked={list.filters.inactive !== 'true'}
              onChange={(_event, checked) => list.setFilter('inactive', checked ? '' : 'true')}
            />
          }
        />
      </FilterBar>
      <ListTable
        label="Billing Codes"
        columns={columns}
        list={list}
        query={codes}
        found={({ items: rows, ...total }) => ({ rows, ...total })}
        rowKey={({ id }) => id}
        rowLabel={codeName}
        isDimmed={({ isActive }) => !isActive}
        errorFallback="Failed to load billing codes"
        emptyText={
          list.search === '' ? 'No billing codes found' : 'No billing codes found matching your search'
        }
        actions={[
          {
            label: 'Deactivate',
            icon: <BlockOutlined fontSize="small" />,
            isHidden: ({ isActive }) => !isActive,
            asks: asksToggle,
          },
          {
            label: 'Activate',
            icon: <CheckCircleOutlined fontSize="small" />,
            isHidden: ({ isActive }) => isActive,
            asks: asksToggle,
          },
          { label: 'Details', icon: <InfoOutlined fontSize="small" />, opens: details },
          { label: 'Edit', icon: <EditOutlined fontSize="small" />, opens: edit },
          { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: asksDelete },
        ]}
        bulk={useCodeBulk(codes.data, filters)}
        maxSelected={MAX_BULK_CODES}
      />
    </>
  );
}
