// What cannot be seen has no place on paper: control characters except the line's end, and marks that only steer a screen's direction.
const UNSEEN = /(?!\n)[\p{Cc}\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
// Finding where a line ends takes the square of a word's length, so very long ones get places where they may end.
const VERY_LONG = /\S{60}(?=[^\s\p{M}])/gu;
const MAY_END = '\u200B';
/** Scripts that write no blanks between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** A text as it is drawn: without what cannot be seen, and with the places where its lines may end. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(UNSPACED, (run) => Array.from(words.segment(run), ({ segment }) => segment).join(MAY_END))
    .replaceAll(VERY_LONG, `$&${MAY_END}`);
