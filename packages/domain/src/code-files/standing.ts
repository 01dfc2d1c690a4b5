import { isIcd10, type CodeType } from '../billing-code.ts';
import { defaultLineTraits } from '../billing-line.ts';
import { addDays } from '../calendar.ts';
import type { CodeFileKind } from './kinds.ts';
import { isInEdition, type Edition, type Official, type OfficialCode } from './official.ts';

/** The loaded editions of a day, as they are asked about codes. */
export interface KnownOn {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly editions: ReadonlyMap<CodeFileKind, Edition>;
  readonly codes: ReadonlyMap<string, OfficialCode>;
  /** What the editions before said, by kind. A kind without an edition before is absent. */
  readonly before: ReadonlyMap<CodeFileKind, ReadonlyMap<string, OfficialCode>>;
}

/** The kinds that say which codes there are. */
export const LISTING_KINDS = ['hcpcs', 'feeSchedule', 'icd10'] as const satisfies readonly CodeFileKind[];
export type ListingKind = (typeof LISTING_KINDS)[number];

/** Whether the editions of the day have a code as one that can be billed. */
export type Standing =
  /** No file of its kind is loaded for the day, or it is a code of the practice. */
  | { readonly status: 'unchecked' }
  | { readonly status: 'valid' | 'notYet' | 'heading'; readonly edition: Edition }
  /** `lastDay` is null if no loaded edition lists the code. `isDropped`: only the edition before lists it. */
  | {
      readonly status: 'ended';
      readonly edition: Edition;
      readonly lastDay: string | null;
      readonly isDropped: boolean;
    };

const bySubject = (codes: readonly OfficialCode[]) => new Map(codes.map((each) => [each.code, each]));

/** Indexes what the files say; `before` is what they said on the day before each edition began. */
export function knownOn(
  day: string,
  official: Official,
  before: Readonly<Partial<Record<ListingKind, Official>>> = {},
): KnownOn {
  const earlier = LISTING_KINDS.flatMap((kind) => {
    const { editions, codes } = before[kind] ?? { editions: [], codes: [] };
    return editions.some((edition) => edition.kind === kind) ? [[kind, bySubject(codes)] as const] : [];
  });
  return {
    day,
    editions: new Map(official.editions.map((edition) => [edition.kind, edition])),
    codes: bySubject(official.codes),
    before: new Map(earlier),
  };
}

/**
 * The kind of file that lists a code; null for codes of the practice, and for procedure codes that the physician fee schedule does not
 * list, such as those of laboratories that end with U or M.
 */
export function listingKind(codeType: CodeType, code: string): ListingKind | null {
  if (codeType === 'ICD10') return isIcd10(code) ? 'icd10' : null;
  // The fee schedule has no anesthesia codes (CMS, Medicare Claims Processing Manual, chapter 23, addendum).
  if (defaultLineTraits(codeType, code).lineType === 'anesthesia') return null;
  // Dental codes (D) are not in the public file.
  if (/^[A-CE-V]\d{4}$/u.test(code)) return 'hcpcs';
  return /^\d{4}[\dT]$/u.test(code) ? 'feeSchedule' : null;
}

/** Whether a code can be billed on the day. */
export function standingOf(codeType: CodeType, code: string, known: KnownOn): Standing {
  const kind = listingKind(codeType, code);
  const edition = kind === null ? undefined : known.editions.get(kind);
  if (kind === null || edition === undefined) return { status: 'unchecked' };
  const official = known.codes.get(code);
  if (kind === 'hcpcs' && official?.hcpcs) {
    const { validFrom, validTo } = official.hcpcs;
    if (validTo !== null && validTo < known.day)
      return { status: 'ended', edition, lastDay: validTo, isDropped: false };
    return { status: validFrom !== null && validFrom > known.day ? 'notYet' : 'valid', edition };
  }
  if (kind === 'icd10' && official?.icd10)
    return { status: official.icd10.isBillable ? 'valid' : 'heading', edition };
  if (official?.[kind]) return { status: 'valid', edition };
  // One that has ended cannot know newer codes.
  if (!isInEdition(edition, known.day)) return { status: 'unchecked' };
  const isDropped = Boolean(known.before.get(kind)?.get(code)?.[kind]);
  const lastDay = isDropped ? addDays(edition.validFrom, -1) : null;
  return { status: 'ended', edition, lastDay, isDropped };
}
