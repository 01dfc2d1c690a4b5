import { Box, Button, ListSubheader, Menu, MenuItem, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import type { Path } from 'react-hook-form';
import { textOf, useField } from '#ui/form/field.ts';
import { type FieldFormState, type FieldInput } from './field-shape.ts';

/** What can be inserted, under a heading. */
export interface InsertGroup {
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly hint?: string }[];
}

interface InsertTextProps {
  readonly control: FieldFormState['control'];
  readonly name: Path<FieldInput>;
  readonly label: string;
  readonly helperText?: string;
  readonly required?: boolean;
  /** The text of the button: "Insert placeholder". */
  readonly action: string;
  readonly groups: readonly InsertGroup[];
}

/** A text input with a menu that inserts texts at the cursor. */
export function InsertText({ control, name, label, action, groups, ...props }: InsertTextProps) {
  const field = useField({ control, name });
  const input = useRef<HTMLTextAreaElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const value = textOf(field.value);
  const insert = (text: string) => {
    setAnchor(null);
    const start = input.current?.selectionStart ?? value.length;
    const end = input.current?.selectionEnd ?? start;
    field.setValue(value.slice(0, start) + text + value.slice(end));
    // Wait until the menu has restored the focus and the new text is rendered.
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + text.length, start + text.length);
    }, 0);
  };
  return (
    <Box>
      <TextField
        fullWidth
        multiline
        minRows={2}
        name={field.name}
        label={label}
        required={props.required ?? false}
        value={value}
        onChange={({ target }) => field.setValue(target.value)}
        onBlur={field.onBlur}
        inputRef={(element: HTMLTextAreaElement | null) => {
          input.current = element;
          field.ref(element);
        }}
        error={field.error !== undefined}
        helperText={field.error ?? field.printProblem ?? props.helperText}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      <Button
        size="small"
        aria-haspopup="menu"
        aria-label={`${action} into ${label}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ mt: 0.5 }}
      >
        {action}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 360 } } }}
      >
        {groups.flatMap(({ title, items }) =>
          items.length === 0
            ? []
            : [
                <ListSubheader key={title} aria-hidden>
                  {title}
                </ListSubheader>,
                ...items.map(({ text, hint }) => (
                  <MenuItem
                    key={`${title} ${text}`}
                    onClick={() => insert(text)}
                    sx={{ whiteSpace: 'normal' }}
                  >
                    {text}
                    {hint === undefined ? null : (
                      <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
                        {hint}
                      </Box>
                    )}
                  </MenuItem>
                )),
              ],
        )}
      </Menu>
    </Box>
  );
}
