import { randomBytes } from 'node:crypto';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { COMMON_PASSWORDS } from './password-blocklist.ts';
import {
  checkPassword,
  generateTemporaryPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MIN_TWO_FACTOR,
  PASSWORD_PROBLEMS,
} from './password.ts';

const CONTEXT = ['jsmith', 'John', 'Smith', 'john.smith', 'Sunrise Pain Clinic'];

function check(candidate: string, twoFactor = false, contextWords: readonly string[] = CONTEXT): string[] {
  return checkPassword(candidate, { twoFactor, contextWords });
}

describe('password length', () => {
  it('is 15 to 128 characters', () => {
    expect([PASSWORD_MIN, PASSWORD_MIN_TWO_FACTOR, PASSWORD_MAX]).toEqual([15, 8, 128]);
    expect(check('vqe8Rk2mTx9wLz')).toEqual([PASSWORD_PROBLEMS.tooShort]);
    expect(check('vqe8Rk2mTx9wLzb')).toEqual([]);
    expect(check('vqe8Rk2mTx9wLzbn'.repeat(8))).toEqual([]);
    expect(check(`${'vqe8Rk2mTx9wLzbn'.repeat(8)}x`)).toEqual([PASSWORD_PROBLEMS.tooLong]);
  });

  it('may be 8 characters once two-factor authentication is on', () => {
    expect(check('vqe8Rk2', true)).toEqual([PASSWORD_PROBLEMS.tooShortTwoFactor]);
    expect(check('vqe8Rk2m', true)).toEqual([]);
    expect(check('vqe8Rk2m', false)).toEqual([PASSWORD_PROBLEMS.tooShort]);
  });

  it('counts characters beyond the basic plane once', () => {
    const emoji = '🦊🌵🎻🚲🍋🧭🪁';
    expect(check(`${emoji}${emoji.slice(0, 2)}`, true)).toEqual([]);
    expect(check(emoji, true)).toEqual([PASSWORD_PROBLEMS.tooShortTwoFactor]);
    expect(check('🦊🌵🎻🚲🍋'.repeat(26))).toEqual([PASSWORD_PROBLEMS.tooLong]);
  });

  it('reports an empty password as too short and nothing else', () => {
    expect(check('')).toEqual([PASSWORD_PROBLEMS.tooShort]);
  });

  it('has exact messages', () => {
    expect(PASSWORD_PROBLEMS).toEqual({
      tooShort: 'Use at least 15 characters; a few unrelated words make a good password',
      tooShortTwoFactor: 'Use at least 8 characters',
      tooLong: 'Use at most 128 characters',
      repeated: 'Do not repeat the same few characters',
      sequence: 'Do not use sequences of letters, numbers or neighboring keys',
      published: 'This is the published demo password; choose another one',
      common: 'This password is too common and easy to guess',
      context: 'Do not base your password on your name, your username, the practice or the portal',
    });
  });
});

describe('composition', () => {
  it.each([
    'purple tractor sings opera',
    'purpletractorsingsopera',
    'PURPLE TRACTOR SINGS OPERA',
    '840295716384029',
    'любимая зелёная лампа',
    '      vqerkmtxwlzb',
    "'; DROP TABLE users; --",
  ])('accepts %s', (candidate) => {
    expect(check(candidate)).toEqual([]);
  });
});

describe('the published demo password', () => {
  it.each([
    'Demo-Portal-2026',
    'demo-portal-2026',
    ' Demo Portal 2026!',
    'D3mo-P0rtal-1999',
    'DemoPortal2027!',
  ])('is refused for everyone as %s, with two-factor authentication as well', (candidate) => {
    expect(check(candidate, true)).toEqual([PASSWORD_PROBLEMS.published]);
  });

  it.each(['our demo of a portal door', 'portal demo marigold'])('does not refuse %s', (candidate) => {
    expect(check(candidate)).toEqual([]);
  });
});

