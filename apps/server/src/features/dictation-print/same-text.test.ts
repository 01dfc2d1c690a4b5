import { printedDictation, storedReport } from '@portal/domain/dictation/print';
import { printedText } from '@portal/domain/dictation/print-text';
import { withCodes } from '@portal/domain/printable-characters';
import { contentOf } from '@portal/domain/template/testing';
import { unicodeSamples } from '@portal/domain/unicode-samples';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { createDictationPdf } from './dictation-pdf.ts';

const CONTENT = contentOf({ id: 'note', label: 'Note', type: 'textarea' });

/** A dictation with one field. */
const printedOf = (note: string) =>
  printedDictation(
    {
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
      addendums: [],
    },
    storedReport(CONTENT, { note }),
    { timeZone: 'America/New_York', clock: '12' },
  );

/**
 * What a person sees of a text, in any order: lines of right-to-left text are drawn from right to left. Format characters (Cf) are
 * left out by the reader of PDFs.
 */
const seen = (text: string): string =>
  Array.from(text.normalize('NFC').replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .toSorted()
    .join('');

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
    for (const character of ['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r', '\u0001', '\u001E']) {
      const printed = printedOf(`Dexamethasone 1${character}0 complications`);
      const text = printedText(printed, { header: '', footer: '' });
      expect(text).toMatch(/Dexamethasone 1[\n ]0 complications/);
      const lines = await pdfLines(
        await createDictationPdf({ sheets: [{ printed, headerHTML: '', footerHTML: '' }], now: new Date() }),
      );
      expect(lines.join('\n')).toMatch(/Dexamethasone 1[\n ]0 complications/);
    }
  });

  it.each([...unicodeSamples(40)])(
    'hold the same characters of the category %s',
    async (_category, samples) => {
      const printed = printedOf(samples.map((character, n) => `N${n} One${character}two`).join('\n'));
      const text = printedText(printed, { header: '', footer: '' });
      const lines = await pdfLines(
        await createDictationPdf({ sheets: [{ printed, headerHTML: '', footerHTML: '' }], now: new Date() }),
      );
      const drawn = new Set(lines.map((line) => seen(line)));
      const missing = text
        .split('\n')
        .filter((line) => line.startsWith('N') && line.includes('One'))
        .map((line) => withCodes(line.normalize('NFC')))
        .filter((line) => !drawn.has(seen(line)));
      expect(missing).toEqual([]);
    },
  );
});
