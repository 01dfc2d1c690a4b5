import { printedDictation, type PrintSource } from '@portal/domain/dictation/print';
import type { ReportEntry } from '@portal/domain/template/report';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pdfPages } from '#test/pdf-text.ts';
import { createDictationPdf } from './dictation-pdf.ts';
import { linesPerPage } from './keep-together.ts';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

it('divides a text so that what follows is on the page of its last two lines', () => {
  const given = fc
    .record({ lines: fc.integer({ min: 1, max: 300 }), page: fc.integer({ min: 6, max: 70 }) })
    .chain(({ lines, page }) =>
      fc.record({
        lines: fc.constant(lines),
        page: fc.constant(page),
        first: fc.integer({ min: 0, max: page }),
        after: fc.integer({ min: 1, max: page - 3 }),
      }),
    );
  fc.assert(
    fc.property(given, ({ lines, first, page, after }) => {
      const counts = linesPerPage(lines, { first, page, after });
      expect(sum(counts)).toBe(lines);
      const rooms = counts.map((_count, at) => (at === 0 ? first : page));
      expect(counts.every((count, at) => count <= (rooms[at] ?? 0))).toBe(true);
      const last = counts.at(-1) ?? 0;
      expect(last).toBeGreaterThanOrEqual(Math.min(2, lines));
      expect(last + after).toBeLessThanOrEqual(rooms.at(-1) ?? 0);
      expect(counts.slice(1, -1).every((count) => count > 0)).toBe(true);
      expect(counts.length > 1 && counts[0] === 1).toBe(false);
    }),
  );
});

const NOW = '2026-11-21T19:05:00.000Z';
const CLOCK = { timeZone: 'America/New_York', clock: '12' } as const;
const SOURCE: PrintSource = {
  templateName: 'Block',
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
  signature: { name: 'Gregory House', title: 'MD', signedAt: NOW },
  coSignature: null,
  addendums: [],
};
const FOOTER = '<p>Surgeon of record</p><ul><li>Confidential</li><li>Last line of the footer</li></ul>';
const textLines = (count: number, word = 'Body') =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n');
const entry = (kind: 'pair' | 'paragraph' | 'statement', text: string): ReportEntry => ({
  kind,
  label: 'Label',
  text,
});
const pairs = (count: number) => Array.from({ length: count }, (_, at) => entry('pair', `Body ${at}`));

interface Shape {
  readonly entries: (count: number) => readonly ReportEntry[];
  readonly change?: (count: number) => Partial<PrintSource>;
}
const addendum = (text: string) => ({
  text,
  reason: 'Forgotten',
  authorName: 'A. B.',
  authorTitle: null,
  createdAt: NOW,
});
const SHAPES: Readonly<Record<string, Shape>> = {
  'a paragraph': { entries: (count) => [entry('paragraph', textLines(count))] },
  'a statement after pairs': { entries: (count) => [...pairs(7), entry('statement', textLines(count))] },
  'short pairs': { entries: pairs },
  'a short pair after a long text': {
    entries: (count) => [entry('paragraph', textLines(count)), entry('pair', 'Body last')],
  },
  'a long pair': { entries: (count) => [...pairs(count), entry('pair', textLines(20))] },
  'a table': {
    entries: (count) => [
      {
        kind: 'table',
        label: 'Lesions',
        columns: ['Level', 'Seconds'],
        rows: Array.from({ length: count }, (_, at) => [`Body ${at}`, 'Body s']),
      },
    ],
  },
  'one line of complications': {
    entries: pairs,
    change: () => ({ complications: 'Body of complications' }),
  },
  'an unsigned note': {
    entries: (count) => [entry('paragraph', textLines(count))],
    change: () => ({ status: 'Saved', signature: null }),
  },
  'an addendum': {
    entries: pairs,
    change: (count) => ({ addendums: [addendum(textLines(count, 'Added'))] }),
  },
  'a no-show with codes': {
    entries: () => [],
    change: (count) => ({
      billingOption: 'noshow-patient',
      billingCodes: Array.from({ length: count }, (_, at) => ({
        code: `Body ${at}`,
        codeType: 'ICD10' as const,
        description: 'Code',
        modifiers: '',
        units: 1,
        diagnosisPointers: [],
      })),
    }),
  },
};

it.each(Object.entries(SHAPES))(
  'ends no report with a page of only signature or footer, however long it is: %s',
  async (name, { entries, change }) => {
    const counts = Array.from({ length: 75 }, (_, at) => at + 2);
    const pdf = await createDictationPdf({
      sheets: counts.map((count) => ({
        printed: printedDictation(
          { ...SOURCE, ...change?.(count) },
          { sections: [{ title: 'Section', entries: entries(count) }], isOneSidedEntry: false },
          CLOCK,
        ),
        headerHTML: '<h2>Practice</h2>',
        footerHTML: FOOTER,
        logo: null,
      })),
      logos: new Map(),
      now: new Date(NOW),
      clock: CLOCK,
    });
    const pages = await pdfPages(pdf);
    const closings = pages.filter((page) => /Electronically signed|NOT SIGNED –/.test(page));
    const ends = pages.filter((page) => page.includes('Surgeon of record'));
    expect(closings).toHaveLength(counts.length);
    expect(ends).toHaveLength(counts.length);
    for (const page of [...closings, ...ends]) {
      expect(page).toMatch(
        /(?:Body|Added) \w+[^]*(?:Body|Added) \w+|(?:Complications|Code Description)\s+(?:\w )?Body|There are more than 12/,
      );
      // The footer is not divided.
      expect(page.includes('Surgeon of record')).toBe(page.includes('Last line of the footer'));
    }
    const apart = closings.filter((page) => !page.includes('Surgeon of record'));
    expect(apart.length === 0 || name === 'an addendum').toBe(true);
  },
);
