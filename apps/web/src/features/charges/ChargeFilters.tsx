import { officeList } from '@portal/contract/offices';
import { userProviders } from '@portal/contract/users';
import { displayNameWithTitle } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterChip } from '#ui/FilterChip.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import { adminOnly } from './admin-only.ts';
import { shownRange, type CHARGE_LIST } from './charge-list.ts';

const CACHED = { staleTime: 60_000 } as const;

interface ChargeFiltersProps {
  readonly state: ListState<never, (typeof CHARGE_LIST)['filters']>;
  readonly today: string | undefined;
  /** Error of the date range, if any. */
  readonly rangeError: string | undefined;
}

/** Filters by date, provider and location. Providers see only their own notes and choose no provider. */
export function ChargeFilters({ state, today, rangeError }: ChargeFiltersProps) {
  const { filters, setFilter } = state;
  const seesAll = useAccess().passes(adminOnly);
  const providers = useEndpointQuery(userProviders, {}, { ...CACHED, enabled: seesAll }).data;
  const offices = useEndpointQuery(officeList, { query: {} }, CACHED).data;
  const providerOptions = useMemo(
    () =>
      (providers ?? []).map(({ id, firstName, lastName, title }) => ({
        value: id,
        label: displayNameWithTitle(firstName, lastName, title),
      })),
    [providers],
  );
  const locationOptions = useMemo(
    () =>
      (offices ?? [])
        .map(({ id, name }) => ({ value: id, label: name }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [offices],
  );
  return (
    <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
      <FilterDateRange value={shownRange(filters, today)} error={rangeError} onChange={setFilter} />
      {seesAll ? (
        <SelectFilter list={state} name="providerId" label="Provider" options={providerOptions} />
      ) : null}
      <SelectFilter list={state} name="locationId" label="Location" options={locationOptions} />
      {filters.code === '' ? null : (
        <FilterChip label={`Code ${filters.code}`} onRemove={() => setFilter('code', '')} />
      )}
    </FilterBar>
  );
}
