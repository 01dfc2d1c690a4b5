import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { PATIENT_SORT_KEYS, patientExport, patientList, type PatientRow } from '@portal/contract/patients';
import { fullName } from '@portal/domain/person-name';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { DataTable, type RowAction } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { patientColumns } from './patient-columns.tsx';
import { RecentPatients } from './RecentPatients.tsx';

const LIST = {
  sortKeys: PATIENT_SORT_KEYS,
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
  hidesSearch: true,
} as const satisfies ListOptions<string, Record<string, readonly string[]>>;

const VIEW = {
  label: 'View',
  icon: <VisibilityOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/patients/${id}`,
} as const satisfies RowAction<PatientRow>;
const EDIT = {
  label: 'Edit',
  icon: <EditOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/patients/${id}/edit`,
} as const satisfies RowAction<PatientRow>;
const PRINT = {
  label: 'Print',
  icon: <PrintOutlinedIcon fontSize="small" />,
  to: ({ id }) => `/patients/${id}/print`,
} as const satisfies RowAction<PatientRow>;

const READABLE: readonly RowAction<PatientRow>[] = [VIEW, PRINT];
const EDITABLE: readonly RowAction<PatientRow>[] = [VIEW, EDIT, PRINT];

/** /patients. */
export function PatientsPage() {
  return <PatientList />;
}

/** /patients/search: the same list with the search box focused. */
export function PatientSearchPage() {
  return <PatientList focusSearch />;
}

function PatientList({ focusSearch = false }: { readonly focusSearch?: boolean }) {
  const { can } = useAccess();
  const { pageSize } = useCurrentUser().preferences;
  const state = useListState(useMemo(() => ({ ...LIST, defaultPageSize: pageSize }), [pageSize]));
  const today = usePractice().data?.today;
  const columns = useMemo(() => patientColumns(today), [today]);
  const includeInactive = state.filters.inactive === 'true';
  const filters = { search: state.search, includeInactive: includeInactive ? 'true' : 'false' } as const;
  const { data, error, isFetching, refetch } = useEndpointQuery(
    patientList,
    { query: { ...state.query, ...filters } },
    { placeholderData: keepPreviousData },
  );
  const addPatient = can('Patient.Create') ? <NewLink to="/patients/new">Add Patient</NewLink> : null;
  return (
    <PageContent>
      <PageHeader
        title="Patients"
        tools={
          <ViewMenu list="patients" state={state} columns={columns}>
            <ExportItem endpoint={patientExport} input={{ body: filters }} fallbackName="patients.csv" />
          </ViewMenu>
        }
        keepsActionsInReach
        actions={addPatient}
      />
      <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
        <LiveSearchBox
          label="Search patients"
          placeholder="Search by MRN, name, or phone..."
          hasButton
          value={state.search}
          onSearch={state.setLiveSearch}
          focusOnOpen={focusSearch}
        />
        <InactiveSwitch list={state} />
      </FilterBar>
      {state.search === '' ? <RecentPatients /> : null}
      <DataTable
        label="Patients"
        columns={useVisibleColumns(columns)}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={({ firstName, lastName }) => fullName(firstName, lastName)}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to fetch patients"
        onRetry={() => void refetch()}
        emptyText={state.isFiltered ? 'No patients found matching your search criteria' : 'No patients found'}
        actions={can('Patient.Edit') ? EDITABLE : READABLE}
        noTextSelection
      />
    </PageContent>
  );
}
