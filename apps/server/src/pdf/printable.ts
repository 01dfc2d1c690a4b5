import { withCodes } from '@portal/domain/printable-characters';
import { plainNote } from '@portal/domain/text';

// Line breaking is quadratic in the length of a word, so very long words get break opportunities.
const VERY_LONG = /\S{60}(?=[^\s\p{M}])/gu;
/** Zero-width space: a break opportunity. */
const BREAK = '\u200B';
/** Scripts that do not write spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Prepares text for drawing: every kind of line break is one, no other character vanishes, those that no font has become their code,
 * and long words can break.
 */
export const printable = (text: string): string =>
  withCodes(plainNote(text.normalize('NFC')))
    .replaceAll('\0', ' ')
    .replaceAll('\t', '    ')
    .replaceAll(UNSPACED, (run) => Array.from(words.segment(run), ({ segment }) => segment).join(BREAK))
    .replaceAll(VERY_LONG, `$&${BREAK}`);
