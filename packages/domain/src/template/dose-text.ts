import type { DosePer } from './content.ts';

/** An amount with its unit of measure, "" for a bare number. */
export interface Amount {
  readonly amount: number;
  readonly unit: string;
}
/** A dose as a text names it. `per` is null if the text does not say what the amount is for. */
export interface TextDose extends Amount {
  readonly per: DosePer | null;
}

// Without commas: "0,5" and "1,000" can mean two numbers.
const NUMBER = String.raw`\d+(?:\.\d+)?|\.\d+`;
/** What comes before a number that is a part of another one: 1 ½, 1/2, 5-10, 2 x 40, 1e3. */
const PART_OF_NUMBER = /(?:[½¼¾]\s*|\d\s*[-–/x×*]\s*|\d[eE])$/u;
const NUMBER_ONLY = new RegExp(`^(?:${NUMBER})$`, 'u');
/** Digits with the word after them, if any. It always matches where digits start, so the time does not grow with their number. */
const AMOUNT = /([\d,.]+)\s*([a-zA-Zµμ%]*)/gu;
/** Longer rows of digits are no dose. */
const LONGEST_NUMBER = 20;
/** Longer texts are no dose. */
const LONGEST_TEXT = 300;
/** Milligrams per unit of weight. */
const WEIGHTS: Readonly<Record<string, number>> = {
  g: 1000,
  gm: 1000,
  mg: 1,
  mcg: 0.001,
  µg: 0.001,
  ug: 0.001,
};
const MEASURES: ReadonlySet<string> = new Set([...Object.keys(WEIGHTS), 'ml', 'units']);
const SPELLINGS: Readonly<Record<string, string>> = {
  milligram: 'mg',
  milligrams: 'mg',
  microgram: 'mcg',
  micrograms: 'mcg',
  cc: 'ml',
  ccs: 'ml',
  milliliter: 'ml',
  milliliters: 'ml',
  unit: 'units',
  u: 'units',
};
const PER_WORDS: Readonly<Record<string, DosePer>> = {
  side: 'side',
  level: 'level',
  joint: 'joint',
  knee: 'joint',
  shoulder: 'joint',
  hip: 'joint',
  bursa: 'joint',
  point: 'point',
};
const PER =
  /\b(?:(?:in|into|at|on|to|for)\s+)?(?:each|every|per)\s+(side|level|joint|knee|shoulder|hip|bursa|(?:trigger\s+)?point)\b/giu;
const TOTAL = /\b(?:(?:a\s+)?total\s+of|in\s+total|total(?:\s+dose)?)\b/giu;
/** Words and signs with which an amount can mean several things: several times, a concentration, a limit, or not given at all. */
const UNCLEAR = new RegExp(
  [
    String.raw`[/×*~<>≤≥±=@½¼¾]|\bx\s*\d|\d\s*x\b`,
    String.raw`\b(?:each|every|per|both|bilat\w*|sides?|levels?|joints?|points?|sites?|doses?|vials?|amps?|ampules?|syringes?|times?`,
    String.raw`twice|double[ds]?|half|quarter|one|two|three|four|five|six|or|up to|at (?:least|most)|less|more|about|approx\w*`,
    String.raw`no|not|none|without|declined|held|was?ted?|wastage|discard\w*|respectively|ea|remain\w*|left and right|right and left)\b`,
  ].join('|'),
  'iu',
);
/** What separates the drugs of a mixture. */
const SEPARATOR = /\b(?:mixed with|diluted (?:in|with)|with|and|plus|in)\b|[+;]/iu;

/** A unit in one spelling: "mL" and "cc" are "ml". */
export function spelledUnit(unit: string): string {
  const lower = unit.trim().toLowerCase().replaceAll('μ', 'µ');
  return SPELLINGS[lower] ?? lower;
}

/** How many of one unit another one is; null if they measure different things. */
export function unitFactor(from: string, to: string): number | null {
  const [unit, target] = [spelledUnit(from), spelledUnit(to)];
  if (unit === '' || target === '' || unit === target) return 1;
  const [weight, other] = [WEIGHTS[unit], WEIGHTS[target]];
  return weight === undefined || other === undefined ? null : weight / other;
}

/** The amounts with a unit of measure in a text, in the order of the text. A bare number has no unit. */
export function amountsIn(text: string, unit: string): readonly Amount[] {
  const bare = text.trim();
  if (bare.length <= LONGEST_NUMBER && NUMBER_ONLY.test(bare)) return [{ amount: Number(bare), unit: '' }];
  return found(text, unit).flatMap(({ amount }) => (amount === null ? [] : [amount]));
}

