import type { FileTemplate } from '@portal/contract/template-file';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { BillingRule } from '@portal/domain/template/billing';

/** The rules of a template as they are once its codes have their default traits. */
export const rulesOf = (template: FileTemplate): BillingRule[] =>
  template.rules.map(({ when, conditions, priority, billingCodes }, index) => ({
    id: String(index),
    fieldId: when?.fieldId ?? '_template_default',
    fieldValue: when?.value ?? '*',
    priority,
    isTemplateDefault: when === null,
    when: conditions ?? null,
    billingCodes: billingCodes.map((code, displayOrder) => ({
      ...code,
      ...defaultCodeTraits(code.codeType, code.code, false),
      billingCodeId: code.code,
      description: '',
      displayOrder,
    })),
  }));
