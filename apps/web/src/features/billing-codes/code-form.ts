import {
  billingCode,
  billingCodeChange,
  checkNewCode,
  newBillingCode,
  type BillingCode,
} from '@portal/contract/billing-codes';
import { NO_UNIT_SIZE_WARNING } from '@portal/domain/billing-code-changes';
import { CODE_TYPE_LABELS, CODE_TYPES, type CodeType } from '@portal/domain/billing-code';
import type { CodeTraits } from '@portal/domain/billing-code-traits';
import {
  BILATERAL_INDICATORS,
  bilateralText,
  LINE_TYPE_LABELS,
  LINE_TYPES,
  type LineType,
} from '@portal/domain/billing-line';
import { parseTypedNumber } from '@portal/domain/typed-number';
import type { z } from 'zod';
import { typedNumber } from '#ui/form/typed-number.ts';

export const CODE_TYPE_OPTIONS = CODE_TYPES.map((value) => ({ value, label: CODE_TYPE_LABELS[value] }));

export const LINE_TYPE_OPTIONS = LINE_TYPES.map((value) => ({ value, label: LINE_TYPE_LABELS[value] }));
/** Select value for an indicator that is not known. */
export const UNKNOWN = 'unknown';
export const INDICATOR_OPTIONS = [
  { value: UNKNOWN, label: bilateralText(null) },
  ...BILATERAL_INDICATORS.map((value) => ({ value: String(value), label: bilateralText(value) })),
];

/** Helper texts of the two fields that control modifiers. */
export const LINE_TYPE_HELP =
  'Modifiers 50, LT and RT are suggested only for procedures and imaging, 52 only for procedures';
export const INDICATOR_HELP =
  'From the Medicare Physician Fee Schedule. 50, LT and RT are suggested only for 1 and 3';
export const VALID_HELP = 'Blank: no limit';

export const UNIT_SIZE_HELP = 'How much one billed unit is';
/** Helper text of the unit size: what it is, or what follows if a drug has none. */
export const unitSizeHelp = (lineType: LineType | undefined, hasSize: boolean): string =>
  lineType === 'drug' && !hasSize ? NO_UNIT_SIZE_WARNING : UNIT_SIZE_HELP;

export const UNIT_HELP = 'For example mg or mL';
export const BILLABLE_HELP =
  'Turn off for a heading, such as ICD-10 M17: it is not offered, because payers accept only a longer code';

/** A unit size as typed. Blank is none. */
const typedUnitSize = typedNumber(newBillingCode.shape.unitSize.unwrap(), null);

export const newCodeSchema = newBillingCode.extend({ unitSize: typedUnitSize }).check(checkNewCode);
export const codeChangeSchema = billingCodeChange.extend({ unitSize: typedUnitSize });
type NewCodeInput = z.input<typeof newCodeSchema>;
export type CodeChangeInput = z.input<typeof codeChangeSchema>;

/** Initial form values of a new code. The type defaults to the type of the current tab. */
export const newCodeInput = (codeType: CodeType | null): NewCodeInput => ({
  codeType: codeType ?? 'CPT',
  code: '',
  description: '',
  category: '',
  unitSize: '',
  unit: '',
  validFrom: '',
  validTo: '',
  isActive: true,
});

/** Form values of an existing code. */
export const codeChangeInput = (code: BillingCode): CodeChangeInput => ({
  description: code.description,
  category: code.category ?? '',
  isActive: code.isActive,
  lineType: code.lineType,
  bilateralIndicator: code.bilateralIndicator,
  unitSize: code.unitSize === null ? '' : String(code.unitSize),
  unit: code.unit ?? '',
  isBillable: code.isBillable,
  validFrom: code.validFrom,
  validTo: code.validTo,
  version: code.version,
});

/** The traits of a code as typed; what is not valid yet is as it was. */
export function typedTraits(
  typed: Partial<CodeChangeInput>,
  was: Pick<BillingCode, keyof CodeTraits>,
): CodeTraits {
  const size = parseTypedNumber(typed.unitSize ?? '');
  return {
    lineType: typed.lineType ?? was.lineType,
    bilateralIndicator:
      typed.bilateralIndicator === undefined ? was.bilateralIndicator : typed.bilateralIndicator,
    unitSize: size,
    unit: size === null ? null : (typed.unit?.trim() ?? null),
    isBillable: typed.isBillable ?? was.isBillable,
    validFrom: typed.validFrom || null,
    validTo: typed.validTo || null,
  };
}

/** Form values of the current record from a stale save response; null if it cannot be parsed. */
export function currentCodeInput(current: unknown): CodeChangeInput | null {
  const parsed = billingCode.safeParse(current);
  return parsed.success ? codeChangeInput(parsed.data) : null;
}
