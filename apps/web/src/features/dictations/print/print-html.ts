import {
  SHEET_COLUMNS,
  type BillingSheet,
  type SheetColumn,
  type SheetLine,
} from '@portal/domain/dictation/billing-sheet';
import type { PrintedDictation } from '@portal/domain/dictation/print';
import type { ReportEntry, ReportSection } from '@portal/domain/template/report';
import type { RowsTable } from '@portal/domain/template/rows';
import { escapeHtml } from '@portal/domain/report-header';
import { pageFooter } from '#ui/print-styles.ts';

/** Header and footer of a report: HTML sanitized by the server, with the placeholders filled in. */
export interface PrintFrame {
  readonly headerHTML: string;
  readonly footerHTML: string;
  /** The logo beside the header, as a data URL. */
  readonly logo?: string | undefined;
  /** The time of printing, in the footer of each page until the dictation is signed. */
  readonly time: string;
}

/** ID of the Print button, which is not printed itself. */
export const PRINT_BUTTON_ID = 'print';

/**
 * The print preview as a complete HTML document: letter size, half-inch margins, the billing sheet on a new page; for a no-show,
 * only the banner and the sheet. Its content policy blocks scripts and external resources, whatever the content.
 */
export function printHtml(
  printed: PrintedDictation,
  { headerHTML, footerHTML, logo, time }: PrintFrame,
): string {
  const { banner, closing, watermark } = printed;
  const report = [
    printed.heading === null ? '' : `<p class="heading">${escapeHtml(printed.heading)}</p>`,
    `<h1>${escapeHtml(printed.title)}</h1>`,
    banner === null
      ? ''
      : `<div class="banner"><strong>${escapeHtml(banner.title)}</strong><p>${escapeHtml(banner.text)}</p></div>`,
    `<dl class="patient">${printed.patient
      .map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`)
      .join('')}</dl>`,
  ].join('');
  const footer = footerHTML === '' ? '' : `<footer>${footerHTML}</footer>`;
  const { addenda } = printed;
  const signature = `<p class="${closing.isSigned ? 'signed' : 'unsigned'}">${escapeHtml(closing.text)}</p>`;
  const end = `<div class="end">${signature}${addenda.length === 0 ? footer : ''}</div>`;
  // Browsers keep it on the page of the last lines only if it is beside them.
  const text = printed.sections.map((section) =>
    sectionHtml(section, section === printed.sections.at(-1) ? end : ''),
  );
  const closed = [
    text.length === 0 ? end : '',
    ...addenda.map((addendum) =>
      [
        `<section class="addendum"><h2>${escapeHtml(addendum.title)}</h2>`,
        addendum.reason === null ? '' : `<p><b>Reason:</b> ${escapeHtml(addendum.reason)}</p>`,
        `<p class="text">${escapeHtml(addendum.text)}</p>`,
        addendum === addenda.at(-1) ? `<div class="end">${footer}</div></section>` : '</section>',
      ].join(''),
    ),
  ].join('');
  const sheet = sheetHtml(printed.sheet, printed.isNoShow);
  const picture = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  const head = headerHTML + picture === '' ? '' : `<header>${picture}<div>${headerHTML}</div></header>`;
  const pages = printed.isNoShow
    ? `<main>${head}${report}${sheet}${closed}</main>`
    : `<main>${head}${report}${text.join('')}${closed}</main><main class="new-page"><p class="identity">${escapeHtml(printed.identity)}</p>${sheet}</main>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>Print Preview</title><style>${STYLE}@page {${pageFooter(printed.identity, `${printed.signedOn ?? time} · `)}}</style></head><body><div class="bar"><button id="${PRINT_BUTTON_ID}" type="button">Print</button></div>${
    watermark === null ? '' : `<div class="watermark" aria-hidden="true">${escapeHtml(watermark)}</div>`
  }${pages}</body></html>`;
}

const sectionHtml = ({ title, entries }: ReportSection, end: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>${entries.map(entryHtml).join('')}${end}</section>`;

function entryHtml(entry: ReportEntry): string {
  if (entry.kind === 'table') return `<h3>${escapeHtml(entry.label)}</h3>${rowsHtml(entry)}`;
  const { kind, label, text } = entry;
  const words = escapeHtml(text);
  if (kind === 'statement') return `<p class="text">${words}</p>`;
  if (kind === 'paragraph') return `<h3>${escapeHtml(label)}</h3><p class="text">${words}</p>`;
  return `<p class="pair"><b>${escapeHtml(label)}:</b> ${words}</p>`;
}

