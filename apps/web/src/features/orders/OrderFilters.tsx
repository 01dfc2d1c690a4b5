import { FormControlLabel, Switch } from '@mui/material';
import { FIRST_ORDER_DATE } from '@portal/domain/order';
import { usePractice } from '#lib/query/use-practice.ts';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import type { ListState } from '#ui/use-list-state.ts';
import type { OrderSortKey } from '@portal/contract/orders';
import type { ORDER_LIST } from './order-list.ts';
import { STATUS_OPTIONS, TYPE_OPTIONS } from './order-labels.ts';

interface OrderFiltersProps {
  readonly state: ListState<OrderSortKey, (typeof ORDER_LIST)['filters']>;
  /** Error of the date range, if any. */
  readonly rangeError: string | undefined;
}

/** Search and filters of the order list: status, type, date range, and a switch for cancelled orders. */
export function OrderFilters({ state, rangeError }: OrderFiltersProps) {
  const today = usePractice().data?.today;
  const { filters, setFilter } = state;
  return (
    <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
      <LiveSearchBox
        value={state.search}
        onSearch={state.setLiveSearch}
        label="Search orders"
        placeholder="Patient, order number, or diagnosis..."
      />
      <FilterSelect
        label="Status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(status) => setFilter('status', status)}
      />
      <FilterSelect
        label="Type"
        value={filters.type}
        options={TYPE_OPTIONS}
        onChange={(type) => setFilter('type', type)}
      />
      <FilterDateRange
        value={filters}
        min={FIRST_ORDER_DATE}
        max={today}
        error={rangeError}
        onChange={setFilter}
      />
      <CancelledSwitch
        isOn={filters.cancelled === 'true'}
        // A status filter already decides whether cancelled orders are shown.
        isDisabled={filters.status !== ''}
        onChange={(isOn) => setFilter('cancelled', isOn ? 'true' : '')}
      />
    </FilterBar>
  );
}

/** The “Show cancelled” switch. */
export function CancelledSwitch({
  isOn,
  isDisabled = false,
  onChange,
}: {
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <FormControlLabel
      label="Show cancelled"
      disabled={isDisabled}
      sx={{ ml: 0 }}
      control={<Switch checked={isOn} onChange={(_event, checked) => onChange(checked)} />}
    />
  );
}
