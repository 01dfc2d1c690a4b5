import type { CodeType } from '../billing-code.ts';
import type { Validity } from '../billing-code-fact.ts';
import { factsOf } from '../billing-code-facts.ts';
import { countText, unitsInRange } from '../template/units.ts';
import {
  keyOf,
  statusText,
  type CatalogUse,
  type EditionChange,
  type Found,
  type RuleUse,
} from './changes.ts';
import type { Edition } from './official.ts';
import { standingOf, type KnownOn, type Standing } from './standing.ts';

/** What is wrong with the codes that rules assign. `catalog`: active codes that can replace them. */
export function ruleChanges(
  uses: readonly RuleUse[],
  catalog: readonly CatalogUse[],
  known: KnownOn,
): readonly EditionChange[] {
  // A rule can assign a code several times, with different modifiers.
  const once = new Map<string, EditionChange>();
  for (const use of uses)
    for (const found of [
      ...replacedOf(use, catalog, known),
      ...limitOf(use, known),
      ...addOnOf(use, known),
    ]) {
      const { ruleId, templateId, templateName, ruleName, templateCodes: _all, count: _count, ...code } = use;
      const { fact: _fact, ...change } = found;
      const key = keyOf(`${ruleId} ${use.billingCodeId}`, found);
      once.set(key, { ...code, ...change, key, rule: { ruleId, templateId, templateName, ruleName } });
    }
  return [...once.values()];
}

function replacedOf(
  { code, codeType }: RuleUse,
  catalog: readonly CatalogUse[],
  known: KnownOn,
): readonly Found[] {
  const standing = standingOf(codeType, code, known);
  if (standing.status === 'unchecked') return [];
  const validTo = known.codes.get(code)?.hcpcs?.validTo ?? null;
  const message = statusText(standing, { validFrom: null, validTo }, known.day);
  if (message === null) return [];
  const kind = standing.status === 'ended' ? 'ended' : standing.status === 'heading' ? 'heading' : 'endsSoon';
  const proposal = { action: 'replace', codes: successorsOf(codeType, code, catalog, known) } as const;
  return [{ kind, message, edition: standing.edition, fact: kind, proposal }];
}

const MAX_SUGGESTED = 10;

const isBillable = ({ status }: Standing) => status === 'valid' || status === 'unchecked';

/** Codes of the catalog that can be billed instead: the known successor, or the longer codes of a heading. */
function successorsOf(
  codeType: CodeType,
  code: string,
  catalog: readonly CatalogUse[],
  known: KnownOn,
): readonly string[] {
  const { replacedBy } = factsOf(codeType, code);
  const isSuccessor = (other: CatalogUse) =>
    other.code === replacedBy || (codeType === 'ICD10' && other.code.startsWith(code));
  const canBeBilled = (other: CatalogUse) =>
    other.codeType === codeType && other.isBillable && other.code !== code && isSuccessor(other);
  return catalog
    .filter((other) => canBeBilled(other) && isBillable(standingOf(codeType, other.code, known)))
    .map((other) => other.code)
    .slice(0, MAX_SUGGESTED);
}

/** Counts that make more units than payers accept. Without an upper limit, nobody knows how many they make. */
function limitOf({ code, count }: RuleUse, known: KnownOn): readonly Found[] {
  const edition = known.editions.get('mue');
  const mue = known.codes.get(code)?.mue;
  if (count === null || count.to === null || !mue || edition === undefined) return [];
  const most = unitsInRange(count.to, count);
  if (most <= mue.units) return [];
  const per = mue.adjudication === 1 ? 'on a line' : 'a day';
  return [
    {
      kind: 'overLimit',
      message: `Makes up to ${most} units (${countText(count)}); payers accept at most ${mue.units} ${per}`,
      edition,
      fact: `limit ${mue.units} ${most}`,
      proposal: null,
    },
  ];
}

/** Add-on codes of templates whose rules assign none of their primaries. */
function addOnOf({ code, templateCodes }: RuleUse, known: KnownOn): readonly Found[] {
  const edition = known.editions.get('addOn');
  const addOn = known.codes.get(code)?.addOn;
  if (edition === undefined || !addOn || addOn.primaries.length === 0) return [];
  if (addOn.primaries.some((primary) => templateCodes.has(primary))) return [];
  const named = addOn.primaries.slice(0, 5).join(', ');
  const more = addOn.primaries.length > 5 ? ` and ${addOn.primaries.length - 5} others` : '';
  return [
    {
      kind: 'addOn',
      message: `Is added to ${named}${more}, but no rule of the template assigns one of them`,
      edition,
      fact: `addOn ${addOn.type}`,
      proposal: null,
    },
  ];
}

/** A code on unsigned notes of a day. */
export interface NoteUse {
  readonly code: string;
  readonly codeType: CodeType;
  readonly noteCount: number;
}
export interface NoteChange extends NoteUse {
  readonly kind: 'ended' | 'heading';
  /** Of the notes. */
  readonly days: readonly string[];
  readonly message: string;
  readonly edition: Edition;
}

/** The codes on unsigned notes that cannot be billed on the day of the note, each once for each edition that says so. */
export function noteChanges(
  days: readonly { readonly known: KnownOn; readonly uses: readonly NoteUse[] }[],
): readonly NoteChange[] {
  const found = new Map<string, NoteChange>();
  for (const { known, uses } of days)
    for (const use of uses) {
      const standing = standingOf(use.codeType, use.code, known);
      if (standing.status !== 'ended' && standing.status !== 'heading') continue;
      const { status: kind, edition } = standing;
      const message = statusText(standing, NO_DAYS, known.day) ?? '';
      const key = [use.codeType, use.code, kind, edition.validFrom].join(' ');
      const earlier = found.get(key);
      const noteCount = use.noteCount + (earlier?.noteCount ?? 0);
      found.set(key, {
        ...use,
        noteCount,
        kind,
        message,
        edition,
        days: [...(earlier?.days ?? []), known.day],
      });
    }
  return [...found.values()];
}

const NO_DAYS: Validity = { validFrom: null, validTo: null };
