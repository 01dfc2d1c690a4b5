import type { TemplateContent } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { Evaluation } from '@portal/domain/template/evaluate';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { useMemo, useState } from 'react';

/** Initial state of a template form. */
export interface TemplateFormOptions {
  /** Previously entered values of a stored dictation or draft, by field id. Default none. */
  readonly initial?: FieldValues;
  /** Initial values from outside the template: auto-populated values and the provider's preferences. */
  readonly defaults?: FieldValues;
  /** Administrators may change read-only fields. */
  readonly canEditReadOnly?: boolean;
}

/** The state of a template form, for the screens around `TemplateForm`. */
export interface TemplateFormState {
  readonly content: TemplateContent;
  /**
   * The values of edited fields, by field id. Other fields show their default or follow their source. This is a new object after
   * each change, so an effect that depends on it can save a draft.
   */
  readonly entered: FieldValues;
  /** The evaluated template: visible fields, missing values, and the input for `reportOf` and `suggestCodes`. */
  readonly evaluation: Evaluation;
  readonly canEditReadOnly: boolean;
  /** The functions have a stable identity. */
  readonly setValue: (fieldId: string, value: FieldValue) => void;
  /** Resets a field to its default or to following its source. */
  readonly reset: (fieldId: string) => void;
  /** Replaces all entered values, for example with those of a restored draft, or `{}` to start over. */
  readonly replace: (entered: FieldValues) => void;
}

/**
 * The state of a template form. It is re-evaluated when the values, the content or the defaults change. The caller re-renders on
 * each keystroke, so memoize expensive siblings, and pass `content` and `defaults` with a stable identity.
 */
export function useTemplateForm(
  content: TemplateContent,
  { initial = {}, defaults, canEditReadOnly = false }: TemplateFormOptions = {},
): TemplateFormState {
  const [entered, replace] = useState<FieldValues>(initial);
  const evaluation = useMemo(
    () => evaluateTemplate(content, { entered, canEditReadOnly, ...(defaults && { defaults }) }),
    [content, entered, canEditReadOnly, defaults],
  );
  const actions = useMemo(
    () => ({
      setValue: (fieldId: string, value: FieldValue) =>
        replace((before) => ({ ...before, [fieldId]: value })),
      reset: (fieldId: string) => replace((before) => without(before, fieldId)),
      replace: (values: FieldValues) => replace(values),
    }),
    [],
  );
  return { content, entered, evaluation, canEditReadOnly, ...actions };
}

const without = (values: FieldValues, fieldId: string): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => id !== fieldId));
