import { Box, FormControl, FormHelperText, FormLabel, Typography } from '@mui/material';
import { useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { textOf, useField, type FieldProps } from './field.ts';

interface RadioOption {
  readonly value: string;
  readonly label: string;
  /** Options of a group share a row with its name, which their labels need not show again. */
  readonly group?: string;
}

interface FormRadioGroupProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly options: readonly RadioOption[];
  /** Label of an empty option in front, for example "None"; its value is `''`. */
  readonly noneLabel?: string;
  /** Called after a choice with the mouse or a finger, once it is shown. From the keyboard, a choice must not move the focus. */
  readonly onPicked?: (value: string) => void;
}

/** A choice of a few options that are all visible, side by side, so that it takes one click. */
export function FormRadioGroup<Input extends FieldValues, Output>({
  control,
  name,
  label,
  options,
  noneLabel,
  onPicked,
  ...props
}: FormRadioGroupProps<Input, Output>) {
  const field = useField({ control, name });
  const [id, labelId, helpId] = [useId(), useId(), useId()];
  const usesKeys = useRef(true);
  const help = field.error ?? props.helperText;
  const isInvalid = field.error !== undefined;
  const all: readonly RadioOption[] =
    noneLabel === undefined ? options : [{ value: '', label: noneLabel }, ...options];
  const choose = (value: string) => {
    flushSync(() => field.setValue(value));
    if (!usesKeys.current) onPicked?.(value);
  };
  return (
    <FormControl
      error={isInvalid}
      disabled={props.disabled ?? false}
      sx={{ gridColumn: '1 / -1', minWidth: 0 }}
    >
      <FormLabel id={labelId} required={props.required ?? false} sx={{ typography: 'body2', mb: 0.5 }}>
        {label}
      </FormLabel>
      <Box
        role="radiogroup"
        aria-labelledby={labelId}
        aria-describedby={help === undefined ? undefined : helpId}
        aria-required={props.required ?? false}
        aria-invalid={isInvalid}
        onKeyDown={() => (usesKeys.current = true)}
        onPointerDown={() => (usesKeys.current = false)}
        onBlur={field.onBlur}
        sx={GROUPS}
      >
        {[...Map.groupBy(all, ({ group = '' }) => group)].map(([group, members]) => (
          <Group key={group} name={group} isInvalid={isInvalid}>
            {members.map(({ value, label: text }) => (
              <Box component="label" key={value} sx={OPTION}>
                <input
                  type="radio"
                  // Two forms on a page may have a field of the same name.
                  name={`${id}-${field.name}`}
                  value={value}
                  checked={textOf(field.value) === value}
                  disabled={props.disabled}
                  onChange={() => choose(value)}
                  {...(value === all[0]?.value && { ref: field.ref })}
                />
                <OptionText label={text} group={group} />
              </Box>
            ))}
          </Group>
        ))}
      </Box>
      {help === undefined ? null : <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}

interface GroupProps {
  /** Blank if the options have no groups. */
  readonly name: string;
  readonly isInvalid: boolean;
  readonly children: ReactNode;
}

function Group({ name, isInvalid, children }: GroupProps) {
  const options = (
    <Box sx={{ ...TRACK, ...(isInvalid && { outline: 1, outlineColor: 'error.main' }) }}>{children}</Box>
  );
  if (name === '') return options;
  return (
    <>
      <Typography
        variant="caption"
        color="textSecondary"
        aria-hidden
        sx={{ alignSelf: 'center', mt: { xs: 0.5, sm: 0 } }}
      >
        {name}
      </Typography>
      <div>{options}</div>
    </>
  );
}

/** "Referral – PT" in the group Referral shows "PT"; screen readers get all of it. */
function OptionText({ label, group }: { readonly label: string; readonly group: string }) {
  const prefix = `${group} – `;
  if (!label.startsWith(prefix)) return label;
  return (
    <span>
      <Box component="span" sx={visuallyHidden}>
        {prefix}
      </Box>
      {label.slice(prefix.length)}
    </span>
  );
}

const GROUPS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
  // Without groups there is one track, which takes both columns.
  '& > :only-child': { gridColumn: '1 / -1', justifySelf: 'start' },
  columnGap: 2,
  rowGap: { xs: 0.5, sm: 1 },
} as const;

const TRACK = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: 0.25,
  p: 0.375,
  borderRadius: 1,
  bgcolor: 'action.hover',
} as const;

const OPTION = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { xs: 44, sm: 34 },
  px: 1.5,
  border: 1,
  borderColor: 'transparent',
  borderRadius: 0.75,
  typography: 'body2',
  fontWeight: 500,
  color: 'text.secondary',
  cursor: 'pointer',
  '&:hover': { color: 'text.primary' },
  '&:has(:checked)': { bgcolor: 'background.paper', borderColor: 'primary.main', color: 'primary.main' },
  '&:has(:focus-visible)': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
  '&:has(:disabled)': { color: 'text.disabled', cursor: 'default' },
  '& input': { position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'inherit' },
  '@media (forced-colors: active)': {
    '&:has(:checked)': { bgcolor: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
  },
} as const;
