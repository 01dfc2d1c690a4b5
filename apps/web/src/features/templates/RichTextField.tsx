import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { EditorContent, useEditor } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { textOf, useField } from '#ui/form/field.ts';
import type { FieldProps } from '#ui/form/field.ts';
import { PlaceholderButtons } from './PlaceholderButtons.tsx';
import type { Placeholder } from './PlaceholderButtons.tsx';
import { RichTextToolbar } from './RichTextToolbar.tsx';
import { TextAlignment } from './text-alignment.ts';

interface RichTextFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly placeholders: readonly Placeholder[];
}

/** What a header may be made of is what the server leaves in it (decisions 60). */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: false,
    trailingNode: false,
  }),
  TextAlignment,
];

/** HTML that is written as it looks, with buttons for placeholders. The form's value is HTML, blank when nothing is written. */
export function RichTextField<Input extends FieldValues, Output>({
  placeholders,
  label,
  ...props
}: RichTextFieldProps<Input, Output>) {
  const field = useField(props);
  const value = textOf(field.value);
  const { setValue, onBlur, error } = field;
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onUpdate: ({ editor: written }) => setValue(htmlOf(written)),
    onBlur,
  });
  useEffect(() => {
    // Changed from outside: kept values, or a record that someone else saved meanwhile.
    if (value !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <Box>
      <Box sx={FRAME} data-invalid={error !== undefined}>
        <RichTextToolbar editor={editor} label={`${label} formatting`} />
        <EditorContent editor={editor} />
      </Box>
      {error === undefined ? null : <FormHelperText error>{error}</FormHelperText>}
      <PlaceholderButtons
        label={`${label} placeholders`}
        placeholders={placeholders}
        onInsert={(name) => editor.chain().focus().insertContent(`{{${name}}}`).run()}
      />
    </Box>
  );
}

/** Blank instead of an empty paragraph. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

const FRAME = {
  border: 1,
  borderColor: 'text.secondary',
  borderRadius: 1,
  overflow: 'hidden',
  '&:focus-within': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
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
    '& h2': { fontSize: '1.25rem', my: 0.75 },
    '& h3': { fontSize: '1.0625rem', my: 0.75 },
    '& h4': { fontSize: '0.9375rem', my: 0.75 },
  },
};
