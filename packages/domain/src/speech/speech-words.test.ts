import { describe, expect, it } from 'vitest';
import { speechWordsOf, speechWordsProblem } from './speech-words.ts';

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
});
