// What cannot be seen has no place on paper: control characters except the line's end, and marks that only steer a screen's direction.
const UNSEEN = /(?!\n)[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
// Finding where a line ends takes the square of a word's length, so very long ones get places where they may end.
const VERY_LONG = /\S{60}(?=\S)/gu;
const MAY_END = '\u200B';
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/**
 * A text as it is drawn. Words of scripts that run from right to left are put in the order in which they are seen, because pages are
 * drawn word by word from the left; within a word the font does it.
 */
export function printable(text: string): string {
  const seen = text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '');
  const ordered = RIGHT_TO_LEFT.test(seen) ? seen.split('\n').map(asSeen).join('\n') : seen;
  return ordered.replaceAll(VERY_LONG, `$&${MAY_END}`);
}

function asSeen(line: string): string {
  const ordered: string[] = [];
  let run: string[] = [];
  // The font puts the blank of such a word before it, so the last one needs another.
  const endRun = () => {
    if (run.length > 0) ordered.push(...run, '');
    run = [];
  };
  for (const word of line.split(' ')) {
    if (RIGHT_TO_LEFT.test(word)) run.unshift(word);
    else {
      endRun();
      ordered.push(word);
    }
  }
  endRun();
  return ordered.join(' ');
}
