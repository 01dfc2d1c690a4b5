import { isIcd10, type CodeType } from './billing-code.ts';
import { isPairCode, type Official, type OfficialCode } from './code-files/official.ts';
import type { CodeFileKind } from './code-files/kinds.ts';
import type { CsvValue } from './csv.ts';

/** The columns of an export that say what the official files say. An import does not take them. */
export const OFFICIAL_COLUMNS = [
  'HcpcsValidFrom',
  'HcpcsValidTo',
  'HcpcsEdition',
  'Icd10Billable',
  'Icd10Edition',
  'FeeScheduleStatus',
  'FeeScheduleBilateral',
  'FeeScheduleGlobalDays',
  'FeeScheduleEdition',
  'MueUnits',
  'MuePer',
  'MueEdition',
  'AddOnType',
  'AddOnEdition',
  'Pairs',
  'PairsEdition',
] as const;

/** A code of which an official file can say something. */
interface CatalogCode {
  readonly codeType: CodeType;
  readonly code: string;
}

/**
 * The cells of `OFFICIAL_COLUMNS`. An edition is its first day; blank if none is loaded that could list such a code. Without facts beside
 * it, the edition does not list the code.
 */
export function officialCells(
  { codeType, code }: CatalogCode,
  editions: Official['editions'],
  facts: OfficialCode | undefined,
  pairs: number,
): CsvValue[] {
  const edition = (kind: CodeFileKind, canList: boolean) =>
    canList ? editions.find((each) => each.kind === kind)?.validFrom : undefined;
  const isProcedure = codeType === 'CPT' && isPairCode(code);
  const { hcpcs = null, icd10 = null, feeSchedule = null, mue = null, addOn = null } = facts ?? {};
  const pairsEdition = edition('ptp', isProcedure);
  return [
    hcpcs?.validFrom,
    hcpcs?.validTo,
    edition('hcpcs', isProcedure && /^[A-Z]/u.test(code)),
    icd10?.isBillable,
    edition('icd10', codeType === 'ICD10' && isIcd10(code)),
    feeSchedule?.status,
    feeSchedule?.bilateral,
    feeSchedule?.globalDays,
    edition('feeSchedule', isProcedure),
    mue?.units,
    mue === null ? null : mue.adjudication === 1 ? 'line' : 'day',
    edition('mue', isProcedure),
    addOn?.type,
    edition('addOn', isProcedure),
    pairsEdition === undefined ? null : pairs,
    pairsEdition,
  ];
}
