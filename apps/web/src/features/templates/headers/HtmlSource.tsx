import { TextField } from '@mui/material';
import { useRef } from 'react';
import type { HtmlFieldProps } from './html-field.ts';
import { PlaceholderButtons } from './PlaceholderButtons.tsx';

/** HTML source editor. */
export function HtmlSource({ label, value, placeholders, hasError, onValue, onBlur }: HtmlFieldProps) {
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
