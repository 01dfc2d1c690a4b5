import { acceptsModifier, defaultLineTraits, isLaterality } from '@portal/domain/billing-line';
import {
  distinguishingModifiers,
  includedIn,
  SEPARATE_SITE_MODIFIERS,
} from '@portal/domain/dictation/separate-sites';
import {
  lineKey,
  modifiersOf,
  splitModifiers,
  type SuggestedCode,
  type Suggestions,
} from '@portal/domain/template/billing';
import { updateEditedModifiers, type SuggestedModifier } from '@portal/domain/template/modifiers';
import { isSameCode, isSameLine, joined, lineOf, withKnownPointers, type CodeLine } from './code-lines.ts';

/**
 * Updates the codes after the form entries changed the suggestions. Lines that the user added, removed, or changed stay as they
 * are; automatic lines are added in the order of the suggestions, removed, and updated with them. LT and RT follow the side, unless the user added the
 * line beside another one of the same code. Units follow the dose until the user changes them.
 */
export function followSuggestions(
  lines: readonly CodeLine[],
  before: Suggestions,
  after: Suggestions,
): readonly CodeLine[] {
  const old = suggestionsOf(lines, before);
  const successors = pairs(before.codes, after.codes, [(a, b) => a.key === b.key, isSameCode]);
  const known = new Set(successors.values());
  const joining = pairs(
    lines.filter((line) => !old.has(line)),
    after.codes.filter((code) => !known.has(code)),
    [isFrom, hasSameModifiers, isPlain, (line, code) => !code.isDefault && isNotOtherSide(line, code)],
  );
  const taken = new Set<SuggestedCode>();
  const places = new Map<string, number>();
  const kept = lines.flatMap((line) => {
    const was = old.get(line);
    const is = was === undefined ? joining.get(line) : successors.get(was);
    if (is !== undefined) {
      taken.add(is);
      places.set(line.id, after.codes.indexOf(is));
    }
    if (was?.isDefault === true && isSameLine(lineOf(was), line))
      return is?.isDefault === true ? [{ ...lineOf(is), id: line.id }] : [];
    const isBeside = lines.some((other) => other !== line && isSameCode(other, line));
    if (was === undefined && is === undefined && isBeside) return [line];
    const modifiers = updateEditedModifiers(
      splitModifiers(line.modifiers),
      was === undefined ? [] : modifiersOf(was),
      is === undefined ? [] : modifiersOf(is),
      { before: before.side, after: after.side },
    );
    const units = is !== undefined && line.units === was?.units ? is.units : line.units;
    const from = (is ?? was)?.key ?? line.from;
    return [{ ...line, from, modifiers: joined(modifiers), units }];
  });
  // What was suggested before and is not there was removed by the user.
  const had = new Set(before.codes.flatMap(({ isDefault, key }) => (isDefault ? [key] : [])));
  const added = after.codes
    .filter(({ isDefault, key }) => isDefault && !had.has(key))
    .filter((code) => !taken.has(code));
  return withKnownPointers(
    added.reduce<readonly CodeLine[]>((all, code) => inPlace(all, code, after, places), kept),
  );
}

/** Adds a suggested line before the first one that is suggested after it, so that procedures stay before drugs. */
function inPlace(
  lines: readonly CodeLine[],
  code: SuggestedCode,
  { codes }: Suggestions,
  places: Map<string, number>,
): readonly CodeLine[] {
  const line = lineOf(code);
  const place = codes.indexOf(code);
  const next = lines.findIndex(({ id }) => (places.get(id) ?? -1) > place);
  places.set(line.id, place);
  return next === -1 ? [...lines, line] : lines.toSpliced(next, 0, line);
}

/** Pairs items one to one by the first test that fits, in their order. */
function pairs<A, B>(
  items: readonly A[],
  others: readonly B[],
  tests: readonly ((item: A, other: B) => boolean)[],
): ReadonlyMap<A, B> {
  const found = new Map<A, B>();
  const taken = new Set<B>();
  for (const isPair of tests)
    for (const item of items.filter((each) => !found.has(each))) {
      const other = others.find((each) => !taken.has(each) && isPair(item, each));
      if (other === undefined) continue;
      found.set(item, other);
      taken.add(other);
    }
  return found;
}