/** Reads a number that is alone in a text, with or without "minutes"; null for anything else. */
export function plainNumber(text: string): number | null {
  const [, digits] = /^\s*(\d{1,6}(?:\.\d{1,4})?)\s*(?:min|mins|minutes?)?\.?\s*$/iu.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * Reads the dose of a drug in a text, if it can mean one thing only: one amount in a unit of the code, without words such as "x 2" or
 * "mg/mL". Of a mixture, the amount must belong to the drug of the code, whose description is given. Null for anything else.
 */
export function doseInText(
  text: string,
  code: { readonly unit: string; readonly description?: string },
): TextDose | null {
  if (text.length > LONGEST_TEXT) return null;
  const countedPer = new Set(
    [...text.matchAll(PER)].map(([, word = '']) => PER_WORDS[lastWord(word)] ?? null),
  );
  const plain = text.replaceAll(PER, ' ').replaceAll(TOTAL, ' ');
  const isTotal = TOTAL.test(text);
  TOTAL.lastIndex = 0;
  const per = isTotal ? 'note' : ([...countedPer][0] ?? null);
  if (countedPer.size + Number(isTotal) > 1 || UNCLEAR.test(plain)) return null;
  const bare = plain.trim();
  if (NUMBER_ONLY.test(bare) && bare.length <= LONGEST_NUMBER) return { amount: Number(bare), unit: '', per };
  const all = found(plain, code.unit);
  if (all.some(({ isUnclear }) => isUnclear)) return null;
  const doses = all.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const ofCode = doses.filter(({ unit }) => unitFactor(unit, code.unit) !== null);
  // A dose in another unit is one dose all the same; its units are refused later.
  const [dose, ...more] = ofCode.length === 0 ? doses : ofCode;
  if (dose === undefined || more.length > 0) return null;
  return isOfDrug(plain, dose, doses.length, code) ? { ...dose, per } : null;
}

const lastWord = (words: string) => words.toLowerCase().split(/\s+/u).at(-1) ?? '';

/** Whether the amount belongs to the drug: its part of a mixture has no other amount, and a word of the code's description. */
function isOfDrug(
  text: string,
  dose: Amount,
  count: number,
  { unit, description = '' }: { readonly unit: string; readonly description?: string },
): boolean {
  const parts = text.split(SEPARATOR);
  if (parts.length === 1) return count === 1;
  const own = parts.find((part) =>
    found(part, unit).some(({ amount }) => amount?.amount === dose.amount && amount.unit === dose.unit),
  );
  if (own === undefined || found(own, unit).filter(({ amount }) => amount !== null).length > 1) return false;
  const words = new Set(wordsOf(own));
  return description === '' || wordsOf(description).some((word) => words.has(word));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word.length >= 5);

interface Found {
  readonly amount: Amount | null;
  /** A number that is neither an amount nor a part of a name, such as L4-5 or B12. */
  readonly isUnclear: boolean;
}

function found(text: string, unit: string): readonly Found[] {
  return [...text.matchAll(AMOUNT)].flatMap(({ 1: digits = '', 2: measure = '', index }): Found[] => {
    if (!/\d/u.test(digits)) return [];
    const number = digits.replace(/^,/u, '').replace(/[,.]$/u, '');
    const before = text.slice(Math.max(0, index - 8), index);
    const spelled = spelledUnit(measure);
    const isMeasure = MEASURES.has(spelled) || (spelled !== '' && spelled === spelledUnit(unit));
    if (isMeasure) {
      const isPart = PART_OF_NUMBER.test(before) || /[a-z]-?\d+\s*[-–]\s*$/iu.test(before);
      if (digits.length > LONGEST_NUMBER || isPart || !NUMBER_ONLY.test(number))
        return [{ amount: null, isUnclear: true }];
      return [{ amount: { amount: Number(number), unit: spelled }, isUnclear: false }];
    }
    const isName = /(?:[a-z]|[a-z][-–]|[a-z]\d{1,2}[-–])$/iu.test(before);
    const isOther =
      measure === '%' || /^gauge$/iu.test(measure) || /^-?gauge/iu.test(text.slice(index + digits.length));
    return isName || isOther ? [] : [{ amount: null, isUnclear: true }];
  });
}
