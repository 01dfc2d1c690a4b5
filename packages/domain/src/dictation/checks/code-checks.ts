import { isLaterality } from '../../billing-line.ts';
import { LEVEL_CODES, primariesOf } from '../../codes/add-on-codes.ts';
import { EXCLUSIVE_PAIRS, isGuidanceIncluded } from '../../codes/code-edits.ts';
import { DISTINCT_MODIFIERS } from '../../codes/modifiers.ts';
import { lineKey } from '../../template/billing.ts';
import type { Evaluation } from '../../template/evaluate.ts';
import { valueTexts } from '../../template/value.ts';
import {
  atField,
  atLine,
  has,
  modifiersOfLine,
  type CheckedLine,
  type Find,
  type PlacedLine,
} from './checked.ts';

/** The same code, modifiers and diagnoses twice. */
export const duplicateLine: Find = ({ lines }) =>
  lines.flatMap((line, at) => {
    const earlier = lines.slice(0, at);
    if (earlier.some((other) => serviceKey(other) === serviceKey(line)))
      return [atLine(line, `${line.code} is there twice with the same modifiers and diagnoses.`)];
    return earlier.some((other) => isSideTwice(other, line) || isSideTwice(line, other))
      ? [atLine(line, `${line.code} is there for both sides and for one of them again.`)]
      : [];
  });

const serviceKey = (line: CheckedLine): string =>
  `${lineKey(line)} ${line.diagnosisPointers.toSorted().join(' ')}`;

/** Whether one line bills both sides, and the other one of them, without another difference. */
const isSideTwice = (both: CheckedLine, one: CheckedLine): boolean =>
  has(both, '50') &&
  (has(one, 'LT') || has(one, 'RT')) &&
  !has(one, '50') &&
  keyWithoutSide(both) === keyWithoutSide(one);

const keyWithoutSide = ({ codeType, code, modifiers }: CheckedLine): string =>
  lineKey({
    codeType,
    code,
    modifiers: modifiersOfLine(modifiers)
      .filter((each) => !isLaterality(each))
      .join(','),
  });

/** Add-on codes without the code that they are added to, in this dictation or another of the day. */
export const addOnCode: Find = ({ lines, otherLines }) =>
  lines.flatMap((line) => {
    const primaries = primariesOf(line.code);
    const isBilled = [...lines, ...otherLines].some(({ code }) => primaries?.includes(code) === true);
    return primaries === undefined || isBilled
      ? []
      : [atLine(line, `${line.code} is an add-on code. It needs ${primaries.join(' or ')}.`)];
  });

/** More levels in the note than billed, and more billed than in the note. */
export const levelCodes: Find = ({ evaluation, lines }) =>
  LEVEL_CODES.flatMap(({ first, further, most, areJoints }) => {
    const primary = lines.find(({ code }) => code === first);
    const levels = levelsIn(evaluation, areJoints);
    if (primary === undefined || levels.length === 0 || saysOneLevel(evaluation)) return [];
    const billed = Math.max(
      ...SIDES.map((side) =>
        sumOf(lines.filter((line) => further.includes(line.code) && isOnSide(line, side))),
      ),
    );
    const wanted = Math.min(levels.length - 1, most);
    if (billed === wanted) return [];
    const addOn = lines.find(({ code }) => further.includes(code));
    const named = `the note names ${levels.length === 1 ? 'one level' : `${levels.length} levels`} (${levels.join(', ')})`;
    return [
      billed < wanted || addOn === undefined
        ? atLine(
            primary,
            `${billed === 0 ? 'One level is' : `${billed + 1} levels are`} billed (${[first, ...further].join(', ')}), but ${named}.`,
          )
        : atLine(addOn, `${billed + 1} levels are billed (${[first, ...further].join(', ')}), but ${named}.`),
    ];
  });

const SIDES = ['LT', 'RT'] as const;
const isOnSide = (line: PlacedLine, side: 'LT' | 'RT'): boolean =>
  has(line, side) || !has(line, side === 'LT' ? 'RT' : 'LT');
const sumOf = (lines: readonly PlacedLine[]): number =>
  lines.reduce((sum, { units }) => sum + (units ?? 1), 0);

const LEVEL_FIELDS = ['level', 'levels', 'second_level', 'third_level'];
const JOINT = /^[CTLS]\d{1,2}\s*[-–/]\s*[CTLS]?\d{1,2}$/iu;
const LEVEL = /^[CTLS]\d{1,2}(?:\s*[-–/]\s*[CTLS]?\d{1,2})?$/iu;

