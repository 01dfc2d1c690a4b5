import { DRUG_FACTS } from '../../../billing-code-drugs.ts';
import { BILATERAL_FACTS } from '../../../billing-code-fees.ts';
import { isValidOn } from '../../../billing-code-facts.ts';
import {
  CODE_FILE_KINDS,
  CODE_FILE_LABELS,
  DATED_KINDS,
  type CodeFileKind,
} from '../../../code-files/kinds.ts';
import type { Edition, Official, OfficialCode } from '../../../code-files/official.ts';
import type { FactsOfKind, PairIndicator, PairRow } from '../../../code-files/rows.ts';
import { primariesOf } from '../../../codes/add-on-codes.ts';
import { listedPairs } from '../../../codes/code-edits.ts';
import { unitLimit } from '../../../codes/unit-limits.ts';

/** Editions as they are published, from July 2026 on. Not all of them are loaded for all days. */
const EDITIONS: readonly (readonly [CodeFileKind, from: string, to: string])[] = [
  ['hcpcs', '2026-10-01', '2026-12-31'],
  ['feeSchedule', '2026-07-01', '2026-09-30'],
  ['feeSchedule', '2026-10-01', '2026-12-31'],
  ['mue', '2026-07-01', '2026-09-30'],
  ['mue', '2026-10-01', '2026-12-31'],
  ['ptp', '2026-10-01', '2026-12-31'],
  ['addOn', '2026-10-01', '2026-12-31'],
  ['icd10', '2025-10-01', '2026-09-30'],
  ['icd10', '2026-10-01', '2027-09-30'],
];

/** Statuses of codes that the portal's list does not have, and those other than A. Those of 64470 and 0062T are made for a case; the others are the published ones as far as we know. */
const STATUSES: Readonly<Record<string, string>> = {
  '22526': 'N',
  '26055': 'A',
  '36416': 'B',
  '64470': 'D',
  '64999': 'C',
  '80305': 'X',
  '94760': 'T',
  '97014': 'I',
  '98000': 'I',
  '99000': 'B',
  '99070': 'B',
  '0062T': 'F',
  '0213T': 'R',
  '20930': 'P',
  '1036F': 'M',
  J3301: 'E',
  J1100: 'E',
};
/** Limits and indicators that are made for a case; all other codes of the published list have indicator 3. */
const LIMITS: Readonly<Record<string, readonly [units: number, adjudication: 1 | 2 | 3]>> = {
  '27096': [1, 2],
  '62323': [1, 2],
  '64483': [1, 2],
  '64484': [4, 3],
  '64493': [1, 2],
  '64494': [1, 2],
  '76882': [2, 1],
  '95874': [4, 1],
  '99070': [0, 2],
};
/** Add-on codes of types 2 and 3 for a case. */
const OTHER_ADD_ONS: Readonly<Record<string, readonly [type: 1 | 2 | 3, ...primaries: string[]]>> = {
  '95874': [3, '64612', '64615', '64616'],
  G2211: [3, '99202', '99203', '99204', '99205', '99211', '99212', '99213', '99214', '99215'],
  '76937': [2],
};
/** Pairs for a case besides the published ones. */
const OTHER_PAIRS: readonly (readonly [
  column1: string,
  column2: string,
  indicator: PairIndicator,
  from: string,
  to: string | null,
])[] = [
  ['64483', '20552', 1, '2015-01-01', null],
  ['64493', '64483', 1, '2015-01-01', null],
  ['62323', '64483', 1, '2015-01-01', null],
  ['64405', '20553', 1, '2026-10-01', null],
  ['64450', '20526', 1, '2011-01-01', '2026-09-30'],
  ['64418', '20610', 9, '2011-01-01', '2011-01-01'],
  ['26055', '20600', 1, '2011-01-01', null],
  ['20610', '99213', 1, '2015-01-01', null],
  ['99406', '99213', 1, '2015-01-01', null],
  ['64635', '64493', 0, '2015-01-01', null],
  ['64635', '77003', 0, '2011-01-01', null],
];
/** Diagnoses: billable, and headings with a code below. M77.8 is a heading only from October 2026 on, which is made for a case. */
const BILLABLE = 'M54.16 M54.50 M54.51 M54.59 M51.360 M51.361 M51.362 M51.369 G89.4 S32.010A M17.11 M77.9';
const HEADINGS: Readonly<Record<string, string>> = {
  M54: 'M54.16',
  'M54.1': 'M54.16',
  'M54.5': 'M54.50',
  'M51.36': 'M51.360',
  'S32.010': 'S32.010A',
  M17: 'M17.11',
};

