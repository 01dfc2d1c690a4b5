import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { PATIENT_SORT_KEYS, patientExport, patientList, type PatientRow } from '@portal/contract/patients';
import { fullName } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { patientColumns } from './patient-columns.tsx';
import { RecentPatients } from './RecentPatients.tsx';

const LIST = {
  sortKeys: PATIENT_SORT_KEYS,
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
  hidesSearch: true,
} as const;

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
  const list = usePreferredListState(LIST);
  const today = usePractice().data?.today;
  const columns = useMemo(() => patientColumns(today), [today]);
  const filters = { search: list.search, includeInactive: list.filters.inactive || 'false' } as const;
  const patients = useListQuery(patientList, { query: { ...list.query, ...filters } });
  return (
    <ListPage
      title="Patients"
      list={list}
      query={patients}
      add={can('Patient.Create') ? { label: 'Add Patient', to: '/patients/new' } : undefined}
      view="patients"
      exportItem={
        <ExportItem endpoint={patientExport} input={{ body: filters }} fallbackName="patients.csv" />
      }
      search={{
        label: 'Search patients',
        placeholder: 'Search by MRN, name, or phone...',
        isLive: true,
        hasButton: true,
        focusOnOpen: focusSearch,
      }}
      filters={<SwitchFilter list={list} name="inactive" label="Show inactive" />}
      label="Patients"
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ firstName, lastName }) => fullName(firstName, lastName)}
      errorFallback="Failed to fetch patients"
      emptyText={list.isFiltered ? 'No patients found matching your search criteria' : 'No patients found'}
      actions={can('Patient.Edit') ? EDITABLE : READABLE}
      noTextSelection
    >
      {list.search === '' ? <RecentPatients /> : null}
    </ListPage>
  );
}
