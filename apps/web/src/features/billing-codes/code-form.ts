import { billingCode, billingCodeBody, billingCodeChange } from '@portal/contract/billing-codes';
import type { BillingCode } from '@portal/contract/billing-codes';
import { CODE_TYPE_LABELS, CODE_TYPES } from '@portal/domain/billing-code';
import type { CodeType } from '@portal/domain/billing-code';
import {
  BILATERAL_INDICATOR_LABELS,
  BILATERAL_INDICATORS,
  LINE_TYPE_LABELS,
  LINE_TYPES,
} from '@portal/domain/billing-line';
import type { z } from 'zod';

export const CODE_TYPE_OPTIONS = CODE_TYPES.map((value) => ({ value, label: CODE_TYPE_LABELS[value] }));

export const LINE_TYPE_OPTIONS = LINE_TYPES.map((value) => ({ value, label: LINE_TYPE_LABELS[value] }));
export const INDICATOR_OPTIONS = BILATERAL_INDICATORS.map((value) => ({
  value: String(value),
  label: BILATERAL_INDICATOR_LABELS[value],
}));

/** Said below the two fields that decide about modifiers. */
export const LINE_TYPE_HELP =
  'Modifiers 50, LT and RT are suggested on procedures and imaging only, 52 on procedures only';
export const INDICATOR_HELP =
  'From the Medicare Physician Fee Schedule. 50, LT and RT are suggested for 1 and 3 only';

export type NewCodeInput = z.input<typeof billingCodeBody>;
export type CodeChangeInput = z.input<typeof billingCodeChange>;
export { billingCodeBody as newCodeSchema, billingCodeChange as codeChangeSchema };

/** A new code as the form starts with it; on the tab of a type it is of that type. */
export const newCodeInput = (codeType: CodeType | null): NewCodeInput => ({
  codeType: codeType ?? 'CPT',
  code: '',
  description: '',
  category: '',
  isActive: true,
});

/** What of a code can be changed. */
export const codeChangeInput = (code: BillingCode): CodeChangeInput => ({
  description: code.description,
  category: code.category ?? '',
  isActive: code.isActive,
  lineType: code.lineType,
  bilateralIndicator: code.bilateralIndicator,
  version: code.version,
});

/** The form's values of the record that came with a stale save; null when it cannot be read. */
export function currentCodeInput(current: unknown): CodeChangeInput | null {
  const parsed = billingCode.safeParse(current);
  return parsed.success ? codeChangeInput(parsed.data) : null;
}
