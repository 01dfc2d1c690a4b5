import { Alert, Box, Button, FormHelperText, TextField } from '@mui/material';
import { useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { textOf, useField, type FieldProps } from '#ui/form/field.ts';
import { canBeShown, rewrittenHtml } from './header-editing.ts';
import type { HtmlFieldProps } from './html-field.ts';
import { PlaceholderButtons, type Placeholder } from './PlaceholderButtons.tsx';
import { VisualHtml } from './VisualHtml.tsx';

/** HTML source editor. */
function HtmlSource({ label, value, placeholders, hasError, onValue, onBlur }: HtmlFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const area = box.current;
    if (area === null) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end');
    onValue(area.value);
    area.focus();
  };
  return (
    <>
      <TextField
        fullWidth
        multiline
        minRows={6}
        maxRows={18}
        value={value}
        inputRef={box}
        error={hasError}
        onChange={({ target }) => onValue(target.value)}
        onBlur={onBlur}
        slotProps={{
          htmlInput: {
            'aria-label': `${label} as HTML`,
            spellCheck: false,
            autoComplete: 'off',
            style: { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' },
          },
        }}
      />
      <PlaceholderButtons label={`${label} placeholders`} placeholders={placeholders} onInsert={insert} />
    </>
  );
}

interface RichTextFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly placeholders: readonly Placeholder[];
}

/**
 * HTML input with a visual editor and a source editor. HTML that the visual editor would change is opened as source, so that
 * nothing is lost silently. The form value is HTML; blank if empty.
 */
export function RichTextField<Input extends FieldValues, Output>({
  placeholders,
  label,
  ...props
}: RichTextFieldProps<Input, Output>) {
  const { value: unread, setValue, onBlur, error, printProblem } = useField(props);
  const value = textOf(unread);
  // Only HTML from outside the visual editor has to be checked.
  const [written, setWritten] = useState('');
  const isShowable = useMemo(() => value === written || canBeShown(value), [value, written]);
  const [isSource, setSource] = useState(!isShowable);
  if (!isShowable && !isSource) setSource(true);
  const [isAsking, setAsking] = useState(false);
  const showVisually = (html: string) => {
    setWritten(html);
    setValue(html);
    setSource(false);
  };
  const parts = { label, value, placeholders, hasError: error !== undefined, onBlur };
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 0.5 }}>
        <Button
          size="small"
          onClick={() => {
            if (!isSource) setSource(true);
            else if (isShowable) showVisually(value);
            else setAsking(true);
          }}
          aria-label={isSource ? `Edit visually: ${label}` : `Edit as HTML: ${label}`}
        >
          {isSource ? 'Edit visually' : 'Edit as HTML'}
        </Button>
      </Box>
      {isShowable ? null : (
        <Alert severity="info" sx={{ mb: 1 }}>
          This {label.toLowerCase()} uses HTML that the visual editor cannot show without changing it. Edit it
          as HTML to keep it unchanged.
        </Alert>
      )}
      {isSource ? (
        <HtmlSource {...parts} onValue={setValue} />
      ) : (
        <VisualHtml
          {...parts}
          onValue={(html) => {
            setWritten(html);
            setValue(html);
          }}
        />
      )}
      {error === undefined ? null : <FormHelperText error>{error}</FormHelperText>}
      {printProblem === null ? null : <FormHelperText>{printProblem}</FormHelperText>}
      <ConfirmDialog
        open={isAsking}
        title="Simplify this HTML?"
        text="The visual editor cannot show all of it. Unsupported alignment and nesting will be removed; the text stays. Check the preview before you save."
        confirmLabel="Simplify"
        onConfirm={async () => showVisually(rewrittenHtml(value))}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}
