import { factsOf, invalidOn, isValidOn, validityText } from '../billing-code-facts.ts';
import { HCPCS_FILE } from '../billing-code-drugs.ts';
import { FEE_SCHEDULE } from '../billing-code-fees.ts';
import { unitText } from '../billing-code-traits.ts';
import type { CodeType } from '../billing-code.ts';
import { bilateralText } from '../billing-line.ts';
import { ADD_ON_LIST, primariesOf } from '../codes/add-on-codes.ts';
import { UNIT_LIST, unitLimit } from '../codes/unit-limits.ts';
import { formatDateUs } from '../date.ts';
import { describedUnit } from './described-unit.ts';
import {
  ASSISTANT_MEANINGS,
  COVERAGE_MEANINGS,
  GLOBAL_MEANINGS,
  indicatorText,
  MULTIPLE_MEANINGS,
  PC_TC_MEANINGS,
  STATUS_MEANINGS,
  SURGEONS_MEANINGS,
} from './indicators.ts';
import type { CodeFileKind } from './kinds.ts';
import {
  editionOf,
  isInEdition,
  isLevelTwo,
  isScheduled,
  officialCode,
  type Edition,
  type Official,
  type OfficialCode,
} from './official.ts';

/** Where a statement comes from: an edition, or a list of the portal that is not checked against a current file. */
export interface StatementSource {
  readonly title: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly isChecked: boolean;
}

/** Something that an edition says about a code. */
export interface CodeStatement {
  readonly label: string;
  readonly value: string;
  readonly source: StatementSource;
}

export type CodeStatus = 'valid' | 'notYetValid' | 'ended' | 'heading' | 'unknown' | 'unchecked';

/** A code on a day, with what the loaded files say about it. */
export interface LookedUpCode {
  readonly code: string;
  readonly codeType: CodeType;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly official: Official;
  /** Packages of the drug in the price file. */
  readonly ndcCount: number;
}

/** Whether a code is valid on a day, and why. */
export function codeStatusOn(asked: LookedUpCode): { readonly status: CodeStatus; readonly message: string } {
  const { code, codeType, day, official } = asked;
  const edition = editionOf(official, kindOf(asked));
  const date = formatDateUs(day);
  if (edition === null)
    return {
      status: 'unchecked',
      message: `Not checked: no file for ${date} is loaded that lists such codes.`,
    };
  const { hcpcs, icd10, feeSchedule } = officialCode(official, code) ?? {};
  const late =
    edition.validTo !== null && edition.validTo < day
      ? ` The edition was valid until ${formatDateUs(edition.validTo)}.`
      : '';
  const facts = codeType === 'ICD10' ? icd10 : isLevelTwo(code) ? hcpcs : feeSchedule;
  if (facts === null || facts === undefined)
    return isInEdition(edition, day) && (codeType === 'ICD10' || isLevelTwo(code) || isScheduled(code))
      ? { status: 'unknown', message: `${edition.title} does not list ${code} on ${date}.` }
      : { status: 'unchecked', message: `Not checked: the loaded edition does not tell for ${date}.${late}` };
  if (icd10?.isBillable === false)
    return {
      status: 'heading',
      message: `${code} is a category heading. Choose a more specific code${icd10.longerCode === null ? '' : `, such as ${icd10.longerCode}`}.`,
    };
  if (hcpcs !== null && hcpcs !== undefined && !isValidOn(hcpcs, day))
    return {
      status: hcpcs.validFrom !== null && day < hcpcs.validFrom ? 'notYetValid' : 'ended',
      message: `${(invalidOn({ ...hcpcs, code }, day) ?? '').replace(/\.?$/u, '.')}${late}`,
    };
  if (codeType === 'CPT' && /^[DF]$/u.test(feeSchedule?.status ?? ''))
    return { status: 'ended', message: `The fee schedule of ${date} has ${code} as deleted.${late}` };
  return { status: 'valid', message: `Valid on ${date}.${late}` };
}

/** The kind of file that decides whether a code is valid. */
const kindOf = ({ codeType, code }: LookedUpCode): CodeFileKind =>
  codeType === 'ICD10' ? 'icd10' : isLevelTwo(code) ? 'hcpcs' : 'feeSchedule';

