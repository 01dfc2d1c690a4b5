// Invisible characters: control characters except line breaks, and direction marks.
const INVISIBLE = /(?!\n)[\p{Cc}\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
// Line breaking is quadratic in the length of a word, so very long words get break opportunities.
const VERY_LONG = /\S{60}(?=[^\s\p{M}])/gu;
/** Zero-width space: a break opportunity. */
const BREAK = '\u200B';
/** Scripts that do not write spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Prepares text for drawing: removes invisible characters and adds break opportunities. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(UNSPACED, (run) => Array.from(words.segment(run), ({ segment }) => segment).join(BREAK))
    .replaceAll(VERY_LONG, `$&${BREAK}`);
