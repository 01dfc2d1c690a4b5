import { isLaterality, type LineType } from '../../billing-line.ts';
import { editionOf, officialCode, sourceText, uncheckedSource } from '../../code-files/official.ts';
import { ADD_ON_LIST, LEVEL_CODES, primariesOf } from '../../codes/add-on-codes.ts';
import { lineKey } from '../../template/billing.ts';
import type { Evaluation } from '../../template/evaluate.ts';
import { valueTexts } from '../../template/value.ts';
import {
  anyOf,
  atField,
  atLine,
  has,
  linesOfProvider,
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

/** Add-on codes without a code that they are added to, in this dictation or another of the day and provider. */
export const addOnCode: Find = (dictation) => {
  const { official, procedureDate } = dictation;
  const edition = editionOf(official, 'addOn');
  const source = edition === null ? uncheckedSource(ADD_ON_LIST) : sourceText(edition, procedureDate);
  const others = linesOfProvider(dictation);
  const addOnOf = (code: string) =>
    edition === null ? listedAddOn(code) : (officialCode(official, code)?.addOn ?? null);
  return dictation.lines.flatMap((line) => {
    const addOn = addOnOf(line.code);
    if (addOn === null) return [];
    const services = [...dictation.lines.filter((each) => each !== line), ...others];
    const { type, primaries } = addOn;
    const isBilled =
      services.some(({ code }) => primaries.includes(code)) ||
      // Payers decide what else they accept, so only an add-on code on its own is certain.
      (type !== 1 && services.some((each) => isService(each) && addOnOf(each.code) === null));
    return isBilled
      ? []
      : [atLine(line, `${line.code} is an add-on code. It needs ${primariesText(type, primaries)}.`, source)];
  });
};

const listedAddOn = (code: string) => {
  const primaries = primariesOf(code);
  return primaries === undefined ? null : ({ type: 1, primaries } as const);
};

/** Source: CMS, Medicare NCCI Add-on Code Edits (page of the types 1 to 3); looked up on 2026-11-28. */
const primariesText = (type: 1 | 2 | 3, primaries: readonly string[]): string => {
  if (primaries.length === 0) return 'a procedure that it is added to';
  return type === 3 ? `${anyOf(primaries)}, or another code that the payer accepts` : anyOf(primaries);
};

const isService = ({ lineType }: { readonly lineType: LineType }): boolean => SERVICES.has(lineType);
const SERVICES: ReadonlySet<LineType> = new Set([
  'procedure',
  'imaging',
  'evaluation',
  'sedation',
  'anesthesia',
]);

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
