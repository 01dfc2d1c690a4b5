import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  cleanSingleLine,
  foldLetters,
  hasControlCharacters,
  plainLine,
  plainLines,
  plainNote,
} from './text.ts';
import { unicodeSamples } from './test/unicode-samples.ts';

describe('hasControlCharacters', () => {
  it.each(['\u0000', '\t', '\n', '\r', '\u001B', '\u007F', '\u0085', '\u2028', '\u2029', '\u202E', '\u2066'])(
    'finds %j',
    (character) => {
      expect(hasControlCharacters(`a${character}b`)).toBe(true);
    },
  );

  it.each(['', 'Jane Roe', 'José Núñez', '李小龍', "O'Brien-Smith", 'a\u00A0b', '👩‍⚕️', '100 % _ \\'])(
    'leaves %j alone',
    (text) => {
      expect(hasControlCharacters(text)).toBe(false);
      expect(hasControlCharacters(text, true)).toBe(false);
    },
  );

  it('allows only tabs and line breaks in multi-line text', () => {
    expect(hasControlCharacters('one\r\n\ttwo', true)).toBe(false);
    expect(hasControlCharacters('one\u0000two', true)).toBe(true);
    expect(hasControlCharacters('one\u202Etwo', true)).toBe(true);
    expect(hasControlCharacters('one\u2028two', true)).toBe(true);
  });
});

describe('text of other programs', () => {
  it.each(['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r', '\r\n', '\n'])(
    'has the line break %j',
    (found) => {
      expect(plainLines(`1${found}0`)).toBe('1\n0');
      expect(plainLine(`1 ${found}${found} 0`)).toBe('1 0');
      expect(cleanSingleLine(`1${found}0`)).toBe('1 0');
    },
  );

  it('never joins two words', () => {
    for (const character of [...unicodeSamples(200).values()].flat()) {
      const note = plainNote(`a ${character} b`);
      expect(note).toMatch(/^a[ \n].*[ \n]b$/su);
      expect(hasControlCharacters(note, true)).toBe(false);
      expect(plainNote(note)).toBe(note);
    }
    for (const control of unicodeSamples(200).get('Cc') ?? [])
      expect(plainNote(`1${control}0`)).toMatch(/^1[- \n\t]0$/);
  });

  it('keeps the non-breaking hyphen of Word', () => {
    expect(plainLine('for 2\u001E6 weeks')).toBe('for 2-6 weeks');
    expect(cleanSingleLine('Smith\u001EJones')).toBe('Smith-Jones');
    expect(plainNote('L4\u001EL5')).toBe('L4-L5');
  });

  it('keeps every letter, mark, digit, sign and space', () => {
    for (const [category, samples] of unicodeSamples(200))
      for (const character of /^(?:[LMNPS]|Zs)/.test(category) ? samples : [])
        expect(plainNote(character)).toBe(character);
  });
});

describe('cleanSingleLine', () => {
  it('trims and collapses every kind of whitespace', () => {
    expect(cleanSingleLine('  Mary \t Ann\u00A0\r\n Roe ')).toBe('Mary Ann Roe');
    expect(cleanSingleLine('   ')).toBe('');
  });

  it('composes accents, so that equal names are equal texts', () => {
    expect(cleanSingleLine('Nu\u0301n\u0303ez')).toBe('Núñez');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = cleanSingleLine(text);
        expect(cleanSingleLine(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe('foldLetters', () => {
  it.each([
    ['José NÚÑEZ', 'jose nunez'],
    ['Øystein Łukasz Đorđe', 'oystein lukasz dorde'],
    ['Weiß STRAẞE', 'weiss strasse'],
    ['Æsir Œuvre Þór', 'aesir oeuvre thor'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['Ｊａｎｅ', 'jane'],
    ['李', '李'],
    ['', ''],
  ])('%s becomes %s', (text, folded) => {
    expect(foldLetters(text)).toBe(folded);
  });

  it('folds composed and decomposed accents alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldLetters(text.normalize('NFD'))).toBe(foldLetters(text.normalize('NFC')));
      }),
    );
  });
});
