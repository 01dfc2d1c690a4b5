import { acceptsLaterality } from '../../billing-line.ts';
import { BILATERAL_FACTS, FEE_SCHEDULE } from '../../billing-code-fees.ts';
import { editionOf, sourceText, uncheckedSource } from '../../code-files/official.ts';
import { DISTINCT_MODIFIERS } from '../../codes/modifiers.ts';
import { isDependent, type FieldState } from '../../template/evaluate.ts';
import { sideModifier, sideOf, type Side } from '../../template/modifiers.ts';
import { sideOfDiagnosis } from '../diagnosis-side.ts';
import {
  atField,
  atLine,
  has,
  lineWith,
  modifiersOfLine,
  officialLine,
  type Find,
  type PlacedDictation,
  type PlacedLine,
} from './checked.ts';
import { CATALOG } from './catalog-checks.ts';

/** Texts that name the other side. */
export const sideInText: Find = ({ evaluation, editedFields }) => {
  const other = otherSide(sideOf(evaluation));
  if (other === null) return [];
  return evaluation.fields
    .filter((state) => isFree(state, editedFields) && namesOnly(state.text, other))
    .map(({ field }) =>
      atField(field.id, `${field.label} says “${other}”, but the side is ${opposite(other)}.`),
    );
};

/** Diagnoses of the other side. */
export const sideOfDiagnoses: Find = ({ evaluation, lines }) => {
  const other = otherSide(sideOf(evaluation));
  if (other === null) return [];
  return lines
    .filter(
      ({ codeType, code, description }) =>
        codeType === 'ICD10' && sideOfDiagnosis(code, description) === other,
    )
    .map((line) =>
      atLine(line, `${line.code} is a diagnosis of the ${other}, but the side is ${opposite(other)}.`),
    );
};

export const modifier50WithSide: Find = lineWith(
  (line) => has(line, '50') && (has(line, 'LT') || has(line, 'RT')),
  ({ code }) => `${code} has modifier 50 together with LT or RT. Payers accept one of them.`,
);

export const bothSides: Find = lineWith(
  (line) => has(line, 'LT', 'RT'),
  ({ code }) => `${code} has both LT and RT. Use 50, or one side.`,
);

/**
 * Modifier 50 on a one-sided note. Source: CMS, Medicare Claims Processing Manual, chapter 12, section 40.7: 50 is for both sides, LT or
 * RT for one.
 */
export const oneSided50: Find = (dictation) => {
  const side = sideOf(dictation.evaluation);
  const own = sideModifier(side);
  if (own === null) return [];
  return dictation.lines
    .filter((line) => line.codeType === 'CPT' && has(line, '50') && !isSided(line) && isPaidBySide(line))
    .map((line) => ({
      ...atLine(
        line,
        `${line.code} has modifier 50, but the side is ${side}. Payers expect ${own}.`,
        indicatorSource(line, dictation),
      ),
      useSide: own,
    }));
};

/** Modifier 50 on a code that is not paid for both sides. Source: CMS, Physician Fee Schedule, column BILAT SURG. */
export const bilateralCode: Find = (dictation) =>
  dictation.lines
    .filter(
      (line) => line.codeType === 'CPT' && has(line, '50') && WITHOUT_50.has(line.bilateralIndicator ?? -1),
    )
    .map((line) =>
      atLine(
        line,
        line.bilateralIndicator === 2
          ? `${line.code} is already for both sides, so modifier 50 does not apply (bilateral indicator 2).`
          : `Payers do not accept modifier 50 on ${line.code} (bilateral indicator ${line.bilateralIndicator}).`,
        indicatorSource(line, dictation),
      ),
    );
const WITHOUT_50: ReadonlySet<number> = new Set([0, 2, 9]);

/** Where the bilateral indicator of a line comes from. */
function indicatorSource(line: PlacedLine, dictation: PlacedDictation): string {
  const edition = editionOf(dictation.official, 'feeSchedule');
  if (edition !== null && (officialLine(dictation, line)?.feeSchedule ?? null) !== null)
    return sourceText(edition, dictation.procedureDate);
  return BILATERAL_FACTS.get(line.code) === line.bilateralIndicator
    ? uncheckedSource(FEE_SCHEDULE.name)
    : CATALOG;
}

/** LT or RT that is not the side of the note. A line for a distinct site says so with its modifiers. */
export const sideOfLine: Find = (dictation) => {
  const side = sideOf(dictation.evaluation);
  if (side === null) return [];
  return dictation.lines.flatMap((line) => {
    const sides = (['LT', 'RT'] as const).filter((modifier) => has(line, modifier));
    const [modifier] = sides;
    if (modifier === undefined || sides.length > 1 || has(line, '50') || isDistinct(line)) return [];
    const message = contradiction(modifier, side, line, dictation);
    return message === null ? [] : [atLine(line, message)];
  });
};

function contradiction(
  modifier: 'LT' | 'RT',
  side: Side,
  line: PlacedLine,
  { lines }: PlacedDictation,
): string | null {
  const { code } = line;
  if (side === 'midline') return `${code} has ${modifier}, but the side is midline.`;
  if (side !== 'bilateral')
    return modifier === sideModifier(side) ? null : `${code} has ${modifier}, but the side is ${side}.`;
  const other = modifier === 'LT' ? 'RT' : 'LT';
  // Another line may be for the other side: a second level is often on one side only.
  const hasOther = lines.some((each) => has(each, other) || has(each, '50'));
  return hasOther || !isPaidBySide(line)
    ? null
    : `${code} has ${modifier} only, but the side is bilateral. Use 50, or add a line with ${other}.`;
}

/** Whether payers pay the code by side, as far as it is known. */
const isPaidBySide = ({ lineType, bilateralIndicator }: PlacedLine): boolean =>
  bilateralIndicator !== null && acceptsLaterality({ lineType, bilateralIndicator });

const isSided = (line: PlacedLine): boolean => has(line, 'LT') || has(line, 'RT');
const isDistinct = ({ modifiers }: PlacedLine): boolean =>
  modifiersOfLine(modifiers).some((modifier) => DISTINCT_MODIFIERS.has(modifier));

const opposite = (side: 'left' | 'right') => (side === 'left' ? 'right' : 'left');

/** The side that a one-sided dictation must not name. */
const otherSide = (side: Side | null): 'left' | 'right' | null =>
  side === 'left' || side === 'right' ? opposite(side) : null;

/** A field that the user fills in and that is not the side itself. Texts made by the template follow the side. */
const isFree = ({ field, isVisible }: FieldState, edited: readonly string[]): boolean =>
  isVisible &&
  field.type !== 'hidden' &&
  field.id !== 'side' &&
  (!isDependent(field) || edited.includes(field.id));

/** Whether the text names this side but not the other one. "Right away" and "all right" are no sides. */
function namesOnly(text: string, side: 'left' | 'right'): boolean {
  const plain = text
    .toLowerCase()
    .replaceAll(/\b(?:right (?:away|now|after|before)|all right|left (?:the|in|without))\b/gu, ' ');
  return (
    new RegExp(`\\b${side}\\b`, 'u').test(plain) && !new RegExp(`\\b${opposite(side)}\\b`, 'u').test(plain)
  );
}
