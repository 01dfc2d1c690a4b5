import { createPdf } from '#pdf/document.ts';
import { pdfPages } from '#test/pdf-text.ts';
import type { RowsTable } from '@portal/domain/template/rows';
import { describe, expect, it } from 'vitest';
import { drawRows } from './table-pdf.ts';

const CLOCK = { timeZone: 'America/New_York', clock: '12' } as const;
const pagesOf = async (table: RowsTable) =>
  pdfPages(
    await createPdf({ title: 'Rows', now: new Date(0), clock: CLOCK, margin: 36, footer: '' }, (doc) =>
      drawRows(doc, table),
    ),
  );
const letters = (text: string) => text.replaceAll(/\s/gu, '');
const table = (columns: number, rows: number, cell: (column: number, row: number) => string): RowsTable => ({
  columns: Array.from({ length: columns }, (_each, column) => `Column ${column}`),
  rows: Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_each, column) => cell(column, row)),
  ),
});

describe('rows in a PDF', () => {
  it('repeat their heading on each page, and have each row on one', async () => {
    const pages = await pagesOf(table(3, 100, (column, row) => `cell ${column} of row ${row}.`));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Column 2');
    for (let row = 0; row < 100; row += 1)
      expect(
        pages.filter(
          (page) => page.includes(`cell 0 of row ${row}.`) && page.includes(`cell 2 of row ${row}.`),
        ),
      ).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['short texts', '80'],
    ['sentences', 'The needle was advanced under fluoroscopy'],
    ['words that are wider than a column', 'Esophagogastroduodenoscopically'],
    ['several lines', 'Left\nthen right'],
    ['other scripts', 'Ωmega и 漢字'],
  ])('have all of their text in twelve columns: %s', async (_case, text) => {
    const pages = await pagesOf(table(12, 30, (column, row) => `${text} ${row}/${column}`));
    const whole = letters(pages.join(''));
    for (const [row, column] of [
      [0, 0],
      [15, 6],
      [29, 11],
    ])
      expect(whole).toContain(letters(`${text} ${row}/${column}`));
  });

  it('are lines of text if one of them is too high for a table', async () => {
    const long = 'The contrast spread along the nerve root. '.repeat(120);
    const pages = await pagesOf({
      columns: ['Level', 'Finding'],
      rows: [
        ['L4-L5', long],
        ['L5-S1', 'None'],
      ],
    });
    const whole = pages.join('').replaceAll(/\s+/gu, ' ');
    expect(whole).toContain('1. Level: L4-L5; Finding: The contrast');
    expect(whole).toContain('2. Level: L5-S1; Finding: None');
    expect(whole.split('along the nerve root')).toHaveLength(121);
  });
});
