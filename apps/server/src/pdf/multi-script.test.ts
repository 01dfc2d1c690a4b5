import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { createPdf, write } from './document.ts';
import { fontNamed, type PdfFont } from './fonts.ts';
import { htmlBlocks } from './html-blocks.ts';
import { printable } from './printable.ts';
import { richText } from './rich-text.ts';
import { RIGHT_TO_LEFT } from './shaping.ts';
import { baseDirections, directionRuns, fontRuns } from './text-runs.ts';

const NOW = new Date('2026-11-22T15:00:00Z');
const CLOCK = { timeZone: 'America/New_York', clock: '12' } as const;
const NAMES = [
  ['Vietnamese', 'Nguyễn Thị Hồng Nhung'],
  ['Greek', 'Ελένη Παπαδοπούλου'],
  ['Cyrillic', 'Дмитрий Їжакевич'],
  ['Hebrew', 'שָׁלוֹם עולם'],
  ['Arabic', 'فاطِمَة عبد الله'],
  ['Urdu', 'پنجاب کے لیے'],
  ['Arabic with Chinese', 'محمد 王小明（محمد）'],
  ['Hindi', 'श्रीनिवास कृष्णमूर्ति'],
  ['Thai', 'สมชาย น้ำผึ้ง'],
  ['Bengali', 'রবীন্দ্রনাথ মোহাম্মদ'],
  ['Gujarati', 'મહેન્દ્ર પટેલ'],
  ['Punjabi', 'ਹਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ'],
  ['Khmer', 'ភ្នំពេញ សុខា'],
  ['Malayalam', 'ശ്രീകൃഷ്ണൻ'],
  ['Burmese', 'အောင်ကျော်'],
  ['Odia', 'ଓଡ଼ିଆ'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Tamil', 'ஸ்ரீநிவாசன்'],
  ['Telugu', 'శ్రీనివాస్'],
  ['Amharic', 'አበበ ቢቂላ'],
  ['Korean and Japanese', '김철수 山田はなコ'],
] as const;
const STYLES: readonly PdfFont[] = ['regular', 'bold', 'italic', 'boldItalic'];

const glyphsOf = (text: string, style: PdfFont = 'regular') =>
  fontRuns(printable(text), style).flatMap(({ text: part, font }) => fontNamed(font).layout(part).glyphs);

const inOrder = (line: string) =>
  directionRuns(line, baseDirections(line)[0] ?? 'ltr').map(({ from, to }) => line.slice(from, to));

/** Extracts the texts of the first page from left to right. */
async function drawn(draw: Parameters<typeof createPdf>[1]): Promise<string[]> {
  const task = getDocument({
    data: Uint8Array.from(await createPdf({ title: 'Test', footer: '', now: NOW, clock: CLOCK }, draw)),
    verbosity: 0,
  });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items
    .flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    .toSorted((a, b) => Number(a.transform[4]) - Number(b.transform[4]))
    .map(({ str }) => str.trim())
    .filter((text) => !/^(?:Printed|Page) /.test(text));
}

describe('names in many scripts', () => {
  it.each(NAMES)('%s has a glyph for every letter, in each style', (_, name) => {
    for (const style of STYLES) {
      const glyphs = glyphsOf(name, style);
      expect(glyphs.length).toBeGreaterThan(0);
      expect(glyphs.map(({ id }) => id)).not.toContain(0);
      expect(
        fontRuns(name, style)
          .map(({ text }) => text)
          .join(''),
      ).toBe(name);
    }
  });

  it('shapes Devanagari: draws a vowel sign before its consonant and joins consonants', () => {
    const { glyphs } = fontNamed('Devanagari 400Regular').layout('कि');
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))).toEqual(['ि', 'क']);
    expect(fontNamed('Devanagari 400Regular').layout('क्ष').glyphs).toHaveLength(1);
  });

  it('uses one font per word so that letters join, and the named font for plain text', () => {
    expect(fontRuns('کے لیے', 'regular').map(({ font }) => font)).toEqual(['Arabic 400Regular']);
    expect(fontRuns('Roe, Jane: office', 'bold')).toEqual([{ text: 'Roe, Jane: office', font: 'bold' }]);
    expect(fontRuns('محمد 王', 'bold').map(({ font }) => font)).toEqual(['bold', 'eastAsian']);
  });

  it('prints the code of what no font can draw', async () => {
    expect(fontRuns(printable('a 🩺 ᏣᎳ \uD800'), 'regular').map(({ text }) => text)).toEqual([
      'a [U+1FA7A] [U+13E3][U+13B3] �',
    ]);
    const texts = await drawn((doc) => write(doc, { size: 10 }).text('Roe 👍🏽 \uDC00'));
    expect(texts.join(' ')).toBe('Roe [U+1F44D][U+1F3FD] �');
  });

  it('breaks lines in scripts without spaces between words', async () => {
    const thai = 'ผู้ป่วยมีอาการปวดหลังส่วนล่างเป็นเวลาสามเดือน';
    expect(printable(thai).split('\u200B').join('')).toBe(thai);
    expect(printable(thai).split('\u200B').length).toBeGreaterThan(5);
    expect(printable(printable(thai))).toBe(printable(thai));
  });
});

describe('right-to-left text', () => {
  it('is ordered by the bidirectional algorithm', () => {
    expect(inOrder('Roe, Jane')).toEqual(['Roe, Jane']);
    expect(inOrder('Dr. שלום עולם MD')).toEqual(['Dr. ', 'שלום עולם', ' MD']);
    expect(inOrder('תן Lidocaine 5 ml ביום.')).toEqual([' ביום.', 'Lidocaine 5 ml', 'תן ']);
  });

  it('is laid out from the right with mirrored brackets', () => {
    const characters = fontNamed('regular')
      .layout('(אב)', [RIGHT_TO_LEFT])
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
    expect(characters).toEqual([')', 'ב', 'א', '(']);
  });

  it('takes the direction of each line from its first letter and keeps it across line breaks', async () => {
    expect(baseDirections('שלום\nRoe\n12 שלום')).toEqual(['rtl', 'ltr', 'rtl']);
    // Breaks before the Chinese letter; the second line still reads from the right.
    const texts = await drawn((doc) => write(doc, { size: 10 }).text('שלום שלום 王 דוד', { width: 60 }));
    expect(texts.filter((text) => text !== 'שלום שלום')).toEqual(['דוד', '王']);
  });

  it('is ordered in headers with mixed styles', async () => {
    const texts = await drawn((doc) =>
      richText(doc, htmlBlocks('<p>Clinic <b>שלום</b> <i>עולם</i> Haifa</p>')),
    );
    expect(texts).toEqual(['Clinic', 'עולם', 'שלום', 'Haifa']);
  });

  it('does not reverse a footer that starts with a right-to-left name', async () => {
    const pdf = await createPdf(
      { title: 'Test', footer: 'כהן, דוד   MRN 00000012', now: NOW, clock: CLOCK },
      () => undefined,
    );
    const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
    const { items } = await (await (await task.promise).getPage(1)).getTextContent();
    await task.destroy();
    const left = (text: string) =>
      Number(
        items.flatMap((item) => ('str' in item && item.str.includes(text) ? [item] : []))[0]?.transform[4],
      );
    expect(left('כהן')).toBeLessThan(left('MRN'));
  });
});
