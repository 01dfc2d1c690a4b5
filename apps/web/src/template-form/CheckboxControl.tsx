import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import { itemsOf, type ControlProps } from './control.ts';

/** A single checkbox, or a checkbox group if the field has options. */
export function CheckboxControl(props: ControlProps) {
  return props.state.options.length === 0 ? <OneBox {...props} /> : <Boxes {...props} />;
}

function OneBox({ id, name, state, hasError, help, onValue }: ControlProps) {
  const { field, value, isDisabled } = state;
  return (
    <FormControl error={hasError} disabled={isDisabled}>
      <FormControlLabel
        required={field.required}
        label={field.label}
        control={
          <Checkbox
            size="small"
            id={id}
            checked={value === true}
            onChange={(_event, checked) => onValue(checked)}
            slotProps={{ input: { ...describedBy(id, hasError, help), 'aria-label': name } }}
          />
        }
      />
      <Help id={id} help={help} />
    </FormControl>
  );
}

function Boxes({ id, name, state, hasError, help, onValue }: ControlProps) {
  const { field, value, options, isDisabled } = state;
  const chosen = itemsOf(value);
  const choose = (option: string, isChosen: boolean) =>
    // Keeps the order of the options.
    onValue(options.filter((item) => (item === option ? isChosen : chosen.includes(item))));
  return (
    <FormControl
      component="fieldset"
      error={hasError}
      disabled={isDisabled}
      required={field.required}
      aria-label={name}
      aria-describedby={help === null ? undefined : `${id}-help`}
      fullWidth
    >
      <FormLabel component="legend" sx={{ fontSize: '0.8125rem' }}>
        {field.label}
      </FormLabel>
      <FormGroup row>
        {[...new Set(options)].map((option, at) => (
          <FormControlLabel
            key={option}
            label={option}
            control={
              <Checkbox
                size="small"
                id={at === 0 ? id : `${id}-${at}`}
                checked={chosen.includes(option)}
                onChange={(_event, checked) => choose(option, checked)}
                slotProps={{ input: { 'aria-invalid': hasError } }}
              />
            }
          />
        ))}
      </FormGroup>
      <Help id={id} help={help} />
    </FormControl>
  );
}

const describedBy = (id: string, hasError: boolean, help: ControlProps['help']) => ({
  'aria-invalid': hasError,
  'aria-describedby': help === null ? undefined : `${id}-help`,
});

const Help = ({ id, help }: Pick<ControlProps, 'id' | 'help'>) =>
  help === null ? null : (
    <FormHelperText id={`${id}-help`} component="div">
      {help}
    </FormHelperText>
  );
