import { InputAdornment } from '@mui/material';
import { useState } from 'react';
import { CalendarButton } from '#ui/form/CalendarButton.tsx';
import { dateText, dateValue, formatDateInput } from '#ui/form/date-input.ts';
import { applyMask } from '#ui/form/mask.ts';
import { textOf, type ControlProps } from './control.ts';
import { TextControl } from './TextControl.tsx';

interface DateControlProps extends ControlProps {
  /** Help without the error, shown while the date is being typed. */
  readonly calmHelp: ControlProps['help'];
}

/** A date input with a calendar. The value is YYYY-MM-DD once the date is valid. */
export function DateControl({ calmHelp, ...props }: DateControlProps) {
  const { state, onValue } = props;
  const [isFocused, setFocused] = useState(false);
  return (
    <TextControl
      {...props}
      hasError={props.hasError && !isFocused}
      help={isFocused ? calmHelp : props.help}
      text={dateText(state.value)}
      onChange={({ target }) => onValue(dateValue(applyMask(target, formatDateInput)))}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      endAdornment={
        <InputAdornment position="end">
          <CalendarButton
            label={`Choose ${props.name ?? state.field.label}`}
            value={textOf(state.value)}
            disabled={state.isDisabled}
            onChange={onValue}
          />
        </InputAdornment>
      }
    />
  );
}
