import { headingProblem } from './headings.ts';
import {
  CUT_ROW,
  isListedCode,
  JOINED,
  readDay,
  readsLines,
  rowAt,
  UNKNOWN_EDITION,
  type Layout,
  type ReadRow,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { PairIndicator } from './rows.ts';

/**
 * The procedure-to-procedure edits for practitioners, as text: four files of tab-separated lines. Source: the first lines of the file of
 * 2026-07-01 in a public excerpt; looked up on 2026-11-28. Codes that ended with a year have pairs that were deleted on December 31 of that
 * year, so a deletion date is the last valid day; no text of CMS that says so was found. A pair that was deleted as of its first day has
 * the indicator 9. The file for hospitals has the same columns, and neither says its quarter.
 */
const TITLE = 'CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners';
const COLUMNS = [
  'Column 1',
  'Column 2',
  '*=in existence prior to 1996',
  'Effective Date',
  'Deletion Date *=no data',
  'Modifier 0=not allowed 1=allowed 9=not applicable',
  'PTP Edit Rationale',
];
const isHeading = (line: string): boolean => /^"?column 1"?\t"?column 2"?(?:\t|$)/i.test(line);

export function findPtp(lines: readonly string[]): Layout | Refusal | undefined {
  const first = lines.findIndex(isHeading);
  if (first === -1) return undefined;
  const found = lines.findIndex((line, index) => index > first && !line.startsWith('\t'));
  const end = found === -1 ? lines.length : found;
  const headings = lines.slice(first, end).map((line) => line.split('\t'));
  const names = (headings[0] ?? []).map((_, column) =>
    headings
      .map((cells) => cells[column]?.trim() ?? '')
      .filter((name) => name !== '')
      .join(' '),
  );
  const problem = headingProblem(names, [COLUMNS]);
  if (problem !== null) return { problem: `Pairs of procedures (NCCI): ${problem}` };
  return { kind: 'ptp', title: TITLE, edition: UNKNOWN_EDITION, read: readsLines(() => pairReader(end)) };
}

/** The file has about 20 rationales. */
const MAX_RATIONALES = 1000;
const INDICATORS: Readonly<Record<string, PairIndicator>> = { 0: 0, 1: 1, 9: 9 };

/** Reads the pair of a line. There are millions of lines, so no array of cells is made. */
function pairReader(headingLines: number): RowReader<string> {
  const rationales = new Map<string, string>();
  let column1 = '';
  return {
    add: (text, line, isWhole, rows) => {
      if (line <= headingLines) return;
      const flag = text.indexOf('\t', 6) + 1;
      const effective = text.indexOf('\t', flag) + 1;
      const deletion = text.indexOf('\t', effective) + 1;
      const modifier = text.indexOf('\t', deletion) + 1;
      const reason = text.indexOf('\t', modifier) + 1;
      const isSplit = text[5] === '\t' && flag === 12 && effective > 0 && deletion > 0 && modifier > 0;
      if (!isSplit || reason !== modifier + 2 || text.includes('\t', reason)) {
        fail(text, line, isWhole, rows);
        return;
      }
      const first = text.slice(0, 5);
      const column2 = text.slice(6, 11);
      const validFrom = readDay(text.slice(effective, deletion - 1));
      const last = text.slice(deletion, modifier - 1);
      const validTo = last === '*' ? null : readDay(last);
      const indicator = INDICATORS[text[modifier] ?? ''];
      const isCode = (first === column1 || isListedCode(first)) && isListedCode(column2);
      const given = text.slice(reason).trim();
      // The same text for all its pairs, so that no pair keeps its piece of the file in memory.
      const known = rationales.get(given);
      const rationale = known ?? given;
      const isCut = !isWhole && known === undefined && rationales.size > 0;
      if (known === undefined && rationales.size < MAX_RATIONALES) rationales.set(given, given);
      const isDay = validFrom !== null && (last === '*' || (validTo !== null && validTo >= validFrom));
      if (!isCode || !isDay || indicator === undefined || isCut) {
        fail(text, line, isWhole, rows);
        return;
      }
      column1 = first;
      rows.push({ line, pair: { column1, column2, validFrom, validTo, indicator, rationale } });
    },
  };
}

function fail(text: string, line: number, isWhole: boolean, rows: ReadRow[]): void {
  if (text.trim() === '') return;
  rows.push(rowAt(line, isWhole ? pairProblem(text) : CUT_ROW));
}

function pairProblem(text: string): string {
  if (isHeading(text)) return JOINED;
  const cells = text.split('\t').map((cell) => cell.trim());
  const [column1 = '', column2 = '', , effective = '', deletion = '', indicator = ''] = cells;
  if (cells.length !== COLUMNS.length)
    return `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where ${COLUMNS.length} are known`;
  const wrong = [column1, column2].find((code) => !isListedCode(code));
  if (wrong !== undefined) return `“${wrong}” is not a code`;
  const validFrom = readDay(effective);
  if (validFrom === null) return `“${effective}” is not a date (YYYYMMDD)`;
  const validTo = readDay(deletion);
  if (deletion !== '*' && validTo === null) return `“${deletion}” is not a date (YYYYMMDD)`;
  if (validTo !== null && validTo < validFrom) return 'The pair ends before it begins';
  if (INDICATORS[indicator] === undefined)
    return `Modifier indicator “${indicator}” where 0, 1 and 9 are known`;
  return 'The row has spaces where none are known';
}
