import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface InactiveSwitchProps {
  /** Where the specification writes it in capitals. */
  readonly label?: 'Show inactive' | 'Show Inactive';
  readonly list: {
    readonly filters: { readonly inactive: string };
    readonly setFilter: (name: 'inactive', value: 'true' | '') => void;
  };
}

/** “Show inactive” of a list's filter bar. */
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
