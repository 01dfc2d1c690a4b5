import { isDateOnly } from '../date.ts';
import type { CodeFileKind } from './kinds.ts';

/**
 * The last day of an edition that begins on a day: of ICD-10-CM, the next September 30, also after its update of April 1 (CMS, page
 * "ICD-10", looked up 2026-11-28); of the others, which are published by quarter, that of the quarter.
 */
export function lastDayOf(kind: CodeFileKind, from: string): string {
  const [year = 0, month = 0] = from.split('-').map(Number);
  if (kind === 'icd10') return `${month >= 10 ? year + 1 : year}-09-30`;
  const last = Math.ceil(month / 3) * 3;
  return `${year}-${twoDigits(last)}-${last === 6 || last === 9 ? 30 : 31}`;
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

/** The forms of names that tell the first day, with the day that each means. */
const NAMES: readonly (readonly [RegExp, (found: Readonly<Record<string, string>>) => string])[] = [
  // MCR_MUE_PractitionerServices_Eff_10-01-2026.csv
  [/(?<month>\d\d)-(?<day>\d\d)-(?<year>20\d\d)/, ({ year, month, day }) => `${year}-${month}-${day}`],
  // HCPC2026_OCT_ANWEB.txt, PPRRVU2026_Oct_nonQPP.csv, October 2026 ASP NDC-HCPCS crosswalk.csv
  [
    new RegExp(`(?<year>20\\d\\d)[-_ ](?<name>${MONTHS})|(?<name2>${MONTHS})[a-z]*[-_ ](?<year2>20\\d\\d)`),
    ({ year, year2, name, name2 }) => firstOf(year ?? year2, MONTHS.indexOf(name ?? name2 ?? '') / 4 + 1),
  ],
  // AOC_V2026Q4_01-MCR.txt
  [/(?<year>20\d\d)q(?<quarter>[1-4])/, ({ year, quarter }) => firstOf(year, Number(quarter) * 3 - 2)],
  // ccipra-v323r0-f1.txt: version 32.0 of NCCI is that of January 2026, and 32.3 that of October.
  [
    /v(?<version>\d\d)(?<part>[0-3])r\d/,
    ({ version, part }) => firstOf(1994 + Number(version), Number(part) * 3 + 1),
  ],
  // icd10cm-order-2027.txt, of the fiscal year that begins in October
  [/icd10cm.*(?<year>20\d\d)/, ({ year }) => firstOf(Number(year) - 1, 10)],
];

/** The first day that the name of a file suggests; null for others. Names are only conventions, so a person confirms the day. */
export function suggestedFirstDay(fileName: string): string | null {
  for (const [pattern, dayOf] of NAMES) {
    const found = pattern.exec(fileName.toLowerCase())?.groups;
    const day = found === undefined ? '' : dayOf(found);
    if (isDateOnly(day)) return day;
  }
  return null;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const firstOf = (year: number | string | undefined, month: number) => `${year}-${twoDigits(month)}-01`;
