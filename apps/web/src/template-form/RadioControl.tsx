import {
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { textOf, type ControlProps } from './control.ts';

/** Radio buttons with a Clear button for optional fields. */
export function RadioControl({ id, name: spoken, state, hasError, help, onValue }: ControlProps) {
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
        {...(spoken === undefined ? { 'aria-labelledby': id } : { 'aria-label': spoken })}
        aria-required={field.required}
        aria-describedby={help === null ? undefined : `${id}-help`}
        sx={{ alignItems: 'center' }}
      >
        {[...new Set(options)].map((option) => (
          <FormControlLabel key={option} value={option} label={option} control={<Radio size="small" />} />
        ))}
        {field.required || isDisabled || value === '' ? null : (
          <Button size="small" onClick={() => onValue('')} aria-label={`Clear ${spoken ?? field.label}`}>
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
