import { fieldsOf, type TemplateContent } from '../template/content.ts';
import { isDependent, type Evaluation } from '../template/evaluate.ts';
import type { FieldValue, FieldValues } from '../template/value.ts';

/** The values of a dictation as they are stored: everything that stands in the form, and what no longer follows its source. */
export interface StoredValues {
  readonly formData: Record<string, FieldValue>;
  /** Dependent fields that the writer changed by hand. */
  readonly editedFields: readonly string[];
}

/**
 * What the engine takes as entered of a stored dictation: all of its values but those of dependent fields that nobody edited, which follow
 * their source again. Values of fields that the template does not have are left out.
 */
export function enteredOf(
  content: TemplateContent,
  { formData, editedFields }: { readonly formData: FieldValues; readonly editedFields: readonly string[] },
): FieldValues {
  const edited = new Set(editedFields);
  return Object.fromEntries(
    fieldsOf(content).flatMap((field) => {
      const value = Object.hasOwn(formData, field.id) ? formData[field.id] : undefined;
      return value === undefined || (isDependent(field) && !edited.has(field.id)) ? [] : [[field.id, value]];
    }),
  );
}

/**
 * What is stored of a form: each field's value, also those that came from the template, the patient or preferences, so that the dictation
 * says the same when those change. `enteredOf` is the way back.
 */
export function storedOf({ fields }: Evaluation): StoredValues {
  return {
    formData: Object.fromEntries(
      fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field.id, value]])),
    ),
    editedFields: fields
      .filter(({ field, isFollowing, value }) => isDependent(field) && !isFollowing && value !== undefined)
      .map(({ field }) => field.id),
  };
}
