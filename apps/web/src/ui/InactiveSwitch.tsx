import { FormControlLabel, Switch } from '@mui/material';

interface InactiveSwitchProps {
  /** "Show Inactive" on the screens where the specification capitalizes it. */
  readonly label?: 'Show inactive' | 'Show Inactive';
  readonly list: {
    readonly filters: { readonly inactive: string };
    readonly setFilter: (name: 'inactive', value: 'true' | '') => void;
  };
}

/** The "Show inactive" switch of a filter bar. */
export function InactiveSwitch({ list, label = 'Show inactive' }: InactiveSwitchProps) {
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={list.filters.inactive === 'true'}
          onChange={(_event, checked) => list.setFilter('inactive', checked ? 'true' : '')}
        />
      }
    />
  );
}
