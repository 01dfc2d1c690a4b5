import type { CsvRecord } from '../csv-reader.ts';
import { BILATERAL_INDICATORS, type BilateralIndicator } from '../billing-code-fact.ts';
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
 * The relative value file of the physician fee schedule ("PPRRVU2026_Jul_nonQPP.csv"): a banner, then headings on several lines, of which
 * the last two name each column. Source: the first lines of the files of July 2026 and October 2019 in public excerpts; looked up on
 * 2026-11-28. The descriptions of CPT codes are the AMA's: they are not read.
 */
const TITLE = 'CMS, National Physician Fee Schedule Relative Value File';
const UNTIL_TEAM = [
  [
    'HCPCS',
    'MOD',
    'DESCRIPTION',
    'STATUS CODE',
    'MEDICARE PAYMENT',
    'WORK RVU',
    'NON-FAC PE RVU',
    'NA INDICATOR',
  ],
  [
    'FACILITY PE RVU',
    'NA INDICATOR',
    'MP RVU',
    'NON-FACILITY TOTAL',
    'FACILITY TOTAL',
    'PCTC IND',
    'GLOB DAYS',
  ],
  ['PRE OP', 'INTRA OP', 'POST OP', 'MULT PROC', 'BILAT SURG', 'ASST SURG', 'CO- SURG', 'TEAM SURG'],
].flat();
const FROM_BASE = [
  ['ENDO BASE', 'CONV FACTOR', 'DIAGNOSTIC PROCEDURES', 'CALCULATION FLAG', 'FAMILY INDICATOR'],
  ['PAYMENT AMOUNT', 'PAYMENT AMOUNT', 'PAYMENT AMOUNT'],
].flat();
const KNOWN = [
  [...UNTIL_TEAM, ...FROM_BASE],
  [...UNTIL_TEAM, 'PRIC IND', ...FROM_BASE],
];
/** All columns that are read are among the first ones, which both layouts have in the same order. */
const at = (name: string): number => UNTIL_TEAM.indexOf(name);
const AT = {
  status: at('STATUS CODE'),
  pcTc: at('PCTC IND'),
  globalDays: at('GLOB DAYS'),
  multiple: at('MULT PROC'),
  bilateral: at('BILAT SURG'),
  assistant: at('ASST SURG'),
  coSurgeons: at('CO- SURG'),
  team: at('TEAM SURG'),
} as const;

/**
 * Conversion factors for participants of advanced payment models. Their file lacks codes, and only the factor shows which one it is.
 * Source: public readers of the two files of 2026 (33.5675 and 33.4009); looked up on 2026-11-28. Earlier years have one file.
 */
const QPP_FACTORS: ReadonlySet<string> = new Set(['33.5675']);

const BANNER =
  /\b(20\d{2}) National Physician Fee Schedule Relative Value File(?:\s+(January|April|July|October) Release)?/i;
const isHeading = (cells: readonly string[]): boolean =>
  plainHeading(cells[0] ?? '') === 'HCPCS' && plainHeading(cells[1] ?? '') === 'MOD';

export function findFeeSchedule(records: readonly CsvRecord[]): Layout | Refusal | undefined {
  const index = records.findIndex(({ cells }) => isHeading(cells));
  const headings = records[index];
  if (headings === undefined || headings.cells.some((cell) => plainHeading(cell) === 'PROCSTAT'))
    return undefined;
  const upper = records[index - 1]?.cells ?? [];
  const names = headings.cells.map((name, column) => `${upper[column] ?? ''} ${name}`.trim());
  const problem = headingProblem(names, KNOWN);
  if (problem !== null) return { problem: `Physician fee schedule: ${problem}` };
  const factor = names.length - FROM_BASE.length + FROM_BASE.indexOf('CONV FACTOR');
  if (records.slice(index + 1).some(({ cells }) => QPP_FACTORS.has(cells[factor]?.trim() ?? '')))
    return {
      problem:
        'Physician fee schedule: this is the file for participants of advanced payment models (QPP), which lacks codes. Choose the file with nonQPP in its name',
    };
  const banner = records
    .slice(0, index)
    .flatMap(({ cells }) => cells)
    .join('\n');
  const [, year, month] = BANNER.exec(banner) ?? [];
  return {
    kind: 'feeSchedule',
    title: TITLE,
    edition: quarterOf(month, year),
    read: readsRecords(headings, () => FEE_READER),
  };
}

const FEE_READER: RowReader<readonly string[]> = {
  add: (cells, line, isWhole, rows) => {
    const row = feeRow(cells);
    // The last cell is an amount.
    const isCut = !isWhole && !/\d\.\d\d$/.test(cells.at(-1) ?? '');
    rows.push(rowAt(line, isCut ? CUT_ROW : row));
  },
};

/** An indicator of one sign, or the global days of three. */
const INDICATOR = /^[0-9A-Z]$/;
const GLOBAL_DAYS = /^[0-9A-Z]{3}$/;
const toBilateral = (text: string): BilateralIndicator | undefined =>
  BILATERAL_INDICATORS.find((indicator) => String(indicator) === text);

function feeRow(cells: readonly string[]): CodeRow<'feeSchedule'> | string {
  if (isHeading(cells)) return JOINED;
  const cell = (column: number): string => (cells[column] ?? '').trim();
  const [code, part] = [cell(0), cell(1)];
  if (!isListedCode(code)) return `“${code}” is not a code`;
  if (!/^(?:[0-9A-Z]{2})?$/.test(part)) return `“${part}” is not a modifier`;
  const bilateral = toBilateral(cell(AT.bilateral));
  if (bilateral === undefined)
    return `Bilateral indicator “${cell(AT.bilateral)}” where ${BILATERAL_INDICATORS.join(', ')} are known`;
  const facts = {
    status: cell(AT.status),
    pcTc: cell(AT.pcTc),
    globalDays: cell(AT.globalDays),
    multiple: cell(AT.multiple),
    bilateral,
    assistant: cell(AT.assistant),
    coSurgeons: cell(AT.coSurgeons),
    team: cell(AT.team),
  };
  if (!GLOBAL_DAYS.test(facts.globalDays))
    return `Global days “${facts.globalDays}” where three signs are known`;
  const { globalDays: _, ...indicators } = facts;
  const wrong = Object.values(indicators).find((value) => !INDICATOR.test(String(value)));
  if (wrong !== undefined) return `Indicator “${wrong}” where one sign is known`;
  return { code, part, validFrom: null, validTo: null, facts };
}