describe('repetition and sequences', () => {
  it.each([
    'aaaaaaaaaaaaaaa',
    '!!!!!!!!!!!!!!!!',
    'abababababababab',
    'abcabcabcabcabca',
    'aAaAaAaAaAaAaAaA',
    'hunter2hunter2hunter2',
    'abbaabababbabaab',
    '李李李李李李李李李李李李李李李',
  ])('refuses the repetition in %s', (candidate) => {
    expect(check(candidate)).toEqual([PASSWORD_PROBLEMS.repeated]);
  });

  it.each([
    '123456789012345',
    '098765432109876',
    '112233445566778899',
    'abcdefghijklmno',
    'zyxwvutsrqponmlk',
    'qwertyuiopasdfg',
    'QWERTYUIOPasdfgh',
    '1qaz2wsx3edc4rfv',
    'zaq12wsxCDE34rfv',
    'qwerty123456789',
    'abc123def456ghi789',
    'a1b2c3d4e5f6g7h8',
    '1q2w3e4r5t6y7u8i9o',
    '!@#$%^&*()!@#$%',
    '147258369147258',
  ])('refuses the sequence in %s', (candidate) => {
    expect(check(candidate)).toEqual([PASSWORD_PROBLEMS.sequence]);
  });

  it('refuses short sequences too once two-factor authentication is on', () => {
    expect(check('12345678', true)).toEqual([PASSWORD_PROBLEMS.sequence]);
    expect(check('qwertyui', true)).toEqual([PASSWORD_PROBLEMS.sequence]);
    expect(check('aaaaaaaa', true)).toEqual([PASSWORD_PROBLEMS.repeated]);
  });
});

describe('common words', () => {
  it('are hundreds, in lowercase letters only', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(500);
    expect([...COMMON_PASSWORDS].filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([]);
  });

  it.each([
    'password-2026-07-31',
    'P@ssw0rd-2026-07',
    'p4$$w0rd!2026!07',
    '20260731Password',
    'Welcome-2026-Welcome-2026',
    'letmein...2026.07',
    'Pa.ss.wo.rd.20.26.07',
    'sunshine&baseball8',
    'iloveyousomuch2026',
    'correct horse battery staple',
    'CorrectHorseBatteryStaple1!',
    'Hospital-2026-0731',
    'maytheforcebewithyou',
    'passwordpassword1',
  ])('refuses the common word in %s', (candidate) => {
    expect(check(candidate)).toEqual([PASSWORD_PROBLEMS.common]);
  });

  it('refuses short common words too once two-factor authentication is on', () => {
    expect(check('Password1', true)).toEqual([PASSWORD_PROBLEMS.common]);
    expect(check('dragon88!', true)).toEqual([PASSWORD_PROBLEMS.common]);
  });

  it('accepts a common word among others', () => {
    expect(check('welcome purple tractor')).toEqual([]);
    expect(check('monkey-tractor-opera')).toEqual([]);
  });
});

describe('context words', () => {
  it.each([
    'John-1987-11-3021',
    'JohnSmith2026!!!',
    'smith.john.2026.07',
    'jsmith_2026_0731',
    'john.smith.202607',
    'SunrisePainClinic1',
    'Sunrise Pain Clinic 2026',
    'Medical Portal 2026',
    'medicalportal!!2026',
    'M3dic@l P0rtal 1234',
    'Smith-Password-2026',
  ])('refuses the context word in %s', (candidate) => {
    expect(check(candidate)).toEqual([PASSWORD_PROBLEMS.context]);
  });

  it('ignores accents', () => {
    expect(check('Nunez-2026-07-31-9', false, ['Núñez'])).toEqual([PASSWORD_PROBLEMS.context]);
    expect(check('Núñez-2026-07-31-9', false, ['nunez'])).toEqual([PASSWORD_PROBLEMS.context]);
  });

  it('accepts a context word among others, and ignores empty context words', () => {
    expect(check('smith purple tractor')).toEqual([]);
    expect(check('vqe8Rk2mTx9wLzb', false, ['', ' ', '42'])).toEqual([]);
    expect(check('840295716384029', false, ['', ' ', '42'])).toEqual([]);
  });

  it('never repeats the password or a word of it in the message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), fc.boolean(), (candidate, twoFactor) => {
        const known: readonly string[] = Object.values(PASSWORD_PROBLEMS);
        expect(check(candidate, twoFactor).filter((problem) => !known.includes(problem))).toEqual([]);
      }),
    );
  });
});

describe('temporary passwords', () => {
  it('have 16 characters that cannot be confused', () => {
    const passwords = Array.from({ length: 500 }, () =>
      generateTemporaryPassword((count) => randomBytes(count)),
    );
    expect(passwords.filter((password) => !/^[A-HJ-NP-Za-km-z2-9]{16}$/.test(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(500);
  });

  it('use every character equally often', () => {
    let next = 0;
    const everyByte = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
    // 57 passwords of 16 characters are 912 characters: four times the 228 usable bytes.
    const text = Array.from({ length: 57 }, () => generateTemporaryPassword(everyByte)).join('');
    const counts = new Map<string, number>();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(57);
    expect(new Set(counts.values())).toEqual(new Set([16]));
  });

  it('discard bytes that would favor some characters', () => {
    const bytes = [255, 228, 240, 0];
    expect(generateTemporaryPassword(() => Uint8Array.of(bytes.shift() ?? 1))).toBe(`A${'B'.repeat(15)}`);
  });
});
