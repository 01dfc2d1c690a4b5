import { TEXT_BUDGET } from './template/budget.ts';
import { leftOverTag } from './template/text-template.ts';

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

/** The placeholders available in headers and footers. */
export const HEADER_PLACEHOLDERS = [
  'location_name',
  'location_address',
  'location_phone',
  'location_fax',
  'current_date',
] as const;
export const FOOTER_PLACEHOLDERS = ['provider_name', 'provider_title', 'dictation_date'] as const;
const KNOWN: ReadonlySet<string> = new Set([...HEADER_PLACEHOLDERS, ...FOOTER_PLACEHOLDERS]);
/** Longer than the longest value: an address. */
const LONGEST_VALUE = 500;

/**
 * What is wrong with the placeholders of a header or footer: one that is unknown or cannot be read, or so many that they could exceed
 * the budget of a generated text.
 */
export function headerProblems(html: string): readonly string[] {
  let count = 0;
  const rest = html.replaceAll(PLACEHOLDER, (tag, name: string) => {
    count += 1;
    return KNOWN.has(name.toLowerCase()) ? '' : tag;
  });
  const text = rest.replaceAll(/<[^<>]*>/g, '');
  const tag = leftOverTag(text);
  return [
    ...(tag === null
      ? []
      : [
          `${tag} cannot be filled in. Use one of these: ${[...KNOWN].map((name) => `{{${name}}}`).join(', ')}.`,
        ]),
    ...(text.length + count * LONGEST_VALUE > TEXT_BUDGET.field
      ? [
          `the text could be longer than ${TEXT_BUDGET.field.toLocaleString('en-US')} characters with its ${count} placeholders filled in.`,
        ]
      : []),
  ];
}

/** Escapes text for use in HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * Fills in the placeholders of a report header or footer, such as `{{location_name}}`. Values are escaped.
 * Placeholders without a value are removed; those that would exceed the budget of a generated text are left.
 */
export function fillHeader(html: string, values: Readonly<Record<string, string>>): string {
  let left: number = TEXT_BUDGET.field;
  return html.replaceAll(PLACEHOLDER, (tag, name: string) => {
    const key = name.toLowerCase();
    const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
    if (value.length > left) return tag;
    left -= value.length;
    return escapeHtml(value);
  });
}

/** The header and footer of reports for locations without their own: the same lines as those of letterheads. */
export function defaultReportHeader(
  practice: string,
  location?: { readonly name: string; readonly fax: string | null },
) {
  const lines =
    location === undefined
      ? []
      : [
          ...(location.name === practice ? [] : ['<strong>{{location_name}}</strong>']),
          '{{location_address}}',
          `Phone {{location_phone}}${location.fax === null ? '' : ' &nbsp; Fax {{location_fax}}'}`,
        ];
  return {
    headerHTML: `<h2>${escapeHtml(practice)}</h2>${lines.map((line) => `<p>${line}</p>`).join('')}`,
    footerHTML: '<p>{{provider_name}}, {{provider_title}} – {{dictation_date}}</p>',
  };
}
