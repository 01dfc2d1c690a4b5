import type { TemplateContent } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { Evaluation } from '@portal/domain/template/evaluate';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { useMemo, useState } from 'react';

/** What a template's form begins with. */
export interface TemplateFormOptions {
  /** What was entered before, by field id: of a stored dictation or draft. Default nothing. */
  readonly initial?: FieldValues;
  /** First values that are not the template's: of the patient (auto-populate) and of the provider's preferences. */
  readonly defaults?: FieldValues;
  /** Administrators may change read-only fields. */
  readonly canEditReadOnly?: boolean;
}

/** The state of a template's form; what the screens around `TemplateForm` read, save and change. */
export interface TemplateFormState {
  readonly content: TemplateContent;
  /**
   * What the user entered, by field id; only of edited fields. A field that is not there shows its default or follows its source. A new
   * object with each change, so that an effect on it can save a draft.
   */
  readonly entered: FieldValues;
  /** The template with these values: visible fields, what is missing, and what `reportOf` and `suggestCodes` need. */
  readonly evaluation: Evaluation;
  readonly canEditReadOnly: boolean;
  /** The functions stay the same through every change. */
  readonly setValue: (fieldId: string, value: FieldValue) => void;
  /** "Reset": the field has its default or follows its source again. */
  readonly reset: (fieldId: string) => void;
  /** Puts other values in the place of all: of a draft that is taken back, or `{}` to begin again. */
  readonly replace: (entered: FieldValues) => void;
}

/**
 * The values of a template's form, evaluated anew with each change of them, of the content or of the defaults. The caller renders with each
 * key stroke: keep what is expensive beside the form in memoised components. Give `content` and `defaults` a lasting identity.
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
