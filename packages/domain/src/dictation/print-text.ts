import { reportText } from '../template/report.ts';
import { sheetLineText, type BillingSheet } from './billing-sheet.ts';
import type { PrintedDictation } from './print.ts';

const RULE = '-'.repeat(60);

/** Formats a printed dictation as plain text with "\n" line endings. `header` and `footer` are the location's, as text. */
export function printedText(
  printed: PrintedDictation,
  { header, footer }: { readonly header: string; readonly footer: string },
): string {
  const { banner, closing, addenda } = printed;
  const report = [
    header,
    [printed.heading, printed.title].filter((line) => line !== null).join('\n'),
    banner === null ? '' : `*** ${banner.title} ***\n${banner.text}`,
    printed.patient.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    reportText(printed.sections),
  ];
  const closed = [
    closing.isSigned ? closing.text : `*** ${closing.text} ***`,
    ...addenda.map(({ title, reason, text }) =>
      [title, reason === null ? '' : `Reason: ${reason}`, text].filter((line) => line !== '').join('\n'),
    ),
    footer,
  ];
  const sheet = [RULE, sheetText(printed.sheet)];
  const parts = printed.isNoShow ? [...report, ...sheet, ...closed] : [...report, ...closed, ...sheet];
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
}

function sheetText({ title, options, codes, warnings }: BillingSheet): string {
  return [
    title.toUpperCase(),
    options.map(({ label, isChosen }) => `[${isChosen ? 'x' : ' '}] ${label}`).join('\n'),
    ...codes.map(({ codeType, title: heading, lines, empty }) =>
      [
        `${heading}:`,
        ...(lines.length === 0
          ? [empty]
          : lines.map((line) =>
              [sheetLineText(codeType, line), line.description].filter((part) => part !== '').join('  '),
            )),
      ].join('\n'),
    ),
    ...warnings,
  ].join('\n\n');
}
