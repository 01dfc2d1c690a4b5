import { expect, it } from 'vitest';
import { defaultLineTraits } from '../billing-line.ts';
import { distinguishingModifiers, includedIn } from './separate-sites.ts';

const lines = ['99213', '62323', '64483', '64484', 'J1100'].map((code) => ({ code }));
const includedBy = (code: string, ...modifiers: string[]) => {
  const line = lines.find((each) => each.code === code);
  return line === undefined ? undefined : includedIn(line, modifiers, lines)?.code;
};

it('finds the earlier injection of another kind', () => {
  expect(['99213', '62323', '64483', '64484', 'J1100'].map((code) => includedBy(code))).toEqual([
    undefined,
    undefined,
    '62323',
    '62323',
    undefined,
  ]);
});

it('is satisfied by 59 and the X modifiers', () => {
  expect(['59', 'XE', 'XP', 'XS', 'XU', 'LT'].map((modifier) => includedBy('64483', modifier))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    '62323',
  ]);
});

it('looks at the line itself when a code is there several times', () => {
  const twice = [{ code: '20610' }, { code: '64483' }, { code: '20610' }];
  expect(twice.map((line) => includedIn(line, [], twice)?.code)).toEqual([undefined, '20610', '64483']);
});

it.each([
  ['20610', ['RT', ''], ['LT', '59', 'XS']],
  ['20610', ['', ''], ['LT', 'RT', '59', 'XS']],
  ['20610', ['50', ''], ['59', 'XS']],
  ['20610', ['RT', 'RT'], ['59', 'XS']],
  ['20610', ['RT', 'LT'], []],
  ['20610', ['RT', 'RT,59'], []],
  ['62323', ['', ''], ['59', 'XS']],
  ['J3301', ['', ''], ['JW']],
  ['J3301', ['', 'JW'], []],
  ['99213', ['', ''], []],
  ['33QMK', ['', 'LT'], []],
  ['33QMK', ['RT', ''], ['LT', '59', 'XS']],
  ['20610', [''], []],
])('offers what sets a second line of %s apart: %j', (code, modifiers, expected) => {
  const same = modifiers.map((each) => ({ code, codeType: 'CPT' as const, modifiers: each }));
  const last = same.at(-1);
  expect(last && distinguishingModifiers(last, defaultLineTraits('CPT', code), same)).toEqual(expected);
});