/** The levels that the note names, each once. */
const levelsIn = ({ byId }: Evaluation, areJoints: boolean): readonly string[] => [
  ...new Set(
    LEVEL_FIELDS.flatMap((id) => {
      const state = byId.get(id);
      return state?.isVisible === true ? valueTexts(state.effective) : [];
    })
      .flatMap((text) => text.split(/,|;|\band\b/u))
      .map((text) => text.trim())
      .filter((text) => (areJoints ? JOINT : LEVEL).test(text)),
  ),
];

/** Whether the note says that there was one level on each side; another check compares that with the levels. */
const saysOneLevel = ({ fields }: Evaluation): boolean => oneLevelAnswer(fields) !== undefined;
const oneLevelAnswer = (fields: Evaluation['fields']) =>
  fields.find(
    ({ field, isVisible, text }) =>
      isVisible && /^more than one level/iu.test(field.label) && text.trim().toLowerCase() === 'no',
  );

/** Several levels, but the answer to “More than one level” is No. */
export const levelAnswer: Find = ({ evaluation }) => {
  const single = oneLevelAnswer(evaluation.fields);
  const levels = evaluation.byId.get('level') ?? evaluation.byId.get('levels');
  const count = valueTexts(levels?.effective).length;
  return single === undefined || count < 2
    ? []
    : [atField(single.field.id, `${count} levels are checked, but “${single.field.label}” is No.`)];
};

/** Sedation codes although the note says that there was none. */
export const sedation: Find = ({ evaluation, lines }) => {
  const state = evaluation.byId.get('sedation');
  if (state?.isVisible !== true || !/^(?:no|none|local)\b/iu.test(state.text.trim())) return [];
  return lines
    .filter(({ code }) => /^9915[1-37]$|^9915[56]$/u.test(code))
    .map((line) => atLine(line, `${line.code} bills sedation, but ${state.field.label} is ${state.text}.`));
};

const isDistinct = ({ modifiers }: { readonly modifiers: string }): boolean =>
  modifiersOfLine(modifiers).some((modifier) => DISTINCT_MODIFIERS.has(modifier));

/** Imaging guidance that payers count as part of the procedure, or of all procedures of the note. */
export const includedGuidance: Find = ({ lines }) => {
  const procedures = lines.filter(({ lineType }) => lineType === 'procedure');
  return lines.flatMap((line) => {
    const [including] = procedures.filter(({ code }) => isGuidanceIncluded(line.code, code));
    if (including === undefined || isDistinct(line)) return [];
    return [
      atLine(
        line,
        `Payers pay ${line.code} as part of ${including.code}. Remove it, or add 59 if it was for another site.`,
      ),
    ];
  });
};

/** Two codes of which payers pay one. */
export const exclusiveCodes: Find = ({ lines }) =>
  EXCLUSIVE_PAIRS.flatMap(({ paid, other, canBeDistinct }) => {
    const kept = lines.find(({ code }) => code === paid);
    return lines
      .filter(({ code }) => kept !== undefined && code === other)
      .filter((line) => !canBeDistinct || (!isDistinct(line) && !areOnTwoSides(line, kept)))
      .map((line) =>
        atLine(
          line,
          canBeDistinct
            ? `Payers pay ${paid} or ${other}, not both. Add 59 or the side if they were for different sites.`
            : `Payers pay ${paid} or ${other}, never both. Remove one.`,
        ),
      );
  });

const areOnTwoSides = (line: PlacedLine, other: PlacedLine | undefined): boolean =>
  other !== undefined && ((has(line, 'LT') && has(other, 'RT')) || (has(line, 'RT') && has(other, 'LT')));

/**
 * An office visit on the day of a procedure without modifier 25, or 57 for the decision for surgery. Source: CMS, NCCI Policy Manual,
 * chapter I, section D; looked up on 2026-11-26.
 */
export const visit25: Find = ({ lines, otherLines }) => {
  const own = lines.find(({ lineType }) => lineType === 'procedure');
  const other = otherLines.find(({ lineType }) => lineType === 'procedure');
  const procedure = own ?? other;
  const otherVisit = otherLines.find((line) => isVisit(line) && !isSeparateVisit(line));
  return [
    ...(procedure === undefined
      ? []
      : lines
          .filter((line) => isVisit(line) && !isSeparateVisit(line))
          .map((line) =>
            atLine(
              line,
              `${line.code} is a visit on the day of ${procedure.code}${own === undefined ? ', which is in another dictation' : ''}. Payers pay it only with modifier 25.`,
            ),
          )),
    ...(own === undefined || otherVisit === undefined
      ? []
      : [
          atLine(
            own,
            `Another dictation of this day bills the visit ${otherVisit.code} without modifier 25. Payers pay it only with 25.`,
          ),
        ]),
  ];
};

const isVisit = ({ code }: { readonly code: string }): boolean => /^992(?:0[2-5]|1[1-5])$/u.test(code);
const isSeparateVisit = (line: { readonly modifiers: string }): boolean => has(line, '25') || has(line, '57');