/** Everything that is known about a code on a day, each with its source: the edition, or the portal's list where no file is loaded. */
export function statementsOn(asked: LookedUpCode): readonly CodeStatement[] {
  const { code, codeType, official, ndcCount } = asked;
  const facts = officialCode(official, code);
  const from = (kind: CodeFileKind, lines: readonly (readonly [label: string, value: string])[]) => {
    const edition = editionOf(official, kind);
    return edition === null
      ? []
      : lines.map(([label, value]) => ({ label, value, source: sourceOf(edition) }));
  };
  if (codeType === 'ICD10')
    return from('icd10', facts?.icd10 ? [['Description', facts.icd10.description]] : []);
  return [
    ...from('hcpcs', hcpcsLines(facts)),
    ...from('feeSchedule', feeLines(facts)),
    ...from('mue', mueLines(facts)),
    ...from('addOn', addOnLines(facts)),
    ...from('asp', ndcCount > 0 ? [['NDCs', String(ndcCount)]] : []),
    ...listed(asked),
  ];
}

export const sourceOf = ({ title, validFrom, validTo }: Edition): StatementSource => ({
  title,
  validFrom,
  validTo,
  isChecked: true,
});

type Lines = readonly (readonly [label: string, value: string])[];

const hcpcsLines = (facts: OfficialCode | null): Lines => {
  const { hcpcs = null } = facts ?? {};
  if (hcpcs === null) return [];
  const size = describedUnit(hcpcs.description);
  return [
    ['Valid dates', validityText(hcpcs)],
    ['Description', hcpcs.description],
    ...(size === null ? [] : [['Unit size', unitText(size)] as const]),
    ...(hcpcs.coverage === ''
      ? []
      : [['Coverage', indicatorText(hcpcs.coverage, COVERAGE_MEANINGS)] as const]),
  ];
};

const feeLines = (facts: OfficialCode | null): Lines => {
  const { feeSchedule = null } = facts ?? {};
  if (feeSchedule === null) return [];
  const { status, bilateral, globalDays, pcTc, multiple, assistant, coSurgeons, team } = feeSchedule;
  return [
    ['Status', indicatorText(status, STATUS_MEANINGS)],
    ['Bilateral indicator', bilateralText(bilateral)],
    ['Global days', indicatorText(globalDays, GLOBAL_MEANINGS)],
    ['PC/TC', indicatorText(pcTc, PC_TC_MEANINGS)],
    ['Multiple procedures', indicatorText(multiple, MULTIPLE_MEANINGS)],
    ['Assistant surgeon', indicatorText(assistant, ASSISTANT_MEANINGS)],
    ['Co-surgeons', indicatorText(coSurgeons, SURGEONS_MEANINGS)],
    ['Surgical team', indicatorText(team, SURGEONS_MEANINGS)],
  ];
};

const mueLines = (facts: OfficialCode | null): Lines => {
  const { mue = null } = facts ?? {};
  if (mue === null) return [];
  const { units, adjudication, rationale } = mue;
  const value = `${units}${MUE_MEANINGS[adjudication]}${rationale === '' ? '' : ` (${rationale})`}`;
  return [[adjudication === 1 ? 'Units a line (MUE)' : 'Units a day (MUE)', value]];
};
const MUE_MEANINGS = {
  1: ', more on further lines with a modifier',
  2: ', never more',
  3: ', more only if documented',
} as const;

const addOnLines = (facts: OfficialCode | null): Lines => {
  const { addOn = null } = facts ?? {};
  if (addOn === null) return [];
  const { type, primaries } = addOn;
  const others = type === 3 ? ' or others that the payer accepts' : '';
  return [
    [
      'Add-on to',
      primaries.length === 0 ? 'codes that the payer accepts' : `${primaries.join(', ')}${others}`,
    ],
  ];
};

/** What the portal's lists say where no file of the kind is loaded. */
function listed({ code, codeType, official }: LookedUpCode): readonly CodeStatement[] {
  const { validity, bilateralIndicator, unitSize } = factsOf(codeType, code);
  const limit = unitLimit(code);
  const primaries = primariesOf(code);
  const lines: readonly (readonly [CodeFileKind, label: string, value: string | undefined, title: string])[] =
    [
      ['hcpcs', 'Valid dates', validity && validityText(validity), HCPCS_FILE.name],
      ['hcpcs', 'Unit size', unitSize && unitText(unitSize), HCPCS_FILE.name],
      [
        'feeSchedule',
        'Bilateral indicator',
        bilateralIndicator === undefined ? undefined : bilateralText(bilateralIndicator),
        FEE_SCHEDULE.name,
      ],
      ['mue', 'Units a day (MUE)', limit?.toString(), UNIT_LIST],
      ['addOn', 'Add-on to', primaries?.join(', '), ADD_ON_LIST],
    ];
  return lines.flatMap(([kind, label, value, title]) =>
    value === undefined || editionOf(official, kind) !== null
      ? []
      : [{ label, value, source: { title, validFrom: null, validTo: null, isChecked: false } }],
  );
}
