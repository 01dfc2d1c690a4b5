const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/gi;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tags of a header or footer that may be aligned, by `style="text-align:…"` and nothing else. */
export const ALIGNED_TAGS = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
export const HEADER_ALIGNMENTS = ['left', 'right', 'center', 'justify'] as const;
/** What a header or footer may be made of: the server leaves these, and the editor shows them. */
export const HEADER_TAGS = [
  ...ALIGNED_TAGS,
  'span',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'blockquote',
] as const;

/** Text as it is written inside HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * A report's header or footer with its placeholders `{{location_name}}` filled in. Values are text and never become markup;
 * a placeholder without a value leaves nothing behind.
 */
export function fillHeader(html: string, values: Readonly<Record<string, string>>): string {
  return html.replaceAll(PLACEHOLDER, (_all, name: string) => {
    const key = name.toLowerCase();
    return Object.hasOwn(values, key) ? escapeHtml(values[key] ?? '') : '';
  });
}

/** What is printed above and below reports of a location that has no header of its own. */
export const defaultReportHeader = (practiceName: string) => ({
  headerHTML: `<h2>${escapeHtml(practiceName)}</h2><p><strong>{{location_name}}</strong></p><p>{{location_address}}</p><p>{{location_phone}}</p>`,
  footerHTML: '<p>{{provider_name}}, {{provider_title}} – {{dictation_date}}</p>',
});
