import { HCPCS_FILE } from '../../billing-code-drugs.ts';
import { factsOf, invalidOn } from '../../billing-code-facts.ts';
import { STATUS_MEANINGS } from '../../code-files/indicators.ts';
import {
  editionOf,
  isInEdition,
  isLevelTwo,
  isScheduled,
  officialCode,
  sourceText,
  uncheckedSource,
  type Edition,
  type OfficialCode,
} from '../../code-files/official.ts';
import type { CodeFileKind } from '../../code-files/kinds.ts';
import { isKnownModifier } from '../../codes/modifiers.ts';
import { formatDateUs } from '../../date.ts';
import {
  atLine,
  atNothing,
  linesOfProvider,
  modifiersOfLine,
  officialLine,
  type Find,
  type FoundProblem,
  type PlacedDictation,
  type PlacedLine,
} from './checked.ts';

/** What a practice may have changed has no other source. */
export const CATALOG = uncheckedSource('Billing code catalog');

/** Codes that are not in the catalog, were deleted, or are inactive, and diagnoses that ICD-10-CM does not have on the day. */
export const unknownCode: Find = (dictation) =>
  dictation.lines.flatMap((line) => {
    const { code, catalog } = line;
    if (catalog?.status === 'inactive')
      return [
        atLine(line, `${code} is inactive in the billing code catalog. Remove it, or choose another code.`),
      ];
    if (catalog?.status === 'missing') {
      const longerCode = catalog.longerCode ?? officialLine(dictation, line)?.icd10?.longerCode ?? null;
      return [
        atLine(
          line,
          longerCode === null
            ? `${code} is not in the billing code catalog. Remove it, or choose another code.`
            : `${code} is a category heading. Choose one of its codes, such as ${longerCode}.`,
        ),
      ];
    }
    const edition = line.codeType === 'ICD10' ? editionOf(dictation.official, 'icd10') : null;
    return edition === null || !isAbsent(edition, officialLine(dictation, line), dictation)
      ? []
      : [
          atLine(
            line,
            `${code} is not an ICD-10-CM code on ${formatDateUs(dictation.procedureDate)}. Remove it, or choose another code.`,
            sourceText(edition, dictation.procedureDate),
          ),
        ];
  });

/**
 * Whether an edition that is in force does not have a code that was looked up. One of other days cannot know newer codes, and neither can
 * files that are not asked yet.
 */
const isAbsent = (
  edition: Edition,
  official: OfficialCode | null,
  { procedureDate }: PlacedDictation,
): boolean =>
  official !== null && official[factsIn(edition.kind)] === null && isInEdition(edition, procedureDate);

const factsIn = (kind: CodeFileKind) => (kind === 'icd10' || kind === 'hcpcs' ? kind : 'feeSchedule');

/** Codes that are not valid on the procedure date: by the HCPCS file, or by the dates of the catalog. */
export const codeDates: Find = (dictation) =>
  dictation.lines.flatMap((line) => {
    const found = invalidInFile(line, dictation) ?? invalidInCatalog(line, dictation);
    return found === null ? [] : [found];
  });

function invalidInFile(line: PlacedLine, dictation: PlacedDictation): FoundProblem | null {
  const { code, catalog } = line;
  const { procedureDate } = dictation;
  const edition = line.codeType === 'CPT' && isLevelTwo(code) ? editionOf(dictation.official, 'hcpcs') : null;
  if (edition === null || catalog?.status === 'missing') return null;
  const official = officialLine(dictation, line);
  const facts = official?.hcpcs ?? null;
  const source = sourceText(edition, procedureDate);
  if (facts === null)
    return isAbsent(edition, official, dictation)
      ? atLine(
          line,
          `${code} is not a HCPCS code on ${formatDateUs(procedureDate)}. Remove it, or choose another code.`,
          source,
        )
      : null;
  const problem = invalidOn({ ...facts, code }, procedureDate);
  return problem === null ? null : atLine(line, `${code}: ${problem}`, source);
}

