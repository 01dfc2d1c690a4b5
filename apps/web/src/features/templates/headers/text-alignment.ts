import { HEADER_ALIGNMENTS } from '@portal/domain/report-header';
import { Extension } from '@tiptap/react';

/** The alignments offered in the toolbar. Justified lines are preserved but not offered. */
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const TYPES = ['paragraph', 'heading'];

/** The alignment of an element, which may be inherited. Null for left, the default. */
export function alignmentOf(element: HTMLElement): (typeof HEADER_ALIGNMENTS)[number] | null {
  const found = HEADER_ALIGNMENTS.find((alignment) => alignment === element.style.textAlign);
  if (found !== undefined) return found === 'left' ? null : found;
  const around = element.parentElement;
  return around === null ? null : alignmentOf(around);
}

/** Preserves `text-align` of paragraphs and headings, the only style allowed in a header. */
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

/** The attribute of an alignment; null for left, the default. */
export const alignedTo = (alignment: Alignment) => ({ textAlign: alignment === 'left' ? null : alignment });
