import { describe, expect, it } from 'vitest';
import { speechWordsCsv, speechWordsOf, speechWordsProblem, withImportedWords } from './speech-words.ts';

describe('words for speech', () => {
  it('are the lines of a text, each once', () => {
    expect(speechWordsOf(' Zilretta \n\nsphenopalatine  ganglion\nzilretta')).toEqual([
      'Zilretta',
      'sphenopalatine ganglion',
    ]);
  });

  it.each([
    ['', null],
    ['Zilretta\nL4-L5', null],
    ['Zilretta\n---', '“---” has no letter'],
    ['x'.repeat(61), `“${'x'.repeat(20)}…” is too long: a line has at most 60 characters`],
  ])('%j: %s', (text, problem) => {
    expect(speechWordsProblem(text)).toBe(problem);
  });

  it('are imported from the first column of a CSV file, with or without its header', () => {
    expect(withImportedWords('Zilretta', 'Word,Note\nzilretta,\nsphenopalatine ganglion,\n')).toBe(
      'Zilretta\nsphenopalatine ganglion',
    );
    expect(withImportedWords('', 'Zilretta\nTuohy')).toBe('Zilretta\nTuohy');
    expect(withImportedWords('Zilretta', '')).toBe('Zilretta');
  });

  it('are exported as a file that can be imported', () => {
    const text = 'Zilretta\n=sum, or not';
    expect(withImportedWords('', speechWordsCsv(text))).toBe(text);
  });
});
