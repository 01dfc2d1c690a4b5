import { expect, it } from 'vitest';
import { lastDayOf, suggestedFirstDay } from './edition-days.ts';

it.each([
  ['ptp', '2026-10-01', '2026-12-31'],
  ['hcpcs', '2026-01-01', '2026-03-31'],
  ['mue', '2026-04-15', '2026-06-30'],
  ['asp', '2026-07-01', '2026-09-30'],
  ['icd10', '2026-10-01', '2027-09-30'],
  ['icd10', '2026-04-01', '2026-09-30'],
] as const)('an edition of %s from %s ends on %s', (kind, from, last) => {
  expect(lastDayOf(kind, from)).toBe(last);
});

it.each([
  ['HCPC2026_OCT_ANWEB.txt', '2026-10-01'],
  ['HCPC2026_JAN_ANWEB_12292025.xlsx', '2026-01-01'],
  ['PPRRVU2026_Jul_nonQPP.csv', '2026-07-01'],
  ['October 2026 ASP NDC-HCPCS crosswalk.csv', '2026-10-01'],
  ['MCR_MUE_PractitionerServices_Eff_10-01-2026.csv', '2026-10-01'],
  ['AOC_V2026Q4_01-MCR.txt', '2026-10-01'],
  ['ccipra-v323r0-f1.TXT', '2026-10-01'],
  ['icd10cm-order-2027.txt', '2026-10-01'],
  ['MUE_Eff_13-45-2026.csv', null],
  ['codes.txt', null],
  ['2026.csv', null],
])('the name %s suggests %s', (name, day) => {
  expect(suggestedFirstDay(name)).toBe(day);
});
