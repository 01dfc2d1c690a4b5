/** Reads numbers of a text for tests, in another way than the code: word by word, adding up. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 };

/** The words of a whole number from 0 to 999,999. */
export function wordsOf(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 === 0 ? '' : ` ${SMALL[value % 10]}`}`;
  const [scale, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % scale;
  return `${wordsOf(Math.floor(value / scale))} ${name}${rest === 0 ? '' : ` ${wordsOf(rest)}`}`;
}

/** The digits of a number, each as a word. */
export const digitWords = (digits: string): string =>
  digits
    .split('')
    .map((digit) => SMALL[Number(digit)] ?? '')
    .join(' ');

interface Run {
  /** Null: the words name no single number, such as "one fifty". */
  readonly value: number | null;
  /** The word after it, or after the numbers that "to", "or" or "by" join to it. */
  readonly next: string;
}

/** The numbers of a text, in digits or words, each with the word after it. */
export function runsIn(text: string): readonly Run[] {
  const tokens = tokensOf(text);
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length;) {
    let end = at;
    while (isPart(tokens, end, at)) end += 1;
    if (end > at) runs.push({ value: valueOf(tokens.slice(at, end)), next: tokens[end] ?? '' });
    at = Math.max(end, at + 1);
  }
  for (const [at, { value, next }] of [...runs.entries()].toReversed())
    if (/^(?:to|or|by)$/u.test(next)) runs[at] = { value, next: runs[at + 1]?.next ?? '' };
  return runs;
}

const tokensOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/(\d),(?=\d{3})/gu, '$1')
    .replaceAll(/(?<![\d.])\.(?=\d)/gu, '0.')
    .match(/\d+(?:\.\d+)?|%|[^\s\d%.,:-]+|[,:]|\.(?!\d)/gu) ?? [];

const isNumber = (token = '') => /^\d/u.test(token) || SMALL.includes(token) || TENS.includes(token);
const isScale = (token = '') => Object.hasOwn(SCALES, token);

function isPart(tokens: readonly string[], at: number, start: number): boolean {
  const [token = '', next = ''] = tokens.slice(at, at + 2);
  if (isNumber(token) || isScale(token)) return true;
  if (token === 'point') return isNumber(next);
  return token === 'and' && at > start && isScale(tokens[at - 1]) && isNumber(next);
}

function valueOf(tokens: readonly string[]): number | null {
  const point = tokens.indexOf('point');
  if (point === -1) return wholeOf(tokens);
  const whole = point === 0 ? 0 : wholeOf(tokens.slice(0, point));
  const decimals = tokens.slice(point + 1);
  const [only = ''] = decimals;
  const isDigitByDigit = decimals.every((token) => SMALL.slice(0, 10).includes(token));
  const digits = isDigitByDigit ? decimals.map((token) => SMALL.indexOf(token)).join('') : only;
  if (whole === null || !Number.isInteger(whole)) return null;
  if (isDigitByDigit || (decimals.length === 1 && /^\d+$/u.test(only))) return Number(`${whole}.${digits}`);
  const value = wholeOf(decimals);
  return value === null || value >= 100 ? null : Number(`${whole}.${value}`);
}

/** Adds words up from the left; null if a word cannot follow the one before it. */
function wholeOf(tokens: readonly string[]): number | null {
  let total = 0;
  let group = 0;
  let room = Infinity;
  let largest = Infinity;
  for (const [at, token] of tokens.entries()) {
    if (token === 'and') continue;
    const factor = SCALES[token];
    if (factor === undefined) {
      const value = /^\d/u.test(token)
        ? Number(token)
        : Math.max(SMALL.indexOf(token), TENS.indexOf(token) * 10);
      const isDigits = /^\d/u.test(token);
      if (value >= room || (at > 0 && value === 0)) return null;
      if (isDigits && tokens.length > 1 && !isScale(tokens[at + 1])) return null;
      group += value;
      room = TENS.indexOf(token) > 1 ? 10 : 0;
    } else if (factor === 100) {
      if (group === 0 || group >= 100 || (group >= 10 && group % 10 === 0)) return null;
      group *= 100;
      room = 100;
    } else {
      if (group === 0 || group >= 1000 || factor >= largest) return null;
      total += group * factor;
      group = 0;
      largest = factor;
      room = Infinity;
    }
  }
  return group >= largest ? null : total + group;
}
