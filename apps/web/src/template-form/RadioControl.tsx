import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import type { ControlProps } from './control.ts';
import { textOf } from './control.ts';

/** Radio buttons with a Clear button for optional fields. */
export function RadioControl({ id, state, hasError, help, onValue }: ControlProps) {
  const { field, options, isDisabled } = state;
  const value = textOf(state.value);
  return (
    <FormControl error={hasError} disabled={isDisabled} required={field.required} fullWidth>
      <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
        {field.label}
      </FormLabel>
      <RadioGroup
        row
        name={id}
        value={value}
        onChange={(_event, chosen) => onValue(chosen)}
        aria-labelledby={id}
        aria-required={field.required}
        aria-describedby={help === null ? undefined : `${id}-help`}
        sx={{ alignItems: 'center' }}
      >
        {[...new Set(options)].map((option) => (
          <FormControlLabel key={option} value={option} label={option} control={<Radio size="small" />} />
        ))}
        {field.required || isDisabled || value === '' ? null : (
          <Button size="small" onClick={() => onValue('')} aria-label={`Clear ${field.label}`}>
            Clear
          </Button>
        )}
      </RadioGroup>
      {help === null ? null : (
        <FormHelperText id={`${id}-help`} component="div">
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}
