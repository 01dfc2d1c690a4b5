import type { CsvRecord } from '../csv-reader.ts';
import { headingProblem, plainHeading } from './headings.ts';
import {
  CUT_ROW,
  isListedCode,
  JOINED,
  readsRecords,
  rowAt,
  UNKNOWN_EDITION,
  type Layout,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { CodeRow } from './rows.ts';

/**
 * The unit limits for practitioners ("MCR_MUE_PractitionerServices_Eff_07-01-2026.csv"): a notice of several lines in one cell, then the
 * headings. Source: the first lines of the file of 2026-07-01 in a public excerpt; looked up on 2026-11-28. Only its name says the quarter.
 */
const TITLE = 'CMS, Medicare NCCI Medically Unlikely Edits for practitioners';
const COLUMNS = [
  'HCPCS/CPT Code',
  'Practitioner Services MUE Values',
  'MUE Adjudication Indicator',
  'MUE Rationale',
];
/** The files for others, by a word in the heading of the values. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/OUTPATIENT|HOSPITAL|FACILITY/, 'outpatient hospitals'],
  [/DME|SUPPLIER/, 'suppliers of equipment (DME)'],
];
const isHeading = (cells: readonly string[]): boolean =>
  plainHeading(cells[0] ?? '') === 'HCPCSCPTCODE' && /MUE/i.test(cells[1] ?? '');

export function findMue(records: readonly CsvRecord[]): Layout | Refusal | undefined {
  const headings = records.find(({ cells }) => isHeading(cells));
  if (headings === undefined) return undefined;
  const other = OTHERS.find(([word]) => word.test((headings.cells[1] ?? '').toUpperCase()));
  if (other !== undefined)
    return {
      problem: `Unit limits (MUE): this is the file for ${other[1]}. Choose the one for practitioners`,
    };
  const problem = headingProblem(headings.cells, [COLUMNS]);
  if (problem !== null) return { problem: `Unit limits (MUE): ${problem}` };
  return { kind: 'mue', title: TITLE, edition: UNKNOWN_EDITION, read: readsRecords(headings, limitReader) };
}

function limitReader(): RowReader<readonly string[]> {
  const rationales = new Set<string>();
  return {
    add: (cells, line, isWhole, rows) => {
      const row = limitRow(cells);
      const rationale = typeof row === 'string' ? '' : row.facts.rationale;
      const isCut = !isWhole && rationales.size > 0 && !rationales.has(rationale);
      rationales.add(rationale);
      rows.push(rowAt(line, isCut ? CUT_ROW : row));
    },
  };
}

function limitRow(cells: readonly string[]): CodeRow<'mue'> | string {
  if (isHeading(cells)) return JOINED;
  const [code = '', value = '', indicator = '', rationale = ''] = cells.map((cell) => cell.trim());
  if (!isListedCode(code)) return `“${code}” is not a code`;
  if (!/^\d{1,3}(?:,?\d{3})?$/.test(value)) return `“${value}” is not a number of units`;
  const adjudication = ([1, 2, 3] as const).find((digit) => indicator.startsWith(String(digit)));
  if (adjudication === undefined) return `Adjudication indicator “${indicator}” where 1, 2 and 3 are known`;
  const facts = { units: Number(value.replace(',', '')), adjudication, rationale };
  return { code, part: '', validFrom: null, validTo: null, facts };
}