/** What the made files say on a day about codes. */
export function officialOn(day: string, codes: readonly string[]): Official {
  const editions = CODE_FILE_KINDS.flatMap((kind) => editionOn(day, kind));
  const has = (kind: CodeFileKind) => editions.some((edition) => edition.kind === kind);
  const all = [...new Set(codes)];
  return {
    editions,
    codes: all.map((code): OfficialCode => {
      const [units, adjudication] = LIMITS[code] ?? [unitLimit(code), 3 as const];
      const [type, ...primaries] = OTHER_ADD_ONS[code] ?? [
        primariesOf(code) && 1,
        ...(primariesOf(code) ?? []),
      ];
      const { validity } = DRUG_FACTS.get(code) ?? {};
      return {
        code,
        hcpcs:
          has('hcpcs') && validity !== undefined
            ? { description: '', isModifier: false, coverage: 'D', action: 'N', ...validity }
            : null,
        feeSchedule: has('feeSchedule') ? feesOf(code, day) : null,
        mue: has('mue') && units !== undefined ? { units, adjudication, rationale: '' } : null,
        addOn: type === undefined ? null : { type, primaries },
        icd10: has('icd10') ? diagnosisOf(code, day) : null,
      };
    }),
    pairs: [
      ...listedPairs(all).map((pair): PairRow => ({
        ...pair,
        validFrom: '2011-01-01',
        validTo: null,
        rationale: '',
      })),
      ...OTHER_PAIRS.map(([column1, column2, indicator, validFrom, validTo]): PairRow => ({
        column1,
        column2,
        indicator,
        validFrom,
        validTo,
        rationale: '',
      })).filter((pair) => all.includes(pair.column1) && all.includes(pair.column2) && isValidOn(pair, day)),
    ],
  };
}

function editionOn(day: string, kind: CodeFileKind): readonly Edition[] {
  const ofKind = EDITIONS.filter(([each]) => each === kind);
  const found = ofKind.findLast(([, from]) => from <= day) ?? (DATED_KINDS.has(kind) ? ofKind[0] : undefined);
  if (found === undefined) return [];
  const [, validFrom, validTo] = found;
  return [{ kind, title: `CMS, ${CODE_FILE_LABELS[kind]}`, validFrom, validTo }];
}

function feesOf(code: string, day: string): FactsOfKind['feeSchedule'] | null {
  const listed = BILATERAL_FACTS.get(code);
  const status = STATUSES[code];
  if (listed === undefined && status === undefined) return null;
  // Made for a case: the indicator of 64425 changes in October.
  const bilateral = code === '64425' && day >= '2026-10-01' ? 0 : (listed ?? 9);
  const none = { pcTc: '0', globalDays: '000', multiple: '0', assistant: '9', coSurgeons: '9', team: '9' };
  return { status: status ?? 'A', bilateral, ...none };
}

function diagnosisOf(code: string, day: string): OfficialCode['icd10'] {
  if (code === 'M77.8' && day < '2026-10-01') return { description: '', isBillable: true, longerCode: null };
  const longerCode = code === 'M77.8' ? 'M77.81' : (HEADINGS[code] ?? null);
  if (longerCode !== null) return { description: '', isBillable: false, longerCode };
  return BILLABLE.split(' ').includes(code) ? { description: '', isBillable: true, longerCode: null } : null;
}
