import FormatAlignCenter from '@mui/icons-material/FormatAlignCenter';
import FormatAlignLeft from '@mui/icons-material/FormatAlignLeft';
import FormatAlignRight from '@mui/icons-material/FormatAlignRight';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import HorizontalRule from '@mui/icons-material/HorizontalRule';
import Redo from '@mui/icons-material/Redo';
import Title from '@mui/icons-material/Title';
import Undo from '@mui/icons-material/Undo';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { alignedTo, ALIGNMENTS, type Alignment } from './text-alignment.ts';

interface Tool {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
  /** For toggle tools. */
  readonly isOn?: (editor: Editor) => boolean;
  /** For tools that are not always available. */
  readonly canRun?: (editor: Editor) => boolean;
}

const ALIGN: Readonly<Record<Alignment, Pick<Tool, 'label' | 'icon'>>> = {
  left: { label: 'Align left', icon: <FormatAlignLeft fontSize="small" /> },
  center: { label: 'Center', icon: <FormatAlignCenter fontSize="small" /> },
  right: { label: 'Align right', icon: <FormatAlignRight fontSize="small" /> },
};

const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Title',
      icon: <Title />,
      run: (chain) => chain.toggleHeading({ level: 1 }),
      isOn: (editor) => editor.isActive('heading', { level: 1 }),
    },
    {
      label: 'Heading',
      icon: <Title fontSize="small" />,
      run: (chain) => chain.toggleHeading({ level: 2 }),
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
    },
    {
      label: 'Subheading',
      icon: <Title sx={{ fontSize: '0.9rem' }} />,
      run: (chain) => chain.toggleHeading({ level: 3 }),
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
    },
  ],
  [
    {
      label: 'Bold',
      icon: <FormatBold fontSize="small" />,
      run: (chain) => chain.toggleBold(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      label: 'Italic',
      icon: <FormatItalic fontSize="small" />,
      run: (chain) => chain.toggleItalic(),
      isOn: (editor) => editor.isActive('italic'),
    },
    {
      label: 'Underline',
      icon: <FormatUnderlined fontSize="small" />,
      run: (chain) => chain.toggleUnderline(),
      isOn: (editor) => editor.isActive('underline'),
    },
  ],
  ALIGNMENTS.map((alignment) => ({
    ...ALIGN[alignment],
    run: (chain) =>
      chain
        .updateAttributes('paragraph', alignedTo(alignment))
        .updateAttributes('heading', alignedTo(alignment)),
    isOn: (editor) => editor.isActive(alignedTo(alignment)),
  })),
  [
    {
      label: 'Bulleted list',
      icon: <FormatListBulleted fontSize="small" />,
      run: (chain) => chain.toggleBulletList(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      label: 'Numbered list',
      icon: <FormatListNumbered fontSize="small" />,
      run: (chain) => chain.toggleOrderedList(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      label: 'Horizontal line',
      icon: <HorizontalRule fontSize="small" />,
      run: (chain) => chain.setHorizontalRule(),
    },
  ],
  [
    {
      label: 'Undo',
      icon: <Undo fontSize="small" />,
      run: (chain) => chain.undo(),
      canRun: (editor) => editor.can().undo(),
    },
    {
      label: 'Redo',
      icon: <Redo fontSize="small" />,
      run: (chain) => chain.redo(),
      canRun: (editor) => editor.can().redo(),
    },
  ],
];

/** Formatting toolbar. */
export function RichTextToolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      TOOLS.map((group) =>
        group.map(({ isOn, canRun }) => ({ isOn: isOn?.(current), canRun: canRun?.(current) ?? true })),
      ),
  });
  return (
    <Box role="toolbar" aria-label={label} sx={BAR}>
      {TOOLS.map((group, at) => (
        <Box key={group[0]?.label} sx={{ display: 'flex' }}>
          {group.map((tool, index) => {
            const state = states[at]?.[index];
            return (
              <Tooltip key={tool.label} title={tool.label}>
                <span>
                  <IconButton
                    size="small"
                    aria-label={tool.label}
                    aria-pressed={state?.isOn}
                    disabled={state?.canRun === false}
                    onClick={() => tool.run(editor.chain().focus()).run()}
                    sx={{ borderRadius: 1, '&[aria-pressed="true"]': { bgcolor: 'action.selected' } }}
                  >
                    {tool.icon}
                  </IconButton>
                </span>
              </Tooltip>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  px: 1,
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'action.hover',
};
