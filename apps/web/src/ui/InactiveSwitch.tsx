import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface InactiveSwitchProps {
  readonly list: {
    readonly filters: { readonly inactive: string };
    readonly setFilter: (name: 'inactive', value: 'true' | '') => void;
  };
}

/** “Show inactive” of a list's filter bar (decisions 38, 43, 44). */
export function InactiveSwitch({ list }: InactiveSwitchProps) {
  return (
    <FormControlLabel
      label="Show inactive"
      control={
        <Switch
          checked={list.filters.inactive === 'true'}
          onChange={(_event, checked) => list.setFilter('inactive', checked ? 'true' : '')}
        />
      }
    />
  );
}
