import { ALIGNED_TAGS, HEADER_ALIGNMENTS, HEADER_TAGS } from '@portal/domain/report-header';
import sanitize from 'sanitize-html';

const TAGS: readonly string[] = HEADER_TAGS;
const ALIGNED: readonly string[] = ALIGNED_TAGS;
/** These go with everything inside them; of others that are not allowed the text stays. */
const WITHOUT_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
];
const ALIGNMENT = new RegExp(`^(?:${HEADER_ALIGNMENTS.join('|')})$`, 'u');

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...TAGS],
  allowedAttributes: Object.fromEntries(ALIGNED.map((tag) => [tag, ['style']])),
  allowedStyles: { '*': { 'text-align': [ALIGNMENT] } },
  allowedSchemes: [],
  nonTextTags: WITHOUT_TEXT,
  nestingLimit: 20,
};

/** HTML of a header or footer, and the names of what was taken out of it: `script`, `onclick`. */
export interface CleanedHtml {
  readonly html: string;
  readonly removed: readonly string[];
}

/**
 * Leaves words, headings, lists, emphasis and alignment: no script, event handlers, frames, links, images and other styles, so that
 * nothing is ever run or fetched. Placeholders are words. What is clean stays as it is; without a word it is "".
 */
export function cleanHeaderHtml(dirty: string): CleanedHtml {
  const removed = new Set<string>();
  const html = sanitize(dirty, {
    ...OPTIONS,
    onOpenTag: (name, attributes) => {
      if (!TAGS.includes(name)) removed.add(name);
      for (const attribute of Object.keys(attributes))
        if (attribute !== 'style' || !ALIGNED.includes(name)) removed.add(attribute);
    },
  });
  return { html: isBlank(html) ? '' : html.trim(), removed: [...removed] };
}

/** Paragraphs without a word, as an emptied editor leaves them. */
const isBlank = (html: string): boolean =>
  !html.includes('<hr') &&
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim() === '';
