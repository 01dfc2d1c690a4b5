import { Checkbox, FormControlLabel, Switch } from '@mui/material';
import { FilterSelect, type FilterOption } from './FilterSelect.tsx';

/** The filter of a list, in its `ListState`. */
interface ListFilter<N extends string, V extends string> {
  readonly list: {
    readonly filters: Readonly<Record<NoInfer<N>, NoInfer<V> | ''>>;
    readonly setFilter: (name: NoInfer<N>, value: NoInfer<V> | '') => void;
  };
  readonly name: N;
  readonly label: string;
}

/** A choice of a status filter: all statuses that are not final. */
export const OPEN = 'Open';
export const OPEN_OPTION = { value: OPEN, label: 'Open' } as const;

/** A filter with one of several values, or all. */
export const SelectFilter = <N extends string, V extends string>({
  list,
  name,
  ...select
}: ListFilter<N, V> & { readonly options: readonly FilterOption<V>[] }) => (
  <FilterSelect {...select} value={list.filters[name]} onChange={(value) => list.setFilter(name, value)} />
);

/** A filter that is on or off. */
export function SwitchFilter<N extends string>({
  list,
  name,
  label,
  isCheckbox = false,
  isDisabled = false,
}: ListFilter<N, 'true'> & { readonly isCheckbox?: boolean; readonly isDisabled?: boolean }) {
  const Control = isCheckbox ? Checkbox : Switch;
  return (
    <FormControlLabel
      label={label}
      disabled={isDisabled}
      control={
        <Control
          checked={list.filters[name] === 'true'}
          onChange={(_event, checked) => list.setFilter(name, checked ? 'true' : '')}
        />
      }
    />
  );
}
