import Box from '@mui/material/Box';
import type { AuditEntry, AuditSortKey } from '@portal/contract/audit';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDate } from '#ui/FilterDate.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import {
  ACTION_OPTIONS,
  actionChoice,
  ENTITY_TYPE_OPTIONS,
  isReversed,
  USER_TYPE_OPTIONS,
} from './audit-list.ts';
import type { AUDIT_LIST } from './audit-list.ts';
import { UserFilter } from './UserFilter.tsx';

interface AuditFiltersProps {
  readonly state: ListState<AuditSortKey, (typeof AUDIT_LIST)['filters']>;
  readonly rows: readonly AuditEntry[] | undefined;
}

/** The filter bar of spec 3 §2: entity type, action, user, user type, start and end date. */
export function AuditFilters({ state, rows }: AuditFiltersProps) {
  const { filters, setFilter } = state;
  const { entityType, action, userId, userType, startDate, endDate } = filters;
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
      <FilterDate
        label="Start Date"
        value={startDate}
        max={endDate === '' ? undefined : endDate}
        onChange={(value) => setFilter('startDate', value)}
      />
      <FilterDate
        label="End Date"
        value={endDate}
        min={startDate === '' ? undefined : startDate}
        error={isReversed(filters) ? 'Before the start date' : undefined}
        onChange={(value) => setFilter('endDate', value)}
      />
    </FilterBar>
  );
}
