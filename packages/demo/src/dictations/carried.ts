import { carryOffers } from '@portal/domain/dictation/carry-forward';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import { storedOf } from '@portal/domain/dictation/form-values';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { FieldValues } from '@portal/domain/template/value';
import type { TemplateVersion } from '@portal/server/features/templates/index';

/** The template of the notes of a patient who comes back: three that are signed, and one that was begun from the last of them. */
export const FOLLOWED = 'Trigger Point Injections';

interface Earlier {
  readonly id: string;
  readonly procedureDate: string;
  readonly formData: FieldValues;
}

/** What a note has that was just begun from an earlier one: all that can be carried together, and nobody has looked at it yet. */
export function begunFrom(
  earlier: Earlier,
  { content, autoPopulate }: TemplateVersion,
  defaults: FieldValues,
): { readonly formData: FieldValues; readonly editedFrom: EditedFrom } {
  const { offers } = carryOffers(
    { ...earlier, content, editedFields: [], editedFrom: {} },
    {
      content,
      evaluation: evaluateTemplate(content, { entered: {}, defaults }),
      entered: {},
      ofRecord: new Set(Object.keys(autoPopulate)),
    },
  );
  const carried = offers.filter(({ alone }) => alone === null);
  const entered = Object.fromEntries(carried.map(({ field, value }) => [field.id, value]));
  return {
    formData: storedOf(evaluateTemplate(content, { entered, defaults })).formData,
    editedFrom: Object.fromEntries(carried.map(({ field, origin }) => [field.id, origin])),
  };
}
