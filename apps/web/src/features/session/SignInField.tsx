import {
  FormControl,
  FormHelperText,
  InputLabel,
  OutlinedInput,
  type OutlinedInputProps,
} from '@mui/material';

interface SignInFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly help?: string;
  readonly input?: Omit<OutlinedInputProps, 'id' | 'name' | 'label' | 'value' | 'onChange' | 'error'>;
}

/** A text field without the select and menu code of MUI's `TextField`, because this screen must load fast. */
export function SignInField({ name, label, value, onChange, error, help, input }: SignInFieldProps) {
  const text = error ?? help;
  return (
    <FormControl fullWidth size="medium" error={error !== undefined}>
      <InputLabel htmlFor={name}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        id={name}
        name={name}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ 'aria-required': true, ...input?.inputProps }}
        aria-describedby={text === undefined ? undefined : `${name}-text`}
      />
      {text === undefined ? null : <FormHelperText id={`${name}-text`}>{text}</FormHelperText>}
    </FormControl>
  );
}
