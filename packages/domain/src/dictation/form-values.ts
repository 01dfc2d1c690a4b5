import { fieldsOf, type TemplateContent } from '../template/content.ts';
import { sourcesIn } from '../template/sources.ts';
import { isDependent, withDate, type Evaluation } from '../template/evaluate.ts';
import type { FieldValue, FieldValues } from '../template/value.ts';

/** Form values as stored: the value of every field and of every source that was used, and the dependent fields that no longer follow their source. */
export interface StoredValues {
  readonly formData: Record<string, FieldValue>;
  /** Dependent fields that the user edited. */
  readonly editedFields: readonly string[];
}

/**
 * Converts stored values to the engine's entered values; dates become YYYY-MM-DD. Leaves out dependent fields that nobody edited, which
 * follow their source again, and fields that the template does not have.
 */
export function enteredOf(
  content: TemplateContent,
  { formData, editedFields }: { readonly formData: FieldValues; readonly editedFields: readonly string[] },
): FieldValues {
  const edited = new Set(editedFields);
  return {
    ...sourcesIn(formData),
    ...Object.fromEntries(
      fieldsOf(content).flatMap((field) => {
        const value = Object.hasOwn(formData, field.id) ? formData[field.id] : undefined;
        return value === undefined || (isDependent(field) && !edited.has(field.id))
          ? []
          : [[field.id, withDate(field, value)]];
      }),
    ),
  };
}

/**
 * Converts an evaluated form to stored values. Values from the template, the patient, or preferences are stored too, so the
 * dictation does not change when those do. `enteredOf` is the inverse.
 */
export function storedOf({ fields, sources }: Pick<Evaluation, 'fields' | 'sources'>): StoredValues {
  return {
    formData: {
      ...sources,
      ...Object.fromEntries(
        fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field.id, value]])),
      ),
    },
    editedFields: fields
      .filter(({ field, isFollowing, value }) => isDependent(field) && !isFollowing && value !== undefined)
      .map(({ field }) => field.id),
  };
}
