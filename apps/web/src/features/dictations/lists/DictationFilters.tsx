import type { DictationSortKey } from '@portal/contract/dictations';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import type { DICTATION_LIST } from './dictation-list.ts';
import { STATUS_OPTIONS } from '../dictation-labels.ts';
import { useProviders, useTemplates } from '../session/use-choices.ts';

interface DictationFiltersProps {
  readonly state: ListState<DictationSortKey, (typeof DICTATION_LIST)['filters']>;
  /** Error message for the date range. */
  readonly rangeError: string | undefined;
}

/** Filters by patient, template, provider, status, and procedure date. */
export function DictationFilters({ state, rangeError }: DictationFiltersProps) {
  const { filters, setFilter } = state;
  const providers = useProviders().options ?? [];
  const templates = useTemplates().templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
      <SearchBox
        value={state.search}
        onSearch={state.setSearch}
        label="Search patient"
        placeholder="Patient name, MRN, or date of birth..."
      />
      <FilterSelect
        label="Template"
        value={filters.templateId}
        options={templates}
        onChange={(id) => setFilter('templateId', id)}
      />
      <FilterSelect
        label="Provider"
        value={filters.providerId}
        options={providers}
        onChange={(id) => setFilter('providerId', id)}
      />
      <FilterSelect
        label="Status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(status) => setFilter('status', status)}
      />
      <FilterDateRange value={filters} error={rangeError} onChange={setFilter} />
    </FilterBar>
  );
}