function invalidInCatalog(line: PlacedLine, { procedureDate }: PlacedDictation): FoundProblem | null {
  const problem = invalidOn(line, procedureDate);
  if (problem === null) return null;
  const { validity } = factsOf(line.codeType, line.code);
  const isListed = validity?.validFrom === line.validFrom && validity.validTo === line.validTo;
  return atLine(line, `${line.code}: ${problem}`, isListed ? uncheckedSource(HCPCS_FILE.name) : CATALOG);
}

/** Procedures that the fee schedule of the day does not have, or that Medicare does not pay separately. Other payers may. */
export const codeStatus: Find = (dictation) => {
  const { official, procedureDate, lines } = dictation;
  const edition = editionOf(official, 'feeSchedule');
  if (edition === null) return [];
  const source = sourceText(edition, procedureDate);
  return lines
    .filter(({ codeType }) => codeType === 'CPT')
    .flatMap((line) => {
      const listed = officialLine(dictation, line);
      const facts = listed?.feeSchedule ?? null;
      if (facts !== null) {
        const isUnpaid = UNPAID.has(facts.status) && (facts.status !== 'T' || isPaidBeside(line, dictation));
        return isUnpaid
          ? [
              atLine(
                line,
                `For Medicare, ${line.code} is ${STATUS_MEANINGS[facts.status]} (status ${facts.status}). Other payers may differ.`,
                source,
              ),
            ]
          : [];
      }
      return isScheduled(line.code) &&
        line.catalog?.status !== 'missing' &&
        isAbsent(edition, listed, dictation)
        ? [
            atLine(
              line,
              `${line.code} is not in Medicare’s fee schedule on ${formatDateUs(procedureDate)}. Check that the code is still valid.`,
              source,
            ),
          ]
        : [];
    });
};

/** The status codes that are not paid separately, nor under other rules, as E and X are. */
const UNPAID: ReadonlySet<string> = new Set(['B', 'D', 'F', 'G', 'I', 'N', 'P', 'T']);

/** Whether the fee schedule pays another service of the provider and day. */
const isPaidBeside = (line: PlacedLine, dictation: PlacedDictation): boolean =>
  [...dictation.lines, ...linesOfProvider(dictation)].some(
    (other) =>
      other !== line &&
      /^[ACR]$/u.test(officialCode(dictation.official, other.code)?.feeSchedule?.status ?? ''),
  );

/** Headings instead of diagnoses: by ICD-10-CM of the day, else by the catalog. */
export const heading: Find = (dictation) =>
  dictation.lines.flatMap((line) => {
    const { code, codeType, catalog } = line;
    if (catalog?.status === 'missing') return [];
    const edition = codeType === 'ICD10' ? editionOf(dictation.official, 'icd10') : null;
    const listed = officialLine(dictation, line);
    const facts = listed?.icd10 ?? null;
    if (edition !== null && isAbsent(edition, listed, dictation)) return [];
    if (facts?.isBillable ?? line.isBillable) return [];
    const example =
      facts?.longerCode === undefined || facts.longerCode === null ? '' : `, such as ${facts.longerCode}`;
    return [
      atLine(
        line,
        `${code} is a category heading. Choose a more specific code${example}.`,
        edition === null || facts === null ? CATALOG : sourceText(edition, dictation.procedureDate),
      ),
    ];
  });

/** Modifiers that are not in the published lists. */
export const unknownModifier: Find = ({ lines }) =>
  lines.flatMap((line) => {
    const unknown = modifiersOfLine(line.modifiers).filter((modifier) => !isKnownModifier(modifier));
    return unknown.length === 0
      ? []
      : [atLine(line, `${line.code} has ${unknown.join(', ')}, which is not a CPT or HCPCS modifier.`)];
  });

/** Billing rules that point to nothing. */
export const brokenRule: Find = ({ brokenRules }) => brokenRules.map((message) => atNothing(message));
