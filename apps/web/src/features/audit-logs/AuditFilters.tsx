import Box from '@mui/material/Box';
import type { AuditEntry, AuditSortKey } from '@portal/contract/audit';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
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

/** The filter bar: entity type, action, user, user type, start and end date. */
export function AuditFilters({ state, rows }: AuditFiltersProps) {
  const { filters, setFilter } = state;
  const { entityType, action, userId, userType } = filters;
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
      <FilterDateRange
        value={filters}
        error={isReversed(filters) ? 'Before the start date' : undefined}
        onChange={setFilter}
      />
    </FilterBar>
  );
}
