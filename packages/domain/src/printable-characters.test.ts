import { describe, expect, it } from 'vitest';
import { unprintable, unprintableProblem, withCodes } from './printable-characters.ts';
import { unicodeSamples } from './test/unicode-samples.ts';

describe('characters that the PDF cannot show', () => {
  it('are named once each, as people see them', () => {
    expect(unprintable('Better 🙂, 🙂 and 👩‍⚕️')).toEqual(['🙂', '👩‍⚕️']);
    expect(unprintableProblem('a 🩺 b')).toBe('The PDF cannot show 🩺 (U+1FA7A). Use words instead.');
    expect(unprintableProblem('🙂 🩺 🚑 🏥 💊')).toMatch(/ and 2 more characters\. Use words instead\.$/);
  });

  it.each([
    'Plain',
    'José Núñez 李小龍 שלום नमस्ते ≤ 5 µg → ½ “x” – …',
    'a\tb\nc\u00A0d\u00AD',
    'x\u0301 \u2264',
  ])('are none in %j', (text) => {
    expect(unprintableProblem(text)).toBeNull();
    expect(withCodes(text)).toBe(text);
  });

  it('become their code on paper, and nothing else changes', () => {
    expect(withCodes('a 🩺\nb')).toBe('a [U+1FA7A]\nb');
    for (const samples of unicodeSamples(40).values())
      for (const character of samples) expect(withCodes(withCodes(character))).toBe(withCodes(character));
  });
});
