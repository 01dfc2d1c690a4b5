import { catalogCode, type CodeType } from './billing-code.ts';
import { DRUG_FACTS, HCPCS_FILE } from './billing-code-drugs.ts';
import { BILATERAL_FACTS, FEE_SCHEDULE } from './billing-code-fees.ts';
import { unitText, type CodeTraits } from './billing-code-traits.ts';
import type { CodeFacts, FactSource, Validity } from './billing-code-fact.ts';
import { describedUnit } from './code-files/described-unit.ts';
import {
  editionOf,
  isLevelTwo,
  NO_FILES,
  officialCode,
  type Edition,
  type Official,
} from './code-files/official.ts';
import { formatDateUs } from './date.ts';

/** The facts of a code that have a source, with what they are called on screen. */
export const FACT_LABELS = {
  bilateralIndicator: 'Bilateral indicator',
  unitSize: 'Unit size',
  validity: 'Valid dates',
} as const;
export type FactName = keyof typeof FACT_LABELS;

/** Whether a value in the catalog is what an official source says. */
export interface FactCheck {
  readonly fact: FactName;
  /** `differs`: the practice uses another value. `unchecked`: no source was found. */
  readonly status: 'checked' | 'differs' | 'unchecked';
  readonly source: FactSource | null;
  /** What the source says, as shown to users; null without a source. */
  readonly official: string | null;
}

/** What official sources say about a code. Diagnoses have no facts. */
export function factsOf(codeType: CodeType, code: string): CodeFacts {
  if (codeType === 'ICD10') return {};
  const normal = catalogCode(codeType, code);
  const bilateralIndicator = BILATERAL_FACTS.get(normal);
  return { ...DRUG_FACTS.get(normal), ...(bilateralIndicator !== undefined && { bilateralIndicator }) };
}

/**
 * Compares a code with its facts: those of the loaded editions, else the built-in ones. Only what matters for its line type: a unit size
 * for drugs, the indicator for procedures and imaging.
 */
export function checkFacts(
  codeType: CodeType,
  code: string,
  traits: CodeTraits,
  official: Official = NO_FILES,
): readonly FactCheck[] {
  if (codeType === 'ICD10') return [];
  const { lineType, bilateralIndicator } = traits;
  const hasSides = lineType === 'procedure' || lineType === 'imaging';
  const said = saidOf(catalogCode(codeType, code), official);
  return [
    ...(hasSides
      ? [checkOf('bilateralIndicator', said.bilateralIndicator, () => bilateralIndicator?.toString())]
      : []),
    ...(lineType === 'drug' || traits.unitSize !== null
      ? [checkOf('unitSize', said.unitSize, () => unitText(traits))]
      : []),
    checkOf('validity', said.validity, () => validityText(traits)),
  ];
}

/** What a source says about a fact; undefined if it says nothing. */
type Said = readonly [source: FactSource, text: string | undefined];

/** What the loaded editions say about a procedure, else the built-in facts. */
function saidOf(code: string, official: Official): Readonly<Record<FactName, Said>> {
  const { bilateralIndicator, unitSize, validity } = factsOf('CPT', code);
  const [fees, hcpcs] = [editionOf(official, 'feeSchedule'), editionOf(official, 'hcpcs')];
  const found = officialCode(official, code);
  const size = found?.hcpcs ? describedUnit(found.hcpcs.description) : null;
  const noEnd = validityText({ validFrom: null, validTo: null });
  // The fee schedule names no dates, but lists the codes of its quarter.
  const dates: Said = isLevelTwo(code)
    ? hcpcs === null
      ? [HCPCS_FILE, validity && validityText(validity)]
      : [sourceOf(hcpcs), found?.hcpcs ? validityText(found.hcpcs) : undefined]
    : fees === null
      ? [FEE_SCHEDULE, bilateralIndicator === undefined ? undefined : noEnd]
      : [sourceOf(fees), found?.feeSchedule ? noEnd : undefined];
  return {
    bilateralIndicator:
      fees === null
        ? [FEE_SCHEDULE, bilateralIndicator?.toString()]
        : [sourceOf(fees), found?.feeSchedule?.bilateral.toString()],
    unitSize:
      hcpcs === null || size === null
        ? [HCPCS_FILE, unitSize && unitText(unitSize)]
        : [sourceOf(hcpcs), unitText(size)],
    validity: dates,
  };
}

const sourceOf = ({ title, validFrom }: Edition): FactSource => ({
  name: `${title}, edition from ${formatDateUs(validFrom)}`,
  lookedUp: null,
});

function checkOf(fact: FactName, [source, official]: Said, own: () => string | undefined): FactCheck {
  if (official === undefined) return { fact, status: 'unchecked', source: null, official: null };
  return { fact, status: own() === official ? 'checked' : 'differs', source, official };
}

/** "04/01/2024 to 06/30/2025", "from 04/01/2024", "until 03/31/2024", or "no end date". */
export function validityText({ validFrom, validTo }: Validity): string {
  if (validFrom !== null && validTo !== null) return `${formatDateUs(validFrom)} to ${formatDateUs(validTo)}`;
  if (validTo !== null) return `until ${formatDateUs(validTo)}`;
  return validFrom === null ? 'no end date' : `from ${formatDateUs(validFrom)}`;
}

/** Whether a code is valid on a day (YYYY-MM-DD). */
export const isValidOn = ({ validFrom, validTo }: Validity, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);

/** Why a code is not valid on a day, with the code that replaced it: "Ended 03/31/2024. Use J1010." Null if it is valid. */
export function invalidOn(code: { readonly code: string } & Validity, day: string): string | null {
  if (isValidOn(code, day)) return null;
  const { validFrom, validTo } = code;
  if (validFrom !== null && day < validFrom) return `Not valid before ${formatDateUs(validFrom)}`;
  const next = factsOf('CPT', code.code).replacedBy;
  return `Ended ${formatDateUs(validTo ?? '')}.${next === undefined ? '' : ` Use ${next}.`}`;
}

/** "Valid until 03/31/2024. After that, use J1010." */
export function endText({ code, validTo }: { readonly code: string; readonly validTo: string }): string {
  const next = factsOf('CPT', code).replacedBy;
  return `Valid until ${formatDateUs(validTo)}.${next === undefined ? '' : ` After that, use ${next}.`}`;
}
