import { expect, it } from 'vitest';
import { includedIn } from './separate-sites.ts';

const lines = ['99213', '62323', '64483', '64484', 'J1100'].map((code) => ({ code }));
const includedBy = (code: string, ...modifiers: string[]) => includedIn({ code }, modifiers, lines)?.code;

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
