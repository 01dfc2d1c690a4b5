import { printedDictation, storedReport, type PrintSource } from '@portal/domain/dictation/print';
import { printedText } from '@portal/domain/dictation/print-text';
import { withCodes } from '@portal/domain/printable-characters';
import { escapeHtml } from '@portal/domain/report-header';
import { contentOf } from '@portal/domain/template/test/content-of';
import { plainNote } from '@portal/domain/text';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { htmlText } from '#pdf/html-blocks.ts';
import { missingCharacters, seenCharacters, UNICODE_TEXTS } from '#test/pdf-characters.ts';
import { createDictationPdf, type DictationSheet } from './dictation-pdf.ts';

const NOW = '2026-11-21T19:05:00.000Z';
const CONTENT = contentOf({ id: 'note', label: 'Note', type: 'textarea' });

const TEXTS: PrintSource = {
  templateName: 'Note',
  patientName: 'Roe, Jane',
  patientMRN: '00000012',
  patientDOB: '1960-11-22',
  patientGender: 'Female',
  procedureDate: '2026-11-21',
  procedureLocation: 'Main',
  providerName: 'Gregory House',
  status: 'Signed',
  billingCodes: [],
  billingOption: 'standard',
  complications: null,
  signature: { name: 'Gregory House', title: 'MD', signedAt: '2026-11-21T19:05:00.000Z' },
  coSignature: null,
  addendums: [],
};

const CLOCK = { timeZone: 'America/New_York', clock: '12' } as const;
/** A dictation with one field. */
const printedOf = (note: string, change: Partial<PrintSource> = {}, content = CONTENT) =>
  printedDictation({ ...TEXTS, ...change }, storedReport(content, { note }), CLOCK);

const addendum = { text: 'More', reason: null, authorName: 'A. B.', authorTitle: null, createdAt: NOW };
const procedure = {
  code: '64483',
  codeType: 'CPT',
  modifiers: '',
  units: 1,
  diagnosisPointers: [],
} as const;
const labelled = (label: string, title: string) => {
  const content = contentOf({ id: 'note', label, type: 'textarea' });
  return { ...content, sections: content.sections.map((section) => ({ ...section, title })) };
};
const sheetOf = (printed: DictationSheet['printed'], headerHTML = '', footerHTML = '') => ({
  printed,
  headerHTML,
  footerHTML,
  logo: null,
});
const draw = (sheet: DictationSheet) =>
  createDictationPdf({ sheets: [sheet], logos: new Map(), now: new Date(NOW), clock: CLOCK });

/** A dictation with a text in each of the other places that print what people typed. */
const PLACES: readonly (readonly [name: string, place: (text: string) => DictationSheet])[] = [
  ['title', (templateName) => sheetOf(printedOf('', { templateName }))],
  ['patient', (patientName) => sheetOf(printedOf('', { patientName }))],
  ['location', (procedureLocation) => sheetOf(printedOf('', { procedureLocation }))],
  ['provider', (providerName) => sheetOf(printedOf('', { providerName }))],
  ['signer', (name) => sheetOf(printedOf('', { signature: { name, title: 'MD', signedAt: NOW } }))],
  [
    'co-signer',
    (name) =>
      sheetOf(
        printedOf('', { coSignature: { supervisor: null, signature: { name, title: 'MD', signedAt: NOW } } }),
      ),
  ],
  [
    'supervisor',
    (lastName) =>
      sheetOf(
        printedOf('', { coSignature: { supervisor: { firstName: 'Lisa', lastName }, signature: null } }),
      ),
  ],
  ['complications', (complications) => sheetOf(printedOf('', { complications }))],
  ['addendum', (text) => sheetOf(printedOf('', { addendums: [{ ...addendum, text }] }))],
  ['reason', (reason) => sheetOf(printedOf('', { addendums: [{ ...addendum, reason }] }))],
  ['author', (authorName) => sheetOf(printedOf('', { addendums: [{ ...addendum, authorName }] }))],
  ['code', (description) => sheetOf(printedOf('', { billingCodes: [{ ...procedure, description }] }))],
  ['label', (label) => sheetOf(printedOf('Prone', {}, labelled(label, 'Technique')))],
  ['section', (title) => sheetOf(printedOf('Prone', {}, labelled('Note', title)))],
  ['header', (text) => sheetOf(printedOf(''), `<p>${escapeHtml(text)}</p>`)],
  ['footer', (text) => sheetOf(printedOf(''), '', `<p>${escapeHtml(text)}</p>`)],
];

/**
 * What a person sees of a text, in any order: lines of right-to-left text are drawn from right to left.
 */
const seen = (text: string): string => seenCharacters(text).toSorted().join('');

/** The lines of a PDF: its texts by page and height. */
async function pdfLines(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await task.promise;
  const lines: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent({ disableNormalization: true });
    const byHeight = new Map<number, string>();
    for (const item of items) {
      if (!('str' in item)) continue;
      const height = Math.round(Number(item.transform[5]));
      byHeight.set(height, (byHeight.get(height) ?? '') + item.str);
    }
    lines.push(...byHeight.values());
  }
  await task.destroy();
  return lines;
}

describe('the PDF and the text export of a dictation', () => {
  it('keep two words apart, whatever was pasted between them', async () => {
    for (const character of ['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r', '\u0001', '\u0007']) {
      const printed = printedOf(`Dexamethasone 1${character}0 complications`);
      const text = printedText(printed, { header: '', footer: '' });
      expect(text).toMatch(/Dexamethasone 1[\n ]0 complications/);
      const lines = await pdfLines(await draw(sheetOf(printed)));
      expect(lines.join('\n')).toMatch(/Dexamethasone 1[\n ]0 complications/);
    }
  });

  it.each(UNICODE_TEXTS)('hold the same characters of the category %s', async (_category, texts) => {
    const printed = printedOf(texts.join('\n'));
    const text = printedText(printed, { header: '', footer: '' });
    const lines = await pdfLines(await draw(sheetOf(printed)));
    const drawn = new Set(lines.map((line) => seen(line)));
    const missing = text
      .split('\n')
      .filter((line) => line.startsWith('N') && line.includes('One'))
      .map((line) => withCodes(line.normalize('NFC')))
      .filter((line) => !drawn.has(seen(line)));
    expect(missing).toEqual([]);
  });

  it.each(PLACES)('hold the same characters of each category in the place: %s', async (_name, place) => {
    const all = UNICODE_TEXTS.flatMap(([, texts]) => [texts[0] ?? '', texts.at(-1) ?? '']);
    // A label has room for a part of them.
    for (let from = 0; from < all.length; from += 12) {
      const text = all.slice(from, from + 12).join(' ');
      const sheet = place(text);
      const exported = printedText(sheet.printed, {
        header: htmlText(sheet.headerHTML),
        footer: htmlText(sheet.footerHTML),
      });
      expect(seenCharacters(exported)).toEqual(
        expect.arrayContaining(seenCharacters(plainNote(text.normalize('NFC')))),
      );
      const pdf = await draw(sheet);
      expect(await missingCharacters(pdf, text)).toBe('');
    }
  });
});
