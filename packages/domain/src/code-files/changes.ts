import type { CodeType } from '../billing-code.ts';
import type { Validity } from '../billing-code-fact.ts';
import { validityText } from '../billing-code-facts.ts';
import { unitText, type CodeTraits, type TraitChange } from '../billing-code-traits.ts';
import { addDays } from '../calendar.ts';
import { formatDateUs } from '../date.ts';
import type { CountRange } from '../template/units.ts';
import { describedUnit, isSameSize } from './described-unit.ts';
import type { Edition } from './official.ts';
import { standingOf, type KnownOn, type Standing } from './standing.ts';

/** What an edition changes for the practice, in the order of the page. */
export const CHANGE_KINDS = ['ended', 'endsSoon', 'heading', 'value', 'overLimit', 'addOn'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  ended: 'Ended or not listed',
  endsSoon: 'Codes that end soon',
  heading: 'Codes that became headings',
  value: 'Changed values',
  overLimit: 'Units above the limit',
  addOn: 'Add-on codes without their primary',
};

/** A code that ends within these days ends soon. */
const SOON_DAYS = 60;

/** An active code of the catalog, and where it is used. */
export interface CatalogUse extends CodeTraits {
  readonly id: string;
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly version: number;
  readonly ruleCount: number;
  readonly noteCount: number;
}

/** A code that a rule of a template assigns. */
export interface RuleUse {
  readonly ruleId: string;
  readonly version: number;
  readonly templateId: string;
  readonly templateName: string;
  /** When the rule applies, in words. */
  readonly ruleName: string;
  readonly billingCodeId: string;
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly count: CountRange | null;
  /** The codes of all rules of the template. */
  readonly templateCodes: ReadonlySet<string>;
}

/** What a person can accept. */
export type Proposal =
  /** Change a code of the catalog. */
  | {
      readonly action: 'change';
      readonly change: TraitChange & { readonly isActive?: boolean };
      readonly label: string;
      readonly from: string;
      readonly to: string;
    }
  /** Replace the code in the rule by one that the person chooses, or remove it. `codes` are suggested, best first. */
  | { readonly action: 'replace'; readonly codes: readonly string[] };

/** Something that an edition says differently from the practice. */
export interface EditionChange {
  /** Identifies what differs, from which edition, with its value. */
  readonly key: string;
  readonly kind: ChangeKind;
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly billingCodeId: string;
  /** The rule that uses the code; null for the code itself. */
  readonly rule: Pick<RuleUse, 'ruleId' | 'templateId' | 'templateName' | 'ruleName'> | null;
  /** Of the record that an accepted proposal changes. */
  readonly version: number;
  readonly message: string;
  readonly edition: Edition;
  /** Null if a person has to decide what to change. */
  readonly proposal: Proposal | null;
}

export type Found = Pick<EditionChange, 'kind' | 'message' | 'edition' | 'proposal'> & {
  /** What is said, and its value. */
  readonly fact: string;
};

export const keyOf = (subject: string, { edition, fact }: Found): string =>
  [edition.kind, edition.validFrom, subject, fact].join(' ');

/** What the editions of the day say differently from the catalog, or about codes that nothing uses any longer. */
export const catalogChanges = (uses: readonly CatalogUse[], known: KnownOn): readonly EditionChange[] =>
  uses.flatMap((use) =>
    [...listingOf(use, known), ...valuesOf(use, known)].map((found) => {
      const { fact: _fact, ...change } = found;
      const { id, code, codeType, description, version } = use;
      const key = keyOf(id, found);
      return { ...change, key, code, codeType, description, version, billingCodeId: id, rule: null };
    }),
  );

/** Whether the code is in its edition, and from when until when. */
function listingOf(use: CatalogUse, known: KnownOn): readonly Found[] {
  const standing = standingOf(use.codeType, use.code, known);
  if (standing.status === 'unchecked') return [];
  const { edition } = standing;
  if (standing.status === 'heading')
    return use.isBillable ? [flagOf(use, standing.edition, false, HEADING)] : [];
  const { hcpcs } = known.codes.get(use.code) ?? {};
  const days: Validity | null = edition.kind === 'hcpcs' && hcpcs ? hcpcs : droppedDays(use, standing);
  if (days !== null && (days.validFrom !== use.validFrom || days.validTo !== use.validTo))
    return [
      {
        kind: standing.status === 'ended' ? 'ended' : endsSoon(days, known.day) ? 'endsSoon' : 'value',
        message: statusText(standing, days, known.day) ?? `Valid dates are ${validityText(days)}`,
        edition,
        fact: `days ${days.validFrom ?? '-'} ${days.validTo ?? '-'}`,
        proposal: {
          action: 'change',
          change: { validFrom: days.validFrom, validTo: days.validTo },
          label: 'Valid dates',
          from: validityText(use),
          to: validityText(days),
        },
      },
    ];
  if (standing.status === 'ended') return endedOf(use, standing, known.day);
  return edition.kind === 'icd10' && !use.isBillable
    ? [flagOf(use, edition, true, 'Can be billed in this edition')]
    : [];
}

