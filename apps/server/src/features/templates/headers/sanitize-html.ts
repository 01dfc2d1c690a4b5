import { createRequire } from 'node:module';
import { ALIGNED_TAGS, HEADER_ALIGNMENTS, HEADER_TAGS } from '@portal/domain/report-header';
import type sanitize from 'sanitize-html';

const require = createRequire(import.meta.url);
/** Loaded when it is first used, because it takes 4 MB. */
const sanitizer = (): typeof sanitize => require('sanitize-html');

const TAGS: readonly string[] = HEADER_TAGS;
const ALIGNED: readonly string[] = ALIGNED_TAGS;
/** Tags that are removed with their content. Of other disallowed tags, the text is kept. */
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

/** Sanitized HTML of a header or footer, and the removed tags and attributes: `script`, `onclick`. */
export interface SanitizedHtml {
  readonly html: string;
  readonly removed: readonly string[];
}

/**
 * Sanitizes HTML: keeps text, headings, lists, emphasis and alignment, and removes scripts, event handlers, frames, links, images
 * and other styles, so that nothing is ever executed or fetched. Clean HTML is returned unchanged; HTML without text becomes "".
 */
export function sanitizeHeaderHtml(dirty: string): SanitizedHtml {
  const removed = new Set<string>();
  const html = sanitizer()(dirty, {
    ...OPTIONS,
    onOpenTag: (name, attributes) => {
      if (!TAGS.includes(name)) removed.add(name);
      for (const attribute of Object.keys(attributes))
        if (attribute !== 'style' || !ALIGNED.includes(name)) removed.add(attribute);
    },
  });
  return { html: isBlank(html) ? '' : html.trim(), removed: [...removed] };
}

/** Whether HTML has no text, such as the empty paragraphs of a cleared editor. */
const isBlank = (html: string): boolean =>
  !html.includes('<hr') &&
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim() === '';
