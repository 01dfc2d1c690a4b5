import RefreshIcon from '@mui/icons-material/Refresh';
import { Button } from '@mui/material';
import type { DictationSortKey } from '@portal/contract/dictations';
import { templateList } from '@portal/contract/templates';
import { MANAGEMENT_STATUSES } from '@portal/domain/dictation';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { SelectFilter, SwitchFilter } from '#ui/list-filters.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import type { MANAGED_LIST } from './managed-list.ts';

const STATUS_OPTIONS = MANAGEMENT_STATUSES.map((value) => ({ value, label: value }));

interface ManagedFiltersProps {
  readonly state: ListState<DictationSortKey, (typeof MANAGED_LIST)['filters']>;
  /** Error message for the date range. */
  readonly rangeError: string | undefined;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** Filters by template, status, and dates, with Show Inactive and Refresh. */
export function ManagedFilters({ state, rangeError, isRefreshing, onRefresh }: ManagedFiltersProps) {
  const { can } = useAccess();
  const templates = useEndpointQuery(
    templateList,
    { query: { includeInactive: 'true' } },
    { staleTime: 60_000, enabled: can('Dictation.ManageTemplates') },
  );
  // A failed load is ignored: the other filters still work.
  const options = (templates.data ?? []).map(({ id, name, isActive }) => ({
    value: id,
    label: isActive ? name : `${name} (inactive)`,
  }));
  return (
    <FilterBar
      list={state}
      actions={
        <Button
          startIcon={<RefreshIcon />}
          loading={isRefreshing}
          loadingPosition="start"
          onClick={onRefresh}
        >
          Refresh
        </Button>
      }
    >
      <SelectFilter list={state} name="templateId" label="Template" options={options} />
      <SelectFilter list={state} name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterDateRange value={state.filters} error={rangeError} onChange={state.setFilter} />
      <SwitchFilter list={state} name="inactive" label="Show Inactive" />
    </FilterBar>
  );
}
