import { TextField } from '@mui/material';
import type { Path } from 'react-hook-form';
import { textOf, useField } from '#ui/form/field.ts';
import { linesOf } from '../conditions/condition-input.ts';
import type { FieldFormState, FieldInput } from './field-shape.ts';

interface OptionsFieldProps {
  readonly control: FieldFormState['control'];
  readonly name: Path<FieldInput>;
  readonly label: string;
  readonly required?: boolean;
  readonly helperText?: string;
}

/** Options, one per line. A list that is pasted from a document or a spreadsheet becomes lines. */
export function OptionsField({ control, name, label, required = false, helperText }: OptionsFieldProps) {
  const field = useField({ control, name });
  const value = textOf(field.value);
  const count = linesOf(value).length;
  return (
    <TextField
      fullWidth
      multiline
      minRows={3}
      name={field.name}
      label={label}
      required={required}
      value={value}
      onChange={({ target }) => field.setValue(target.value)}
      onPaste={(event) => {
        const options = pastedOptions(event.clipboardData.getData('text/plain'));
        if (options === null || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        const { selectionStart: start, selectionEnd: end } = event.target;
        field.setValue(withLines(value, start, end, options));
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={field.error !== undefined}
      helperText={
        field.error ??
        field.printProblem ??
        `${helperText ?? 'One per line'}${count > 1 ? ` (${count})` : ''}`
      }
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  );
}

/** Bullets and numbers before the items of a list: "•", "-", "1.", "a)". */
const MARK = /^\s*(?:[•◦▪·*‣–—-]\s+|(?:\d{1,3}|[a-z])[.)]\s+)/iu;

/** The items of a pasted list, each once; null for text that is no list and is pasted as it is. */
export function pastedOptions(text: string): readonly string[] | null {
  const lines = text.replaceAll('\r', '').split(/[\n\t]/u);
  const items = lines.length > 1 ? lines : text.split(';');
  const options = linesOf(items.map((item) => item.replace(MARK, '')).join('\n'));
  return options.length < 2 ? null : [...new Set(options)];
}

/** Puts lines at the place of the selection, on lines that have nothing else. */
function withLines(value: string, start: number, end: number, lines: readonly string[]): string {
  const [before, after] = [value.slice(0, start), value.slice(end)];
  return [
    before === '' || before.endsWith('\n') ? before : `${before}\n`,
    lines.join('\n'),
    after === '' || after.startsWith('\n') ? after : `\n${after}`,
  ].join('');
}
