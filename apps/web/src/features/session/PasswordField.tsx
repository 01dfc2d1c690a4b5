import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#ui/form/field.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';

interface PasswordFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password field with a show/hide toggle, as on the sign-in screen. */
export function PasswordField<Input extends FieldValues, Output>(props: PasswordFieldProps<Input, Output>) {
  const [isShown, setShown] = useState(false);
  return (
    <FormTextField
      {...props}
      required
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
