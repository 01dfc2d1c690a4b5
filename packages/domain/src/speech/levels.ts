import { wholeNumber } from './numbers.ts';
import { seriesAt } from './series.ts';
import { unitAt } from './units.ts';
import { amount, asSpoken, keyAt, keysAt, wordSet, written, type Clause, type Match } from './words.ts';

/** The last vertebra (cervical: nerve root) of each region. */
const LAST: Readonly<Record<string, number>> = { c: 8, t: 12, l: 5, s: 5 };
/** Vertebrae of two regions that are neighbors. */
const JUNCTIONS: ReadonlySet<string> = wordSet('C7-T1 T12-L1 L5-S1');
/** A letter after these words is no region: vitamin C, hepatitis C. */
const OTHER_LETTERS: ReadonlySet<string> = wordSet('vitamin hepatitis apostrophe protein complement');
const LONGEST_LIST = 40;
/** "L4", "L4-5", "L4-L5" and "L4L5", and the second word of "L 4-5". */
const COMPACT = /^([ctls])-?(\d{1,2})(?:-?([ctls])(\d{1,2})|-(\d{1,2}))?$/u;
const RANGE = /^\d{1,2}-\d{1,2}$/u;

interface Level {
  readonly count: number;
  /** "L4", or "L4-L5" if both were named at once. */
  readonly text: string;
}

/** "L four L five" is L4-L5, "C seven T one" C7-T1, "L four five" L4-L5; three or more levels in a row are a list. */
export function levels(clause: Clause, at: number): Match | null {
  if (OTHER_LETTERS.has(keyAt(clause, at - 1))) return null;
  const found: Level[] = [];
  let end = at;
  for (let level = levelAt(clause, end); level !== null; level = levelAt(clause, end)) {
    found.push(level);
    end += level.count;
    if (found.length === LONGEST_LIST) break;
  }
  const [first, second] = found;
  if (first === undefined) return unclearLevel(clause, at);
  const isPair = second !== undefined && found.length === 2 && areNeighbors(first.text, second.text);
  if (isPair && !continuesList(clause, end)) return amount(written(end - at, `${first.text}-${second.text}`));
  return amount(written(end - at, found.map(({ text }) => text).join(' ')));
}

/** "L three L four and L five" are three levels, "L three L four and L four L five" two pairs. */
function continuesList(clause: Clause, at: number): boolean {
  const next = /^(?:and|or)$/u.test(keyAt(clause, at)) ? levelAt(clause, at + 1) : null;
  return next !== null && !next.text.includes('-') && levelAt(clause, at + 1 + next.count) === null;
}

/**
 * "L three four five" and "T thirteen": numbers that name no level or pair of the region must not become others. With a unit, they can be a
 * level and an amount: "L four point five milliliters".
 */
function unclearLevel(clause: Clause, at: number): Match | null {
  const key = keyAt(clause, at);
  if (/^[ctls]\d{1,2}\/[ctls]?\d{1,2}$/u.test(key)) return amount(asSpoken(1));
  if (!Object.hasOwn(LAST, key)) return null;
  const series = seriesAt(clause, at + 1);
  if (series === null) return null;
  return series.unit === null ? asSpoken(1 + series.firstCount) : amount(asSpoken(1 + series.count));
}

function levelAt(clause: Clause, at: number): Level | null {
  const key = keyAt(clause, at);
  const isLetter = Object.hasOwn(LAST, key);
  const compact = COMPACT.exec(
    isLetter && RANGE.test(keyAt(clause, at + 1)) ? key + keyAt(clause, at + 1) : key,
  );
  if (compact !== null) return compactLevel(clause, at, isLetter ? 2 : 1, compact);
  const series = isLetter ? seriesAt(clause, at + 1) : null;
  if (series === null || series.unit !== null) return null;
  const [first, second] = keysAt(clause, at + 1, series.firstCount).map(wholeNumber);
  if (series.firstCount === 1) return withDash(clause, at, { count: 2, text: nameOf(key, first) });
  if (series.firstCount !== 2 || second !== (first ?? 0) + 1) return null;
  const [upper, lower] = [nameOf(key, first), nameOf(key, second)];
  return upper === null || lower === null ? null : { count: 3, text: `${upper}-${lower}` };
}

function compactLevel(
  clause: Clause,
  at: number,
  count: number,
  [, region = '', number, other = region, otherNumber, last = otherNumber]: RegExpExecArray,
): Level | null {
  const upper = nameOf(region, Number(number));
  if (upper === null || unitAt(clause, at + count) !== null) return null;
  if (last === undefined) return withDash(clause, at, { count, text: upper });
  const lower = nameOf(other, Number(last));
  return lower === null ? null : { count, text: `${upper}-${lower}` };
}

/** "L four dash five" and "L four dash S one" */
function withDash(
  clause: Clause,
  at: number,
  { count, text }: { readonly count: number; readonly text: string | null },
): Level | null {
  if (text === null) return null;
  const level = { count, text };
  const dash = keyAt(clause, at + count);
  if (dash !== 'dash' && dash !== 'hyphen') return level;
  const next = at + count + 1;
  const hasRegion = Object.hasOwn(LAST, keyAt(clause, next));
  const region = hasRegion ? keyAt(clause, next) : (text[0]?.toLowerCase() ?? '');
  const numberIndex = hasRegion ? next + 1 : next;
  const series = seriesAt(clause, numberIndex);
  const name = nameOf(region, wholeNumber(keyAt(clause, numberIndex)));
  if (name === null || series?.firstCount !== 1 || series.unit !== null) return level;
  return { count: numberIndex + 1 - at, text: `${text}-${name}` };
}

/** "L4"; null if the spine has no such level. */
function nameOf(region: string, number: number | null | undefined): string | null {
  const last = LAST[region];
  if (last === undefined || number === null || number === undefined || number < 1 || number > last)
    return null;
  return `${region.toUpperCase()}${number}`;
}

function areNeighbors(upper: string, lower: string): boolean {
  if (upper.includes('-') || lower.includes('-')) return false;
  const isNext = upper[0] === lower[0] && Number(lower.slice(1)) === Number(upper.slice(1)) + 1;
  // Cervical root C8 lies below the vertebra C7: the pair names two roots, not a level.
  return (isNext && lower !== 'C8') || JUNCTIONS.has(`${upper}-${lower}`);
}
