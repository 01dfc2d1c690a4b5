import { enteredOf, storedOf } from '@portal/domain/dictation/form-values';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate, isDependent } from '@portal/domain/template/evaluate';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { AppError } from '#platform/app-error.ts';

/** Field values and the dependent fields that no longer follow their source. */
export interface FormValues {
  readonly formData: FieldValues;
  readonly editedFields: readonly string[];
}

interface FormContext {
  readonly content: TemplateContent;
  /** Initial values from outside the template: for a new dictation, or after its patient, provider, location, or date changed. */
  readonly defaults: FieldValues;
  /** Stored values; null for a new dictation. */
  readonly previous: FormValues | null;
  /** Whether the caller may change read-only fields (administrators only). */
  readonly canEditReadOnly: boolean;
}

/**
 * Converts sent values to the values to store: every visible field, including defaults and fields that follow another one. Values of
 * hidden fields are dropped. Throws VALIDATION for unknown fields, text over a field's limit, and changed read-only fields.
 */
export function validateForm(sent: FormValues, formContext: FormContext): FormValues {
  const { content, defaults, canEditReadOnly } = formContext;
  const fields = new Map(fieldsOf(content).map((field) => [field.id, field]));
  const errors: Record<string, string[]> = {};
  for (const id of Object.keys(sent.formData))
    if (!fields.has(id)) errors[`formData.${id}`] = [`This template has no field "${id}"`];
  const entered: Record<string, FieldValue> = { ...enteredOf(content, sent) };
  for (const field of fields.values()) {
    const message =
      lengthProblem(field, entered[field.id]) ??
      (field.isReadOnly && !canEditReadOnly ? keepReadOnly(field, entered, formContext) : null);
    if (message !== null) errors[`formData.${field.id}`] = [message];
  }
  if (Object.keys(errors).length > 0)
    throw new AppError('VALIDATION', { message: Object.values(errors).flat().join('. '), errors });
  const evaluation = evaluateTemplate(content, { entered, defaults, canEditReadOnly });
  return storedOf({ ...evaluation, fields: evaluation.fields.filter(({ isVisible }) => isVisible) });
}

const isFollowing = (field: TemplateField, edited: readonly string[]): boolean =>
  isDependent(field) && !edited.includes(field.id);

function lengthProblem({ label, maxLength }: TemplateField, value: FieldValue | undefined): string | null {
  if (maxLength === undefined || typeof value !== 'string' || value.length <= maxLength) return null;
  return `${label} can have at most ${maxLength} characters`;
}

/** Keeps a read-only field at its stored or auto-populated value. Returns an error message if the caller changed it, else null. */
function keepReadOnly(
  field: TemplateField,
  entered: Record<string, FieldValue>,
  { content, defaults, previous }: FormContext,
): string | null {
  const stored =
    previous === null || isFollowing(field, previous.editedFields) ? undefined : previous.formData[field.id];
  const value = entered[field.id];
  if (stored === undefined) {
    const { [field.id]: _own, ...others } = entered;
    const proposed = evaluateTemplate(content, { entered: others, defaults }).byId.get(field.id)?.value;
    return value === undefined || isSame(value, proposed ?? '') ? null : refusal(field);
  }
  const followed = defaults[field.id];
  if (value === undefined) entered[field.id] = followed ?? stored;
  return value === undefined || isSame(value, stored) || isSame(value, followed) ? null : refusal(field);
}

const isSame = (a: FieldValue, b: FieldValue | undefined) => JSON.stringify(a) === JSON.stringify(b);
const refusal = ({ label }: TemplateField) => `Only administrators can change "${label}"`;
