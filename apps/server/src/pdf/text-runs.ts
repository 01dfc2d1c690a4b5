import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import { FALLBACKS, fontNamed, type PdfFont } from './fonts.ts';

/** The base direction of a line. */
export type BaseDirection = 'ltr' | 'rtl';

/** A range of characters with one direction, in reading order. */
interface DirectionRun {
  readonly from: number;
  readonly to: number;
  readonly isRtl: boolean;
}

/** Text drawn in one font. */
interface FontRun {
  readonly text: string;
  readonly font: string;
}

/** Common characters that every named font has. */
const PLAIN = /^[\n\x20-\x7E\u00A0-\u024F\u200B-\u200F\u2013-\u2026]*$/;
const HAS_RTL = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** HarfBuzz draws nothing for these, regardless of the font. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

// The types of bidi-js do not declare that it is a CommonJS module.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = bidiFactory();
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The direction of each line, determined by its first letter. Empty if the text has no right-to-left letters. */
export const baseDirections = (text: string): readonly BaseDirection[] =>
  HAS_RTL.test(text)
    ? text
        .split('\n')
        .map((line) => (bidi.getEmbeddingLevels(line).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'))
    : [];

/** Splits a line into direction runs in visual order (left to right), using the Unicode bidirectional algorithm. */
export function directionRuns(line: string, base: BaseDirection): readonly DirectionRun[] {
  if (base === 'ltr' && !HAS_RTL.test(line)) return [{ from: 0, to: line.length, isRtl: false }];
  const embedding = bidi.getEmbeddingLevels(line, base);
  const runs: DirectionRun[] = [];
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const isRtl = (embedding.levels[index] ?? 0) % 2 === 1;
    const last = runs.at(-1);
    if (last?.isRtl === isRtl && index === (isRtl ? last.from - 1 : last.to))
      runs[runs.length - 1] = isRtl ? { ...last, from: index } : { ...last, to: index + 1 };
    else runs.push({ from: index, to: index + 1, isRtl });
  }
  return runs;
}

/** Splits text that is `printable` into runs by font, preferring the named font. */
export function fontRuns(text: string, named: PdfFont): readonly FontRun[] {
  if (PLAIN.test(text)) return [{ text, font: named }];
  const runs: FontRun[] = [];
  const add = (piece: string, font: string) => {
    const last = runs.at(-1);
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + piece };
    else runs.push({ text: piece, font });
  };
  // Whole words, because letters of different fonts do not join.
  for (const [word] of text.matchAll(/\s+|\S+/g)) {
    const font = fontFor(word, named, runs.at(-1)?.font);
    if (font !== undefined) add(word, font);
    else
      for (const { segment } of clusters.segment(word)) {
        const segmentFont = fontFor(segment, named);
        if (segmentFont !== undefined) add(segment, segmentFont);
        // Letter and accent may be in different fonts.
        else for (const character of segment) add(character, fontFor(character, named) ?? named);
      }
  }
  return runs;
}

function fontFor(text: string, named: PdfFont, current?: string): string | undefined {
  const candidates = [named, ...FALLBACKS[named]];
  if (current !== undefined && text.trim() === '') candidates.unshift(current);
  const needed = Array.from(text).filter((character) => !INVISIBLE.test(character));
  return candidates.find((name) => {
    const font = fontNamed(name);
    return needed.every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  });
}
