import type { Dictation } from '@portal/contract/dictations';
import { missingFieldsMessage } from '@portal/domain/dictation';
import { isNoShow, type BillingOption } from '@portal/domain/template/billing-option';
import { CONTENT_VERSION, type TemplateContent } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { isEmptyValue, type FieldValues } from '@portal/domain/template/value';
import { AppError } from '#platform/app-error.ts';

/** The template content that a dictation was written with. */
export const contentOfDictation = ({ structure }: Pick<Dictation, 'structure'>): TemplateContent => ({
  version: CONTENT_VERSION,
  sections: structure.sections,
});

/**
 * Throws VALIDATION when a dictation is not ready for review or signature: empty required visible fields, named in template order,
 * or values that violate a template rule. A no-show requires no template fields.
 */
export function requireComplete(
  content: TemplateContent,
  formData: FieldValues,
  billingOption: BillingOption,
): void {
  if (isNoShow(billingOption)) return;
  const { fields, missing, isComplete } = evaluateTemplate(content, { entered: formData });
  if (isComplete) return;
  const errors: Record<string, string[]> = {};
  for (const { field, isVisible, effective, problem } of fields) {
    const isMissing = field.required && isVisible && isEmptyValue(effective);
    const messages = [
      ...(isMissing ? [`${field.label} is required`] : []),
      ...(problem === null ? [] : [problem]),
    ];
    if (messages.length > 0) errors[`formData.${field.id}`] = messages;
  }
  const problems = fields.flatMap(({ problem }) => problem ?? []);
  throw new AppError('VALIDATION', {
    message: missing.length > 0 ? missingFieldsMessage(missing) : problems.join(' '),
    errors,
  });
}
