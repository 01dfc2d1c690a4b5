import { isIcd10 } from '@portal/domain/billing-code';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { BillingRule } from '@portal/domain/template/billing';
import type { StarterTemplate } from './parts.ts';

/** The rules of a template as they are once its codes have their default traits. */
export const rulesOf = (template: StarterTemplate): BillingRule[] =>
  template.rules.map(({ on, codes }, index) => ({
    id: String(index),
    fieldId: on?.[0] ?? '_template_default',
    fieldValue: on?.[1] ?? '*',
    priority: (index + 1) * 10,
    isTemplateDefault: on === undefined,
    billingCodes: codes.map(
      ({ code, isDefault = false, modifiers = '', doseFieldId = null, count = null }, displayOrder) => ({
        billingCodeId: code,
        code,
        description: '',
        codeType: isIcd10(code) ? 'ICD10' : 'CPT',
        ...defaultCodeTraits(isIcd10(code) ? 'ICD10' : 'CPT', code, false),
        modifiers,
        doseFieldId,
        count,
        isDefault,
        displayOrder,
      }),
    ),
  }));
