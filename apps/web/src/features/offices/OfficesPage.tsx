import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import { Button } from '@mui/material';
import { officeList, type Office } from '@portal/contract/offices';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { browserPage } from '#ui/browser-list.ts';
import { DataTable, type RowAction } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { DeleteOfficeDialog } from './DeleteOfficeDialog.tsx';
import { OFFICE_COLUMNS } from './office-columns.tsx';
import { OFFICE_LIST, OFFICE_SORT_VALUES, officeTexts } from './office-list.ts';

const ImportOfficesDialog = lazyPart(
  async () => (await import('./ImportOfficesDialog.tsx')).ImportOfficesDialog,
  {
    waiting: null,
    failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
  },
);

/** Office Management. Filtering, sorting and paging happen in the browser. */
export function OfficesPage() {
  const defaultPageSize = usePreferences().preferences.pageSize;
  const list = useListState(useMemo(() => ({ ...OFFICE_LIST, defaultPageSize }), [defaultPageSize]));
  const showsInactive = list.filters.inactive === 'true';
  const input = { query: showsInactive ? { includeInactive: 'true' as const } : {} };
  const offices = useEndpointQuery(officeList, input, { placeholderData: keepPreviousData });
  useLiveRefresh(officeList, input, ({ entityType }) => entityType === 'Office');
  const [isImporting, setImporting] = useState(false);
  const [deleting, setDeleting] = useState<Office | null>(null);
  const found =
    offices.data &&
    browserPage({
      rows: offices.data,
      search: list.search,
      searchTexts: officeTexts,
      sortValues: OFFICE_SORT_VALUES,
      state: list,
    });
  return (
    <PageContent>
      <PageHeader
        title="Office Management"
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<FileUploadOutlinedIcon />}
              onClick={() => setImporting(true)}
            >
              Import
            </Button>
            <NewLink to="/offices/new">Add Office</NewLink>
          </>
        }
      />
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search offices"
          placeholder="Search by name, address, city, state or ZIP..."
        />
        <InactiveSwitch list={list} />
      </FilterBar>
      <DataTable
        label="Offices"
        columns={OFFICE_COLUMNS}
        rows={found?.rows}
        totalCount={found?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        state={found === undefined ? list : { ...list, page: found.page }}
        isFetching={offices.isFetching}
        error={offices.error}
        errorFallback="Failed to fetch offices"
        onRetry={() => void offices.refetch()}
        emptyText={list.search === '' ? 'No offices found' : 'No offices found matching your search criteria'}
        actions={rowActions(setDeleting)}
      />
      {isImporting ? <ImportOfficesDialog onClose={() => setImporting(false)} /> : null}
      <DeleteOfficeDialog office={deleting} onClose={() => setDeleting(null)} />
    </PageContent>
  );
}

const rowActions = (onDelete: (office: Office) => void): readonly RowAction<Office>[] => [
  { label: 'Edit', icon: <EditOutlined fontSize="small" />, to: ({ id }) => `/offices/${id}/edit` },
  {
    label: 'Manage IP whitelist',
    icon: <SecurityOutlined fontSize="small" />,
    to: ({ id }) => `/offices/${id}/ip-whitelist`,
  },
  { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, onClick: onDelete },
];
