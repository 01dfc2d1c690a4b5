import { acceptsLaterality, acceptsModifier, isLaterality, type LineTraits } from '../billing-line.ts';
import type { BillingOption } from './billing-option.ts';
import type { Evaluation } from './evaluate.ts';
import { valueTexts } from './value.ts';

/** Why something is suggested: the rule, and the field with its value; no field for a template's default. */
export interface SuggestionReason {
  readonly ruleId: string | null;
  readonly fieldId: string;
  readonly label: string;
  readonly value: string;
}

export interface SuggestedModifier {
  readonly modifier: string;
  readonly reason: SuggestionReason;
}

/** Which side a note is about, from its field `side`. */
export type Side = 'left' | 'right' | 'bilateral' | 'midline';

/** Shown where modifier 50 comes from a one-sided entry. */
export const ONE_SIDED_WARNING =
  'Modifier 50 was suggested for a one-sided transforaminal entry. Payers expect LT or RT there: check the side and the modifier.';

/** LT or RT for a one-sided note; null for others. */
export const sideModifier = (side: Side | null): 'LT' | 'RT' | null =>
  side === 'left' ? 'LT' : side === 'right' ? 'RT' : null;

const valuesOf = ({ byId }: Evaluation, fieldId: string): ReadonlySet<string> =>
  new Set(valueTexts(byId.get(fieldId)?.effective).map((text) => text.trim().toLowerCase()));

/** The side of a note; null where it names none, or none that is clear. Left and right together are bilateral. */
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
 * The modifiers that a note asks for, those that change the payment first: 50 for both sides, or a transforaminal approach that is not
 * midline; 52 for a reduced service; else LT or RT for one side. `lineModifiers` says which of them a line gets.
 */
export function suggestModifiers(
  evaluation: Evaluation,
  billingOption: BillingOption,
): readonly SuggestedModifier[] {
  const side = sideOf(evaluation);
  const reduced = billingOption === 'reduced' ? [{ modifier: '52', reason: REDUCED }] : [];
  if (side === 'bilateral')
    return [{ modifier: '50', reason: reasonOfField(evaluation, 'side') }, ...reduced];
  if (isTransforaminal(evaluation))
    return [{ modifier: '50', reason: reasonOfField(evaluation, 'approach') }, ...reduced];
  const sided = sideModifier(side);
  return sided === null
    ? reduced
    : [...reduced, { modifier: sided, reason: reasonOfField(evaluation, 'side') }];
}

/** What a line gets without being asked: of its rules, and of the note. */
export interface LineModifiers {
  readonly ruled: readonly string[];
  readonly suggested: readonly SuggestedModifier[];
}

/**
 * The modifiers of a line: those of its rules, and of the note's those that a payer accepts on it. At most one of them says which side: a
 * rule's own where it fits the side of the note, else the note's.
 */
export function lineModifiers(
  traits: LineTraits,
  ruled: readonly string[],
  note: { readonly side: Side | null; readonly modifiers: readonly SuggestedModifier[] },
): LineModifiers {
  const accepted = note.modifiers.filter(
    ({ modifier }) => acceptsModifier(traits, modifier) && !ruled.includes(modifier),
  );
  if (!acceptsLaterality(traits)) return { ruled, suggested: accepted };
  const fitting = ruled.filter((modifier) => isLaterality(modifier) && fits(modifier, note.side));
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
 * The modifiers of a line that a person changed, after the note changed. `was` and `now` are those that the line gets by itself, before
 * and after: what is new of them comes, what is gone of them goes. What a person added or removed stays so, but LT and RT always follow
 * the side: they change with it, and are gone from a bilateral or midline note.
 */
export function followModifiers(
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
  // One that a person removed stays away.
  if (own === undefined) return was === undefined ? now : undefined;
  if (own === was) return now;
  if (before === after || after === null) return own;
  if (own === '50') return after === 'bilateral' ? own : (now ?? sideModifier(after) ?? undefined);
  return sideModifier(after) ?? now;
}

/** Whether modifier 50 is there without a side. */
export const lacksSide = (modifiers: readonly string[]): boolean =>
  modifiers.includes('50') && !modifiers.includes('LT') && !modifiers.includes('RT');
