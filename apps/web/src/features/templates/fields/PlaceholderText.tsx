import { Box, Button, ListSubheader, Menu, MenuItem, TextField } from '@mui/material';
import type { TemplateField } from '@portal/domain/template/content';
import { DYNAMIC_TEXT_PLACEHOLDERS } from '@portal/domain/template/text-template';
import { useRef, useState } from 'react';
import type { Path } from 'react-hook-form';
import { textOf, useField } from '#ui/form/field.ts';
import { type FieldFormState, type FieldInput } from './field-shape.ts';

interface PlaceholderTextProps {
  readonly control: FieldFormState['control'];
  readonly name: Path<FieldInput>;
  readonly label: string;
  readonly helperText?: string;
  readonly required?: boolean;
  /** The fields available as placeholders. */
  readonly fields: readonly TemplateField[];
}

const CONDITION = '{{#if side}}…{{else}}…{{/if}}';

/** A text input with a menu that inserts field placeholders and conditions at the cursor. */
export function PlaceholderText({ control, name, label, fields, ...props }: PlaceholderTextProps) {
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
  const others = fields.filter(({ id }) => !DYNAMIC_TEXT_PLACEHOLDERS.some((offered) => offered === id));
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
        aria-label={`Insert placeholder into ${label}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ mt: 0.5 }}
      >
        Insert placeholder
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 360 } } }}
      >
        <MenuItem onClick={() => insert(CONDITION)}>If … else …: {CONDITION}</MenuItem>
        <ListSubheader aria-hidden>Common placeholders</ListSubheader>
        {DYNAMIC_TEXT_PLACEHOLDERS.map((id) => (
          <MenuItem key={id} onClick={() => insert(`{{${id}}}`)}>{`{{${id}}}`}</MenuItem>
        ))}
        {others.length === 0 ? null : <ListSubheader aria-hidden>Fields in this template</ListSubheader>}
        {others.map(({ id, label: words }) => (
          <MenuItem key={id} onClick={() => insert(`{{${id}}}`)}>
            {`{{${id}}}`}
            <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
              {words}
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