/** The days of a code that the edition no longer lists: the last one is known if the edition before lists it. */
const droppedDays = (use: CatalogUse, standing: Standing): Validity | null =>
  standing.status === 'ended' &&
  standing.lastDay !== null &&
  (use.validTo === null || use.validTo > standing.lastDay)
    ? { validFrom: use.validFrom, validTo: standing.lastDay }
    : null;

/**
 * A code that ended and of which the catalog knows the days can be deactivated if nothing uses it. That no edition lists a code does not
 * prove that it ended.
 */
function endedOf(
  use: CatalogUse,
  standing: Standing & { readonly status: 'ended' },
  day: string,
): readonly Found[] {
  const hasEnded = standing.lastDay !== null || (use.validTo !== null && use.validTo < day);
  const isUnused = use.ruleCount === 0 && use.noteCount === 0;
  // The rules and notes that use it are listed.
  if (hasEnded && !isUnused) return [];
  return [
    {
      kind: 'ended',
      message: statusText(standing, use, day) ?? '',
      edition: standing.edition,
      fact: 'ended',
      proposal: hasEnded
        ? { action: 'change', change: { isActive: false }, label: 'Status', from: 'Active', to: 'Inactive' }
        : null,
    },
  ];
}

const HEADING = 'Has longer codes now and cannot be billed';

const flagOf = (use: CatalogUse, edition: Edition, isBillable: boolean, message: string): Found => ({
  kind: isBillable ? 'value' : 'heading',
  message,
  edition,
  fact: `billable ${isBillable}`,
  proposal: {
    action: 'change',
    change: { isBillable },
    label: 'Billable',
    from: use.isBillable ? 'Billable' : 'Heading',
    to: isBillable ? 'Billable' : 'Heading',
  },
});

/** The indicator and the unit size, where they matter for the code. */
function valuesOf(use: CatalogUse, known: KnownOn): readonly Found[] {
  const official = known.codes.get(use.code);
  const { bilateral } = official?.feeSchedule ?? {};
  const fees = known.editions.get('feeSchedule');
  const size = official?.hcpcs ? describedUnit(official.hcpcs.description) : null;
  const hcpcs = known.editions.get('hcpcs');
  const hasSides = use.lineType === 'procedure' || use.lineType === 'imaging';
  return [
    ...(hasSides && fees && bilateral !== undefined && bilateral !== use.bilateralIndicator
      ? [
          valueOf(fees, `bilateral ${bilateral}`, {
            change: { bilateralIndicator: bilateral },
            label: 'Bilateral indicator',
            from: use.bilateralIndicator?.toString() ?? 'unknown',
            to: bilateral.toString(),
          }),
        ]
      : []),
    ...(use.lineType === 'drug' && hcpcs && size && !isSameSize(size, use)
      ? [
          valueOf(hcpcs, `unit ${unitText(size)}`, {
            change: size,
            label: 'Unit size',
            from: unitText(use) || 'no unit size',
            to: unitText(size),
          }),
        ]
      : []),
  ];
}

const valueOf = (
  edition: Edition,
  fact: string,
  values: Omit<Proposal & { readonly action: 'change' }, 'action'>,
): Found => ({
  kind: 'value',
  message: `${values.label} is ${values.to}`,
  edition,
  fact,
  proposal: { action: 'change', ...values },
});

const endsSoon = ({ validTo }: Validity, day: string): boolean =>
  validTo !== null && day <= validTo && validTo <= addDays(day, SOON_DAYS);

/** What is wrong with billing a code, or null. */
export function statusText(standing: Standing, { validTo }: Validity, day: string): string | null {
  if (standing.status === 'heading') return HEADING;
  if (standing.status === 'ended') {
    if (standing.isDropped) return 'No longer in this edition; the one before lists it';
    return standing.lastDay === null ? 'Not in this edition' : `Ended ${formatDateUs(standing.lastDay)}`;
  }
  return validTo !== null && endsSoon({ validFrom: null, validTo }, day)
    ? `Ends ${formatDateUs(validTo)}`
    : null;
}
