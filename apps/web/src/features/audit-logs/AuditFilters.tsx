import { Box } from '@mui/material';
import { MIN_REASON_SEARCH, type AuditEntry, type AuditSortKey } from '@portal/contract/audit';
import { useAccess } from '#lib/session/use-session.ts';
import { PatientFilter } from '#pickers/PatientFilter.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { FilterChip } from '#ui/FilterChip.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import { AddressFilter } from './AddressFilter.tsx';
import {
  ACTION_OPTIONS,
  actionChoice,
  ENTITY_TYPE_OPTIONS,
  hourOf,
  isReversed,
  USER_TYPE_OPTIONS,
  type AUDIT_LIST,
} from './audit-list.ts';
import { UserFilter } from './UserFilter.tsx';

interface AuditFiltersProps {
  readonly state: ListState<AuditSortKey, (typeof AUDIT_LIST)['filters']>;
  readonly rows: readonly AuditEntry[] | undefined;
}

const NONE: readonly [] = [];

/** The filter bar: entity type, action, user, user type, patient, address, reason, start and end date. */
export function AuditFilters({ state, rows }: AuditFiltersProps) {
  const { filters, setFilter } = state;
  const { entityType, action, userId, userType, ipAddress } = filters;
  const mayFindPatients = useAccess().can('Patient.View');
  return (
    <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
      <FilterSelect
        label="Entity Type"
        value={entityType}
        options={ENTITY_TYPE_OPTIONS}
        onChange={(value) => setFilter('entityType', value)}
      />
      <FilterSelect
        label="Action"
        value={actionChoice(action)}
        options={ACTION_OPTIONS}
        onChange={(value) => setFilter('action', value)}
      />
      <Box sx={{ flex: '1 1 220px', maxWidth: { sm: 300 } }}>
        <UserFilter userId={userId} rows={rows} onChange={(id) => setFilter('userId', id)} />
      </Box>
      <FilterSelect
        label="User Type"
        value={userType === 'all' ? '' : userType}
        options={USER_TYPE_OPTIONS}
        onChange={(value) => setFilter('userType', value)}
      />
      {mayFindPatients ? <PatientFilter list={state} rows={rows === undefined ? undefined : NONE} /> : null}
      <AddressFilter value={ipAddress} onChange={(address) => setFilter('ipAddress', address)} />
      <SearchBox
        value={state.search}
        onSearch={state.setSearch}
        label="Search reasons"
        placeholder={`Reason, at least ${MIN_REASON_SEARCH} characters`}
      />
      <FilterDateRange
        value={filters}
        error={isReversed(filters) ? 'Before the start date' : undefined}
        onChange={setFilter}
      />
      <HourFilter state={state} />
    </FilterBar>
  );
}

/** The hour that a picture chose. */
function HourFilter({ state: { filters, setFilter } }: Pick<AuditFiltersProps, 'state'>) {
  const times = usePracticeTimes();
  const hour = hourOf(filters);
  if (hour === null) return null;
  const start = new Date(hour).toISOString();
  const end = new Date(hour + 3_600_000).toISOString();
  return (
    <FilterChip
      label={`${times.date(start)}, ${times.time(start)} to ${times.time(end)}`}
      onRemove={() => setFilter('hour', '')}
    />
  );
}
