const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/gi;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tags of a header or footer that can have an alignment, only as `style="text-align:…"`. */
export const ALIGNED_TAGS = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
export const HEADER_ALIGNMENTS = ['left', 'right', 'center', 'justify'] as const;
/** Tags allowed in a header or footer. The server keeps these, and the editor displays them. */
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

/** Escapes text for use in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * Fills in the placeholders of a report header or footer, such as `{{location_name}}`. Values are escaped.
 * Placeholders without a value are removed.
 */
export function fillHeader(html: string, values: Readonly<Record<string, string>>): string {
  return html.replaceAll(PLACEHOLDER, (_all, name: string) => {
    const key = name.toLowerCase();
    return Object.hasOwn(values, key) ? escapeHtml(values[key] ?? '') : '';
  });
}

/** The header and footer of reports for locations without their own. */
export const defaultReportHeader = (practiceName: string) => ({
  headerHTML: `<h2>${escapeHtml(practiceName)}</h2><p><strong>{{location_name}}</strong></p><p>{{location_address}}</p><p>{{location_phone}}</p>`,
  footerHTML: '<p>{{provider_name}}, {{provider_title}} – {{dictation_date}}</p>',
});
