import { editionOf, sourceText, uncheckedSource } from '../../code-files/official.ts';
import { listedPairs, PAIR_LIST, type CodePair } from '../../codes/code-edits.ts';
import { ANATOMIC_MODIFIERS, PAIR_MODIFIERS } from '../../codes/modifiers.ts';
import {
  atLine,
  has,
  linesOfProvider,
  modifiersOfLine,
  type Find,
  type OtherLine,
  type PlacedDictation,
  type PlacedLine,
} from './checked.ts';

/** Imaging guidance that payers count as part of the procedure, or of all procedures of the day. */
export const includedGuidance: Find = (dictation) =>
  paidOnce(dictation, ({ lineType }) => lineType === 'imaging').map(
    ({ line, column2, paid, isSeparable, source }) =>
      atLine(
        line,
        isSeparable
          ? `Payers pay ${column2} as part of ${paid}. Remove it, or add 59 if it was for another site.`
          : `Payers always pay ${column2} as part of ${paid}. Remove it.`,
        source,
      ),
  );

/** Two codes of which payers pay one. */
export const exclusiveCodes: Find = (dictation) =>
  paidOnce(dictation, ({ lineType }) => lineType !== 'imaging').map(
    ({ line, column2, paid, isSeparable, source }) => {
      const advice = isVisit(line)
        ? 'Add 25 if it was a separate visit.'
        : 'Add 59 or the side if they were for different sites.';
      return atLine(
        line,
        isSeparable
          ? `Payers pay ${paid} but not ${column2} with it. ${advice}`
          : `Payers pay ${paid} but never ${column2} with it. Remove one.`,
        source,
      );
    },
  );

type Service = PlacedLine | OtherLine;

/** A code that is not paid, with the codes that are paid instead, and the line of this dictation where it can be corrected. */
interface PaidOnce {
  readonly line: PlacedLine;
  readonly column2: string;
  /** "64483 and 64493", or "64483 of another dictation". */
  readonly paid: string;
  readonly isSeparable: boolean;
  readonly source: string;
}

/** The lines that are not paid besides others of the day, of this provider. Of several reasons, the strictest counts. */
function paidOnce(dictation: PlacedDictation, isMeant: (column2: Service) => boolean): readonly PaidOnce[] {
  const own = dictation.lines.filter(({ codeType }) => codeType === 'CPT');
  const others = linesOfProvider(dictation);
  const { pairs, source } = pairsOf(dictation, [...own, ...others]);
  const clashes = (line: Service, at: 'column1' | 'column2', partners: readonly Service[]) =>
    pairs
      .filter((pair) => pair[at] === line.code)
      .flatMap((pair) =>
        partners
          .filter(({ code }) => code === pair[at === 'column1' ? 'column2' : 'column1'])
          .filter((partner) => isMeant(at === 'column2' ? line : partner))
          .filter((partner) => !isVisitOfProcedure(line, partner))
          .filter((partner) => pair.indicator === 0 || !areSeparate(line, partner))
          .map((partner) => ({ partner, isSeparable: pair.indicator === 1 })),
      );
  return own.flatMap((line) => {
    const unpaid = clashes(line, 'column2', [...own, ...others]);
    const strict = unpaid.filter(({ isSeparable }) => !isSeparable);
    const paying = (strict.length > 0 ? strict : unpaid).map(({ partner }) => partner);
    return [
      ...(paying.length > 0
        ? [{ line, column2: line.code, paid: named(paying), isSeparable: strict.length === 0, source }]
        : []),
      ...clashes(line, 'column1', others).map(({ partner, isSeparable }) => ({
        line,
        column2: `${partner.code} of another dictation`,
        paid: line.code,
        isSeparable,
        source,
      })),
    ];
  });
}

/** The pairs of the loaded edition, or of the published list. */
function pairsOf(
  { official, procedureDate }: PlacedDictation,
  services: readonly Service[],
): { readonly pairs: readonly CodePair[]; readonly source: string } {
  const edition = editionOf(official, 'ptp');
  return edition === null
    ? { pairs: listedPairs(services.map(({ code }) => code)), source: uncheckedSource(PAIR_LIST) }
    : {
        pairs: official.pairs.filter(({ indicator }) => indicator !== 9),
        source: sourceText(edition, procedureDate),
      };
}

/** "64483 and 64493 of another dictation". */
const named = (services: readonly Service[]): string =>
  [
    ...new Set(
      services.map((each) => ('lineIndex' in each ? each.code : `${each.code} of another dictation`)),
    ),
  ].join(' and ');

/**
 * Whether modifiers say that two services of a pair were separate. Sides and digits do only if both lines have them and they differ: the
 * services must be at different sites (NCCI Policy Manual, chapter I, section E; looked up on 2026-11-28).
 */
function areSeparate(one: Service, other: Service): boolean {
  if (
    [one, other].some(({ modifiers }) => modifiersOfLine(modifiers).some((each) => PAIR_MODIFIERS.has(each)))
  )
    return true;
  const [sites, otherSites] = [sitesOf(one), sitesOf(other)];
  return sites.length > 0 && otherSites.length > 0 && !sites.some((site) => otherSites.includes(site));
}

const sitesOf = ({ modifiers }: Service): readonly string[] =>
  modifiersOfLine(modifiers).flatMap((each) =>
    each === '50' ? ['LT', 'RT'] : ANATOMIC_MODIFIERS.has(each) ? [each] : [],
  );

/** A visit on the day of a procedure has a check of its own: its modifier is 25. */
const isVisitOfProcedure = (one: Service, other: Service): boolean =>
  (isVisit(one) && other.lineType === 'procedure') || (isVisit(other) && one.lineType === 'procedure');

/**
 * An office visit on the day of a procedure without modifier 25, or 57 for the decision for surgery. Source: CMS, NCCI Policy Manual,
 * chapter I, section D; looked up on 2026-11-26.
 */
export const visit25: Find = (dictation) => {
  const { lines, otherLines } = dictation;
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
              visitSource(dictation, line.code, procedure.code),
            ),
          )),
    ...(own === undefined || otherVisit === undefined
      ? []
      : [
          atLine(
            own,
            `Another dictation of this day bills the visit ${otherVisit.code} without modifier 25. Payers pay it only with 25.`,
            visitSource(dictation, otherVisit.code, own.code),
          ),
        ]),
  ];
};

/** The edition that has the visit and the procedure as a pair. Without one, it is the manual's rule. */
function visitSource({ official, procedureDate }: PlacedDictation, visit: string, procedure: string): string {
  const edition = editionOf(official, 'ptp');
  const isPair = official.pairs.some(({ column1, column2 }) => column1 === procedure && column2 === visit);
  return edition !== null && isPair
    ? sourceText(edition, procedureDate)
    : 'CMS, NCCI Policy Manual, chapter I, section D';
}

const isVisit = ({ code }: { readonly code: string }): boolean => /^992(?:0[2-5]|1[1-5])$/u.test(code);
const isSeparateVisit = (line: { readonly modifiers: string }): boolean => has(line, '25') || has(line, '57');
