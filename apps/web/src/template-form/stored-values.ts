import { fieldsOf } from '@portal/domain/template/content';
import type { TemplateContent } from '@portal/domain/template/content';
import { isDependent } from '@portal/domain/template/evaluate';
import type { FieldValues } from '@portal/domain/template/value';
import type { TemplateFormState } from './use-template-form.ts';

/** What is saved of a template's form: `formData` and `editedFields` of a dictation. */
export interface StoredValues {
  /** The value of every visible field, also of those with their default; hidden ones are left out (decisions 58). */
  readonly formData: FieldValues;
  /** Dependent fields that the user changed: they no longer follow their source. */
  readonly editedFields: readonly string[];
}

/** What to save of a form as it stands. A draft that is to come back exactly saves `entered` as its `formData` instead. */
export function storedValues({
  content,
  entered,
  evaluation,
}: Pick<TemplateFormState, 'content' | 'entered' | 'evaluation'>): StoredValues {
  return {
    formData: Object.fromEntries(
      evaluation.fields.flatMap(({ field, isVisible, value }) =>
        isVisible && value !== undefined ? [[field.id, value] as const] : [],
      ),
    ),
    editedFields: fieldsOf(content)
      .filter((field) => isDependent(field) && Object.hasOwn(entered, field.id))
      .map(({ id }) => id),
  };
}

/** What a form begins with (`initial` of `useTemplateForm`) that was saved before: dependent fields that nobody changed follow again. */
export function enteredFrom(content: TemplateContent, { formData, editedFields }: StoredValues): FieldValues {
  const following = new Set(
    fieldsOf(content)
      .filter((field) => isDependent(field) && !editedFields.includes(field.id))
      .map(({ id }) => id),
  );
  return Object.fromEntries(Object.entries(formData).filter(([id]) => !following.has(id)));
}
