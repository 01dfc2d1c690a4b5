const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/gi;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it is written inside HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * A report's header or footer with its placeholders `{{location_name}}` filled in (spec 2 §2). Values are text and never become markup;
 * a placeholder without a value leaves nothing behind.
 */
export function fillHeader(html: string, values: Readonly<Record<string, string>>): string {
  return html.replaceAll(PLACEHOLDER, (_all, name: string) => {
    const key = name.toLowerCase();
    return Object.hasOwn(values, key) ? escapeHtml(values[key] ?? '') : '';
  });
}

/** What is printed above and below reports of a location that has no header of its own (decisions 55). */
export const defaultReportHeader = (practiceName: string) => ({
  headerHTML: `<h2>${escapeHtml(practiceName)}</h2><p><strong>{{location_name}}</strong></p><p>{{location_address}}</p><p>{{location_phone}}</p>`,
  footerHTML: '<p>{{provider_name}}, {{provider_title}} – {{dictation_date}}</p>',
});
