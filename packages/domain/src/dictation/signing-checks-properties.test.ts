import {
  array,
  assert,
  constantFrom,
  integer,
  property,
  record,
  string,
  subarray,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_TYPES } from '../billing-line.ts';
import { BILLING_OPTIONS } from '../template/billing-option.ts';
import { contentOf } from '../template/test/content-of.ts';
import { checkedDictation } from './checks/test/checked-dictation.ts';
import { findingsOf, SIGNING_CHECKS, type CheckedLine } from './signing-checks.ts';

const content = contentOf(
  { id: 'side', label: 'Side' },
  { id: 'level', label: 'Level', type: 'checkbox', options: ['L4-L5', 'L5-S1'] },
  { id: 'more', label: 'More than one level on a side' },
  { id: 'findings', label: 'Findings', type: 'textarea' },
);
const WORDS = ['left', 'right', 'bilateral', 'knee', 'pain', 'all right', 'right away', '10 mg', '2 mL'];
const line = record({
  code: constantFrom('64483', 'J1100', 'M54.41', 'M54.42', 'M17.11', 'M17.12', 'N40.1', 'O26.89', 'Z99.9'),
  modifiers: subarray(['50', 'LT', 'RT', '59']).map((all) => all.join(',')),
  units: integer({ min: 1, max: 999 }),
  diagnosisPointers: subarray(['M54.41', 'M17.11']),
  lineType: constantFrom(...LINE_TYPES),
  isBillable: constantFrom(true, false),
}).map((some): CheckedLine => ({
  ...some,
  codeType: /^[A-IK-Z]/u.test(some.code) ? 'ICD10' : 'CPT',
  description: '',
  bilateralIndicator: 1,
  unitSize: 1,
  unit: 'mg',
  catalog: null,
  validFrom: null,
  validTo: null,
}));
const dictation = record({
  side: constantFrom<string>('Left', 'Right', 'Bilateral', 'Midline', ''),
  level: subarray(['L4-L5', 'L5-S1']),
  more: constantFrom('Yes', 'No', ''),
  findings: array(constantFrom(...WORDS)).map((words) => words.join(' ')),
  lines: array(line, { maxLength: 6 }),
  billingOption: constantFrom(...BILLING_OPTIONS),
  gender: constantFrom('Male', 'Female', 'Other', null),
  dateOfBirth: constantFrom('1950-01-01', '2020-01-01', '2026-11-01', null),
});
type Some = typeof dictation extends Arbitrary<infer Value> ? Value : never;

const check = ({ side, level, more, findings, lines, billingOption, gender, dateOfBirth }: Some) =>
  findingsOf(
    checkedDictation(
      { content, entered: { side, level, more, findings } },
      { billingOption, lines, patient: { gender, dateOfBirth } },
    ),
  );

const MIRRORED: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  'M54.41': 'M54.42',
  'M54.42': 'M54.41',
  'M17.11': 'M17.12',
  'M17.12': 'M17.11',
  LT: 'RT',
  RT: 'LT',
};
const mirrored = (text: string) =>
  text.replaceAll(/M54\.4[12]|M17\.1[12]|[Ll]eft|[Rr]ight|\b[LR]T\b/gu, (word) => MIRRORED[word] ?? word);

describe('checks before signing', () => {
  it('list each finding once, in the order of the checks, with a place to go to', () => {
    assert(
      property(dictation, (some) => {
        const found = check(some);
        const places = found.map(({ check: name }) => SIGNING_CHECKS.indexOf(name));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const { fieldId, code, message } of found) {
          expect([fieldId, code].filter((place) => place !== null)).toHaveLength(1);
          expect(message).toMatch(/^\S.*\.$/u);
        }
      }),
    );
  });

  it('treat both sides alike', () => {
    const plain = dictation.filter(({ findings }) => !/all right|right away/u.test(findings));
    assert(
      property(plain, (some) => {
        const other: Some = {
          ...some,
          side: mirrored(some.side),
          findings: mirrored(some.findings),
          lines: some.lines.map((each) => ({
            ...each,
            code: mirrored(each.code),
            modifiers: mirrored(each.modifiers),
          })),
        };
        expect(check(other)).toEqual(
          check(some).map((found) => ({
            ...found,
            code: found.code === null ? null : mirrored(found.code),
            message: mirrored(found.message).replace(/RT (and|or) LT/u, 'LT $1 RT'),
            ...(found.useSide && { useSide: found.useSide === 'LT' ? 'RT' : 'LT' }),
          })),
        );
      }),
    );
  });

  it('find no procedure of a no-show', () => {
    assert(
      property(dictation, (some) => {
        const found = check({ ...some, billingOption: 'noshow-patient' });
        expect(found.every(({ code }) => code !== null && /^[A-IK-Z]/u.test(code))).toBe(true);
      }),
    );
  });

  it('never fail on any text', () => {
    assert(
      property(dictation, string({ unit: 'binary' }), (some, text) => {
        const codes = some.lines.map((each) => ({ ...each, code: text, description: text, modifiers: text }));
        expect(Array.isArray(check({ ...some, side: text, findings: text, lines: codes }))).toBe(true);
      }),
    );
  });
});
