import { describe, expect, it } from 'vitest';
import { contentOf } from '../template/test/content-of.ts';
import { MAX_PHRASES, phrasesOf } from './phrases.ts';

const template = contentOf(
  { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] },
  { id: 'steroid', label: 'Steroid', type: 'select', options: ['Triamcinolone 40 mg', '22', 'x'.repeat(61)] },
  { id: 'findings', label: 'Findings', type: 'textarea' },
);

describe('phrases for the recognizer', () => {
  it('are the likeliest first: options, words of the practice, names, labels, words of the field', () => {
    const phrases = phrasesOf({ template, words: ['Zilretta', 'left'], names: ['Ana Mbeki'] });
    expect(phrases.slice(0, 8)).toEqual([
      { phrase: 'Left', boost: 4 },
      { phrase: 'Right', boost: 4 },
      { phrase: 'Triamcinolone 40 mg', boost: 4 },
      { phrase: 'Zilretta', boost: 4 },
      { phrase: 'Ana Mbeki', boost: 3 },
      { phrase: 'Side', boost: 2 },
      { phrase: 'Steroid', boost: 2 },
      { phrase: 'Findings', boost: 2 },
    ]);
    expect(phrases.map(({ phrase }) => phrase)).toContain('bupivacaine');
  });

  it('are at most as many as documented', () => {
    const words = Array.from({ length: 600 }, (_, at) => `word ${at}`);
    const phrases = phrasesOf({ template, words, names: ['Ana Mbeki'] });
    expect(phrases).toHaveLength(MAX_PHRASES);
    expect(phrases[0]?.phrase).toBe('Left');
  });

  it('are those of the field without a template', () => {
    expect(phrasesOf({ template: null, words: [' '], names: [''] })[0]?.phrase).toBe('bupivacaine');
  });

  it('have a boost that the draft allows', () => {
    for (const { boost } of phrasesOf({ template, words: [], names: [] })) {
      expect(boost).toBeGreaterThanOrEqual(0);
      expect(boost).toBeLessThanOrEqual(10);
    }
  });
});
