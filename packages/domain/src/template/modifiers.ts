import { acceptsLaterality, acceptsModifier, isLaterality, type LineTraits } from '../billing-line.ts';
import type { BillingOption } from './billing-option.ts';
import type { Evaluation } from './evaluate.ts';
import { valueTexts } from './value.ts';

/** Why a code or modifier is suggested: the rule (null for a modifier), the field with its value, and the conditions in words. */
export interface SuggestionReason {
  readonly ruleId: string | null;
  readonly fieldId: string;
  readonly label: string;
  readonly value: string;
  readonly when?: string;
}

/** A suggested modifier and the field that suggested it. */
export interface SuggestedModifier {
  readonly modifier: string;
  readonly reason: SuggestionReason;
}

/** The side of a dictation, from its field `side`. */
export type Side = 'left' | 'right' | 'bilateral' | 'midline';

/** Warning when modifier 50 was suggested for a one-sided entry. */
export const ONE_SIDED_WARNING =
  'Modifier 50 was suggested for a one-sided transforaminal entry. Payers expect LT or RT. Check the side and the modifier.';

/** What a practice can have suggested for a transforaminal approach on one side: modifier 50, or LT or RT. */
export const ONE_SIDED_MODIFIERS = ['50', 'side'] as const;
export type OneSidedModifier = (typeof ONE_SIDED_MODIFIERS)[number];

/** LT or RT for a one-sided dictation; otherwise null. */
export const sideModifier = (side: Side | null): 'LT' | 'RT' | null =>
  side === 'left' ? 'LT' : side === 'right' ? 'RT' : null;

const valuesOf = ({ byId }: Evaluation, fieldId: string): ReadonlySet<string> =>
  new Set(valueTexts(byId.get(fieldId)?.effective).map((text) => text.trim().toLowerCase()));

/** The side of a dictation; null if it has none or an unknown one. Left and right together are bilateral. */
export function sideOf(evaluation: Evaluation): Side | null {
  const values = valuesOf(evaluation, 'side');
  if (values.has('bilateral') || (values.has('left') && values.has('right'))) return 'bilateral';
  if (values.has('midline')) return 'midline';
  return values.has('left') ? 'left' : values.has('right') ? 'right' : null;
}

const isTransforaminal = (evaluation: Evaluation): boolean =>
  valuesOf(evaluation, 'approach').has('transforaminal') && sideOf(evaluation) !== 'midline';

/** Whether modifier 50 comes from a transforaminal entry that is not bilateral. */
export const isOneSidedEntry = (evaluation: Evaluation): boolean =>
  isTransforaminal(evaluation) && sideOf(evaluation) !== 'bilateral';

function reasonOfField(evaluation: Evaluation, fieldId: string): SuggestionReason {
  const state = evaluation.byId.get(fieldId);
  return { ruleId: null, fieldId, label: state?.field.label ?? fieldId, value: state?.text ?? '' };
}

const REDUCED: SuggestionReason = {
  ruleId: null,
  fieldId: 'billingOption',
  label: 'Billing option',
  value: 'Reduced service',
};

/**
 * The modifiers suggested by a dictation's fields, payment modifiers first: 50 for both sides or a transforaminal approach that is
 * not midline, 52 for a reduced service, LT or RT for one side. `lineModifiers` selects those that apply to a line. With `oneSided`
 * "side", a transforaminal approach on one side has LT or RT.
 */
export function suggestModifiers(
  evaluation: Evaluation,
  billingOption: BillingOption,
  oneSided: OneSidedModifier = '50',
): readonly SuggestedModifier[] {
  const side = sideOf(evaluation);
  const reduced = billingOption === 'reduced' ? [{ modifier: '52', reason: REDUCED }] : [];
  if (side === 'bilateral')
    return [{ modifier: '50', reason: reasonOfField(evaluation, 'side') }, ...reduced];
  const sided = sideModifier(side);
  if (isTransforaminal(evaluation) && (oneSided === '50' || sided === null))
    return [{ modifier: '50', reason: reasonOfField(evaluation, 'approach') }, ...reduced];
  return sided === null
    ? reduced
    : [...reduced, { modifier: sided, reason: reasonOfField(evaluation, 'side') }];
}

/** The automatic modifiers of a line: from its rules, and suggested by the dictation's fields. */
export interface LineModifiers {
  readonly ruled: readonly string[];
  readonly suggested: readonly SuggestedModifier[];
}

/**
 * The modifiers of a line: those of its rules, and those of the dictation that payers accept on the line. At most one of them is
 * for the side: the rule's modifier if it fits the dictation's side, otherwise the dictation's.
 */
export function lineModifiers(
  traits: LineTraits,
  ruled: readonly string[],
  dictation: { readonly side: Side | null; readonly modifiers: readonly SuggestedModifier[] },
): LineModifiers {
  const accepted = dictation.modifiers.filter(
    ({ modifier }) =>
      acceptsModifier(traits, modifier) &&
      !ruled.includes(modifier) &&
      // A discontinued procedure (53) is not a reduced one (52) as well.
      !(modifier === '52' && ruled.includes('53')),
  );
  if (!acceptsLaterality(traits)) return { ruled, suggested: accepted };
  const fitting = ruled.filter((modifier) => isLaterality(modifier) && fits(modifier, dictation.side));
  const own = fitting.find((modifier) => modifier !== '50') ?? fitting[0];
  return {
    ruled: ruled.filter((modifier) => !isLaterality(modifier) || modifier === own),
    suggested: accepted.filter(({ modifier }) => own === undefined || !isLaterality(modifier)),
  };
}

function fits(modifier: string, side: Side | null): boolean {
  if (side === null) return true;
  return modifier === '50' ? side !== 'midline' : modifier === sideModifier(side);
}

interface SideChange {
  readonly before: Side | null;
  readonly after: Side | null;
}

/**
 * Updates the modifiers of a manually edited line after the dictation changed. `was` and `now` are the line's automatic modifiers
 * before and after the change. New automatic modifiers are added and obsolete ones removed. Manual additions and removals are
 * kept, but LT and RT always follow the side and are removed when the dictation becomes bilateral or midline.
 */
export function updateEditedModifiers(
  line: readonly string[],
  was: readonly string[],
  now: readonly string[],
  sides: SideChange,
): readonly string[] {
  const target = followedLaterality(line, was.find(isLaterality), now.find(isLaterality), sides);
  const kept = line.flatMap((modifier) => {
    if (isLaterality(modifier)) return target === undefined ? [] : [target];
    return was.includes(modifier) && !now.includes(modifier) ? [] : [modifier];
  });
  const came = now.filter((modifier) => !isLaterality(modifier) && !was.includes(modifier));
  return [...new Set([...kept, ...came, ...(target === undefined ? [] : [target])])];
}

function followedLaterality(
  line: readonly string[],
  was: string | undefined,
  now: string | undefined,
  { before, after }: SideChange,
): string | undefined {
  const own = line.find((modifier) => isLaterality(modifier) && modifier !== '50') ?? line.find(isLaterality);
  // A modifier that the user removed is not added again.
  if (own === undefined) return was === undefined ? now : undefined;
  if (own === was) return now;
  if (before === after || after === null) return own;
  if (own === '50') return after === 'bilateral' ? own : (now ?? sideModifier(after) ?? undefined);
  return sideModifier(after) ?? now;
}

/** Whether the modifiers include 50 but neither LT nor RT. */
export const isMissingSide = (modifiers: readonly string[]): boolean =>
  modifiers.includes('50') && !modifiers.includes('LT') && !modifiers.includes('RT');
