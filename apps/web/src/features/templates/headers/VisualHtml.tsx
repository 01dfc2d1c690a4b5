import { Box } from '@mui/material';
import { EditorContent, useEditor } from '@tiptap/react';
import { plainNote } from '@portal/domain/text';
import { useEffect } from 'react';
import { HEADER_EXTENSIONS, writtenHtml } from './header-editing.ts';
import { headerShape } from './header-shape.ts';
import type { HtmlFieldProps } from './html-field.ts';
import { pastedHtml } from './pasted-html.ts';
import { PlaceholderButtons } from './PlaceholderButtons.tsx';
import { RichTextToolbar } from './RichTextToolbar.tsx';

/** Visual HTML editor with placeholder buttons. */
export function VisualHtml({ label, value, placeholders, hasError, onValue, onBlur }: HtmlFieldProps) {
  const editor = useEditor({
    extensions: HEADER_EXTENSIONS,
    content: value,
    editorProps: {
      transformPastedText: plainNote,
      transformPastedHTML: pastedHtml,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onUpdate: ({ editor: changed }) => onValue(writtenHtml(changed)),
    onBlur,
  });
  useEffect(() => {
    // The value was changed from outside, for example by resolving a conflict with another user's save.
    const written = writtenHtml(editor);
    // Skip equivalent HTML, which would only add an undo step.
    if (value !== written && headerShape(value) !== headerShape(written))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <>
      <Box sx={FRAME} data-invalid={hasError}>
        <RichTextToolbar editor={editor} label={`${label} formatting`} />
        <EditorContent editor={editor} translate="no" />
      </Box>
      <PlaceholderButtons
        label={`${label} placeholders`}
        placeholders={placeholders}
        onInsert={(name) => editor.chain().focus().insertContent(`{{${name}}}`).run()}
      />
    </>
  );
}

const FRAME = {
  border: 1,
  borderColor: 'text.secondary',
  borderRadius: 1,
  overflow: 'hidden',
  '&:focus-within': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '&[data-invalid="true"]': { borderColor: 'error.main' },
  '& .ProseMirror': {
    minHeight: 128,
    maxHeight: 360,
    overflowY: 'auto',
    px: 1.75,
    py: 1.25,
    outline: 'none',
    overflowWrap: 'anywhere',
    '& > :first-of-type': { mt: 0 },
    '& > :last-child': { mb: 0 },
    '& p': { my: 0.5 },
    '& h1': { fontSize: '1.5rem', my: 0.75 },
    '& h2': { fontSize: '1.25rem', my: 0.75 },
    '& h3': { fontSize: '1.0625rem', my: 0.75 },
    '& h4': { fontSize: '0.9375rem', my: 0.75 },
    '& h5, & h6': { fontSize: '0.875rem', my: 0.75 },
  },
};
