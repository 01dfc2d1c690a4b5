import {
  JOINED,
  rowAt,
  CUT_ROW,
  readsLines,
  UNKNOWN_EDITION,
  type Layout,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { CodeRow } from './rows.ts';

/**
 * ICD-10-CM ("icd10cm-order-2026.txt"), in columns: order 1 to 5, code 7 to 13 without its dot, 15 (1: billable, 0: a heading), short
 * description 17 to 76, long one from 78. Source: lines of the file of 2026 in a public excerpt; looked up on 2026-11-28. Editions begin on
 * October 1 and can be amended on April 1. Only the name of the file says the year.
 */
const TITLE = 'CMS and CDC, ICD-10-CM';
const LINE = /^[0-9]{5} ([A-Z][0-9][0-9A-Z]{1,5}) {1,5}([01]) (?=\S)/;
const PROCEDURES = /^[0-9]{5} [0-9A-HJ-NP-Z]{3,7} {1,5}[01] /;
const WITHOUT_ORDER = /^[A-Z][0-9][0-9A-Z]{1,5} +\S/;
/** The last chapters of the list: special purposes (U) and factors that influence health status (Z). */
const LAST = /^[UZ]/;

const problem = (text: string): Refusal => ({ problem: `ICD-10-CM: ${text}` });

export function findIcd10(lines: readonly string[]): Layout | Refusal | undefined {
  const [first = '', second = ''] = lines;
  if (isLine(first))
    return { kind: 'icd10', title: TITLE, edition: UNKNOWN_EDITION, read: readsLines(codeReader) };
  if (LINE.test(first)) return problem('the columns are not at the known positions');
  if (PROCEDURES.test(first) && PROCEDURES.test(second))
    return problem('this is the file of hospital procedures (ICD-10-PCS)');
  if (lines.length > 1 && WITHOUT_ORDER.test(first) && WITHOUT_ORDER.test(second))
    return problem('this is the list of codes without headings. Choose the file with “order” in its name');
  return undefined;
}

const isLine = (line: string): boolean =>
  LINE.test(line) && /[01]/.test(line[14] ?? '') && line[13] === ' ' && line[15] === ' ';

function codeReader(): RowReader<string> {
  let [order, lastLine, lastCode] = [0, 0, ''];
  return {
    add: (text, line, isWhole, rows) => {
      if (text.trim() === '') return;
      lastLine = line;
      if (!isLine(text)) {
        rows.push({ line, problem: isWhole ? 'The columns are not at the known positions' : CUT_ROW });
        return;
      }
      if (Number(text.slice(0, 5)) <= order) {
        rows.push(rowAt(line, JOINED));
        return;
      }
      order = Number(text.slice(0, 5));
      const row = codeRow(text);
      lastCode = row.code;
      rows.push({ line, row });
    },
    end: (rows) => {
      if (lastCode !== '' && !LAST.test(lastCode))
        rows.push({
          line: lastLine,
          problem: `The file ends with ${lastCode}, before its last chapters; download it again`,
        });
    },
  };
}

function codeRow(text: string): CodeRow<'icd10'> {
  const plain = text.slice(6, 13).trim();
  const facts = {
    description: text.slice(77).trim() || text.slice(16, 76).trim(),
    isBillable: text[14] === '1',
  };
  const code = plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain;
  return { code, part: '', validFrom: null, validTo: null, facts };
}
