import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment } from '@mui/material';
import { formatSsn, formatSsnInput } from '@portal/domain/ssn';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { textOf, type FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

/** A social security number, XXX-XX-XXXX. Visible by default, with a button to hide it. */
export function FormSsnField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const [isShown, setShown] = useState(true);
  return (
    <FormTextField
      {...props}
      inputMode="numeric"
      placeholder="XXX-XX-XXXX"
      format={formatSsnInput}
      toText={(value) => formatSsn(textOf(value))}
      isHidden={!isShown}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={isShown ? `Hide ${props.label}` : `Show ${props.label}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