type LineTest = (line: CodeLine, code: SuggestedCode) => boolean;
const isFrom: LineTest = (line, code) => line.from === code.key;
const hasSameModifiers: LineTest = (line, code) =>
  lineKey(line) === lineKey({ ...code, modifiers: joined(modifiersOf(code)) });
/** A line that nothing sets apart yet. */
const isPlain: LineTest = (line, code) =>
  isSameCode(line, code) && line.modifiers === '' && line.diagnosisPointers === null;
const sideOf = (modifiers: readonly string[]) =>
  modifiers.find((modifier) => modifier === 'LT' || modifier === 'RT') ?? modifiers.find(isLaterality);
const hasSameSide: LineTest = (line, code) =>
  isSameCode(line, code) && sideOf(splitModifiers(line.modifiers)) === sideOf(modifiersOf(code));
const isNotOtherSide: LineTest = (line, code) => {
  const sides = [sideOf(splitModifiers(line.modifiers)), sideOf(modifiersOf(code))];
  return isSameCode(line, code) && !(sides.includes('LT') && sides.includes('RT'));
};

/**
 * The suggestion behind each line: the one it came from, or with its modifiers, else one of its code that is not for the other side. Lines that the
 * user added have none.
 */
export const suggestionsOf = (
  lines: readonly CodeLine[],
  { codes }: Suggestions,
): ReadonlyMap<CodeLine, SuggestedCode> =>
  pairs(lines, codes, [isFrom, hasSameModifiers, hasSameSide, isNotOtherSide]);

/** The suggested codes that are not on the dictation. */
export const openSuggestions = (
  lines: readonly CodeLine[],
  suggestions: Suggestions,
): readonly SuggestedCode[] => {
  const have = new Set(suggestionsOf(lines, suggestions).values());
  return suggestions.codes.filter((code) => !have.has(code));
};

/** The name of a suggestion, with its modifiers if the code is suggested more than once. */
export const suggestionName = (code: SuggestedCode, { codes }: Suggestions): string =>
  codes.filter((other) => isSameCode(other, code)).length < 2
    ? code.code
    : [code.code, ...modifiersOf(code)].join('-');

/** Why a modifier sets a second line of a code apart. */
const labelOf = (modifier: string): string =>
  modifier === 'JW'
    ? 'Discarded amount of'
    : isLaterality(modifier)
      ? 'Other side than the other'
      : 'Separate site from the other';

/**
 * Suggested modifiers that the line does not have yet and that payers accept there, 59 or XS when payers may count the line as part
 * of an earlier one, and what sets it apart from an earlier line of the same code.
 */
export function openModifiers(
  line: CodeLine,
  suggestions: Suggestions,
  lines: readonly CodeLine[],
): readonly SuggestedModifier[] {
  const all = splitModifiers(line.modifiers);
  const isSided = all.some(isLaterality);
  const suggestion = suggestionsOf(lines, suggestions).get(line);
  const traits = suggestion ?? defaultLineTraits(line.codeType, line.code);
  const apart = distinguishingModifiers(line, traits, lines);
  const wanted =
    suggestion?.suggestedModifiers ??
    (apart.length > 0 ? [] : suggestions.modifiers).filter(({ modifier }) =>
      acceptsModifier(traits, modifier),
    );
  const other = apart.length > 0 ? undefined : includedIn(line, all, lines);
  return [
    ...wanted.filter(({ modifier }) => !all.includes(modifier) && !(isSided && isLaterality(modifier))),
    ...(other === undefined ? [] : SEPARATE_SITE_MODIFIERS).map((modifier) => ({
      modifier,
      reason: { ruleId: null, fieldId: '', label: 'Separate site from', value: other?.code ?? '' },
    })),
    ...apart.map((modifier) => ({
      modifier,
      reason: { ruleId: null, fieldId: '', label: labelOf(modifier), value: line.code },
    })),
  ];
}
