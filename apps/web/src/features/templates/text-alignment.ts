import { Extension } from '@tiptap/react';

/** Where a line of a report's header stands. */
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const TYPES = ['paragraph', 'heading'];

const alignmentOf = (text: string): Alignment | null =>
  ALIGNMENTS.find((alignment) => alignment === text) ?? null;

/** Keeps `style="text-align: center"` of paragraphs and headings; the only style that a header has. */
export const TextAlignment = Extension.create({
  name: 'textAlignment',
  addGlobalAttributes: () => [
    {
      types: TYPES,
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => alignmentOf(element.style.textAlign),
          renderHTML: ({ textAlign }) =>
            typeof textAlign === 'string' ? { style: `text-align: ${textAlign}` } : {},
        },
      },
    },
  ],
});

/** The attribute of an alignment; left is how it is anyway. */
export const alignedTo = (alignment: Alignment) => ({ textAlign: alignment === 'left' ? null : alignment });
