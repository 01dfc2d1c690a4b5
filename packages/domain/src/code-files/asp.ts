import type { CsvRecord } from '../csv-reader.ts';
import { headingProblem, plainHeading } from './headings.ts';
import {
  CUT_ROW,
  isListedCode,
  JOINED,
  quarterOf,
  readsRecords,
  rowAt,
  type Layout,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { CodeRow } from './rows.ts';

/**
 * The crosswalk from drug packages (NDC) to HCPCS codes of the average sales prices, as CSV. Sources: CMS, "Frequently Asked Questions: ASP
 * Data Collection" of 2026-03-09, as quoted, for the columns, and public readers of the files of 2025 and 2026 for the banner and the
 * headings; looked up on 2026-11-28. Short descriptions are not read: vaccines have CPT codes.
 */
const TITLE = 'CMS, ASP NDC-HCPCS Crosswalk';
const COLUMNS = [
  ['HCPCS Code', 'Short Description', 'Labeler Name', 'NDC', 'Drug Name', 'HCPCS Dosage'],
  ['PKG SIZE', 'PKG QTY', 'BILLUNITS', 'BILLUNITSPKG'],
].flat();
/** Headings that change from edition to edition. */
const renamed = (name: string): string => {
  const plain = plainHeading(name);
  if (/^20\d\dCODE$/.test(plain)) return 'HCPCS Code';
  return plain === 'NDC2' ? 'NDC' : name;
};
const BANNER = /\b(January|April|July|October)\b[^\n]{0,20}?\b(20\d{2})\b/i;
/** The other crosswalks of the same download. */
const OTHERS = /\b(AWP|OPPS|PrEP|NOC)\b/i;
const isHeading = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^NDC(?:2|ORALTERNATEID)?$/.test(plainHeading(cell))) &&
  cells.some((cell) => plainHeading(cell) === 'BILLUNITSPKG');

export function findAsp(records: readonly CsvRecord[]): Layout | Refusal | undefined {
  const index = records.findIndex(({ cells }) => isHeading(cells));
  const headings = records[index];
  if (headings === undefined) return undefined;
  const banner = records
    .slice(0, index)
    .flatMap(({ cells }) => cells)
    .join('\n');
  const [, other] = OTHERS.exec(banner) ?? [];
  if (other !== undefined)
    return {
      problem: `Drug prices: this is the ${other} crosswalk. Choose the ASP NDC-HCPCS crosswalk of the same download`,
    };
  const problem = headingProblem(headings.cells.map(renamed), [COLUMNS]);
  if (problem !== null) return { problem: `Drug prices: ${problem}` };
  const [, month, year] = BANNER.exec(banner) ?? [];
  return {
    kind: 'asp',
    title: TITLE,
    edition: quarterOf(month, year),
    read: readsRecords(headings, () => PACKAGE_READER),
  };
}

const PACKAGE_READER: RowReader<readonly string[]> = {
  add: (cells, line, isWhole, rows) => {
    const row = packageRow(cells);
    // The last cell is a number, which a cut makes smaller.
    rows.push(rowAt(line, isWhole ? row : CUT_ROW));
  },
};

/** An NDC as 5-4-2. Devices have other numbers, which stay as they are. */
const toNdc = (text: string): string =>
  /^\d{11}$/.test(text) ? `${text.slice(0, 5)}-${text.slice(5, 9)}-${text.slice(9)}` : text;

function packageRow(cells: readonly string[]): CodeRow<'asp'> | string {
  if (isHeading(cells)) return JOINED;
  const [code = '', , , number = '', drug = '', dosage = '', , , , units = ''] = cells.map((cell) =>
    cell.trim(),
  );
  if (!isListedCode(code)) return `“${code}” is not a code`;
  if (!/^[0-9A-Z-]{4,25}$/i.test(number)) return `“${number}” is not an NDC`;
  const billingUnits = Number(units.replaceAll(',', ''));
  if (units === '' || !(billingUnits > 0)) return `“${units}” is not a number of units in a package`;
  return { code, part: toNdc(number), validFrom: null, validTo: null, facts: { drug, dosage, billingUnits } };
}