/** A table. `widths`: of its columns, in percent; by default, browsers choose them. */
function tableHtml(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  kind: string,
  widths: readonly number[] = [],
): string {
  const columns = widths.map((width) => `<col style="width: ${width.toFixed(1)}%">`).join('');
  const heads = titles.map((title) => `<th>${escapeHtml(title)}</th>`).join('');
  const lines = rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table class="${kind}">${columns}<thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** Words of this many characters in all columns together fit beside each other on a page. */
const FITTING = 84;
/** Longer words are broken. */
const LONGEST_WORD = 24;

/** The rows of a field. If even their longest words do not fit, columns share the page by them, and words are broken. */
function rowsHtml({ columns, rows }: RowsTable): string {
  const lengths = columns.map((title, at) => {
    const words = [title, ...rows.map((cells) => cells[at] ?? '')].flatMap((text) => text.split(/\s/u));
    return 2 + Math.min(LONGEST_WORD, Math.max(...words.map((word) => word.length)));
  });
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return all <= FITTING
    ? tableHtml(columns, rows, 'rows')
    : tableHtml(
        columns,
        rows,
        'rows shared',
        lengths.map((length) => (100 * length) / all),
      );
}

/** The table of the codes on a billing sheet. */
const codesHtml = (columns: readonly SheetColumn[], lines: readonly SheetLine[]): string =>
  tableHtml(
    columns.map(({ title }) => title),
    lines.map((line) => columns.map(({ text }) => text(line))),
    'codes',
  );

function sheetHtml({ title, options, codes, warnings }: BillingSheet, isNoShow: boolean): string {
  const tables = codes.map(({ codeType, title: heading, lines, empty }) =>
    [
      `<h2>${escapeHtml(heading)}</h2>`,
      lines.length === 0 ? `<p>${escapeHtml(empty)}</p>` : codesHtml(SHEET_COLUMNS[codeType], lines),
    ].join(''),
  );
  const heading = isNoShow ? 'h2' : 'h1';
  return [
    `<section class="sheet"><${heading}>${escapeHtml(title)}</${heading}><ul class="options">`,
    ...options.map(
      ({ label, isChosen }) =>
        `<li class="${isChosen ? 'chosen' : ''}"><span aria-hidden="true">${isChosen ? '☒' : '☐'}</span> ${escapeHtml(label)}${
          isChosen ? '<span class="spoken"> (selected)</span>' : ''
        }</li>`,
    ),
    '</ul>',
    ...tables,
    ...warnings.map((warning) => `<p class="warning">${escapeHtml(warning)}</p>`),
    '</section>',
  ].join('');
}

const STYLE = `
@page { size: letter; margin: 0.5in; }
* { box-sizing: border-box; }
body { margin: 0; background: #e7eaee; color: #111; font: 11pt/1.4 Inter, "Segoe UI", system-ui, sans-serif; }
.bar { position: sticky; top: 0; z-index: 2; display: flex; justify-content: flex-end; padding: 8px 16px; background: #12355b; }
.bar button { padding: 6px 20px; border: 0; border-radius: 6px; background: #fff; color: #12355b; font: 600 14px Inter, system-ui, sans-serif; cursor: pointer; }
.bar button:focus-visible { outline: 3px solid #f0a04b; outline-offset: 2px; }
main { position: relative; width: 8.5in; max-width: 100%; min-height: 11in; margin: 16px auto; padding: 0.5in; background: #fff; box-shadow: 0 1px 6px #0003; overflow-wrap: anywhere; }
h1 { margin: 0 0 8pt; font-size: 16pt; color: #12355b; }
h2 { margin: 12pt 0 4pt; border-bottom: 1px solid #c3ccd6; font-size: 12pt; color: #12355b; break-after: avoid; }
h3 { margin: 6pt 0 2pt; font-size: 11pt; break-after: avoid; }
p { margin: 0 0 4pt; }
.heading { margin: 0; font-weight: 600; color: #48525d; }
header { display: flex; align-items: flex-start; gap: 14pt; margin-bottom: 10pt; padding-bottom: 8pt; border-bottom: 0.7pt solid #9aa7b4; font-size: 9pt; }
header img { flex: none; max-width: 54mm; max-height: 18mm; }
header > div { flex: 1; min-width: 0; }
header h2 { border: 0; margin: 0; font-size: 14pt; }
header hr:last-child { display: none; }
header p, footer p { margin: 0; }
footer { margin-top: 14pt; padding-top: 6pt; border-top: 1px solid #c3ccd6; font-size: 9pt; }
.banner { margin: 0 0 10pt; padding: 8pt; border: 2px solid #a11; text-align: center; color: #a11; }
.banner strong { font-size: 15pt; letter-spacing: 0.05em; }
.patient { display: grid; grid-template-columns: repeat(2, 1fr); gap: 2pt 18pt; margin: 0 0 8pt; padding: 8pt; border: 1px solid #c3ccd6; border-radius: 4px; }
.patient div { display: flex; gap: 6pt; break-inside: avoid; }
dt { flex: 0 0 92pt; color: #48525d; }
dd { margin: 0; font-weight: 600; }
.text, .pair, .banner p { white-space: pre-wrap; }
.signed { margin-top: 16pt; padding-top: 6pt; border-top: 1px solid #111; font-weight: 600; white-space: pre-line; break-inside: avoid; }
.unsigned { margin-top: 16pt; font-weight: 600; color: #a11; }
/* No page has only the signature or the footer: they stay with the last two lines. */
.end { break-before: avoid; break-inside: avoid; }
section > :has(+ .end) { break-before: avoid; }
.text { orphans: 2; widows: 2; }
.identity { font-weight: 600; white-space: pre-wrap; }
.options { margin: 0 0 8pt; padding: 0; list-style: none; }
.options .chosen { font-weight: 600; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 3pt 6pt; border: 1px solid #c3ccd6; text-align: left; vertical-align: top; }
.codes :is(th, td) { width: 1%; white-space: nowrap; }
.codes :is(th, td):last-child { width: auto; white-space: normal; }
.rows { width: auto; max-width: 100%; margin-bottom: 6pt; font-size: 10pt; overflow-wrap: break-word; }
.shared { width: 100%; table-layout: fixed; font-size: 8.5pt; }
.shared :is(th, td) { padding: 3pt; }
.rows td { white-space: pre-wrap; }
tr { break-inside: avoid; }
.warning { margin-top: 6pt; font-weight: 600; color: #a11; }
.watermark { position: fixed; inset: 0; z-index: 1; display: grid; place-items: center; pointer-events: none; font-size: 90pt; font-weight: 700; letter-spacing: 0.1em; color: #12355b14; transform: rotate(-30deg); }
@media print {
  body { background: #fff; }
  .bar { display: none; }
  main { width: auto; min-height: 0; margin: 0; padding: 0; box-shadow: none; }
  .new-page { break-before: page; }
}
`;
