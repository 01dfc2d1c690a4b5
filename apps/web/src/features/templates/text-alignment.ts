import { HEADER_ALIGNMENTS } from '@portal/domain/report-header';
import { Extension } from '@tiptap/react';

/** Where a line of a report's header can be put by a button; justified lines are kept as they are. */
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const TYPES = ['paragraph', 'heading'];

/** The alignment that an element has: its own, or that of a division around it. Left is how it is anyway. */
export function alignmentOf(element: HTMLElement): (typeof HEADER_ALIGNMENTS)[number] | null {
  const found = HEADER_ALIGNMENTS.find((alignment) => alignment === element.style.textAlign);
  if (found !== undefined) return found === 'left' ? null : found;
  const around = element.parentElement;
  return around === null ? null : alignmentOf(around);
}

/** Keeps `style="text-align: center"` of paragraphs and headings; the only style that a header has. */
export const TextAlignment = Extension.create({
  name: 'textAlignment',
  addGlobalAttributes: () => [
    {
      types: TYPES,
      attributes: {
        textAlign: {
          default: null,
          parseHTML: alignmentOf,
          renderHTML: ({ textAlign }) =>
            typeof textAlign === 'string' ? { style: `text-align: ${textAlign}` } : {},
        },
      },
    },
  ],
});

/** The attribute of an alignment; left is how it is anyway. */
export const alignedTo = (alignment: Alignment) => ({ textAlign: alignment === 'left' ? null : alignment });
