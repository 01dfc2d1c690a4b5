import type { templateReferences } from '@portal/contract/templates';
import type { AnswerOf } from '@portal/contract/endpoint';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { offeredValues } from '@portal/domain/template/option-value';
import { likelyRenames, type Renames } from '@portal/domain/template/renames';

/** References that content would lose, by the field or option that it no longer has. */
export type LostGroup = AnswerOf<typeof templateReferences>[number];

/** A new name that references can follow. */
export interface RenameOption {
  readonly value: string;
  readonly label: string;
}

/** What can be chosen for a field or option that is gone. */
export interface RenameChoice {
  /** Field ID “dose”, or Option “Left” of “Side”. */
  readonly title: string;
  readonly messages: readonly string[];
  /** Null if its references cannot follow a new name. */
  readonly target: { readonly fieldId: string; readonly option: string | null } | null;
  readonly options: readonly RenameOption[];
  /** The likely new name; "" to leave the references. */
  readonly likely: string;
}

/** The choices for lost references, with the most likely new names. */
export function renameChoices(
  groups: readonly LostGroup[],
  before: TemplateContent,
  after: TemplateContent,
): readonly RenameChoice[] {
  const likely = likelyRenames(before, after);
  const fields = new Map(fieldsOf(after).map((field) => [field.id, field]));
  return groups.map(({ fieldId, option, messages }): RenameChoice => {
    if (fieldId === null)
      return { title: 'Cannot follow a new name', messages, target: null, options: [], likely: '' };
    const was = fieldsOf(before).find(({ id }) => id === fieldId);
    if (option === null)
      return {
        title: `Field ID “${fieldId}”`,
        messages,
        target: { fieldId, option },
        options: [...fields.values()].map(({ id, label }) => ({ value: id, label: `${label} (${id})` })),
        likely: likely.fields[fieldId] ?? '',
      };
    const field = fields.get(likely.fields[fieldId] ?? fieldId);
    return {
      title: `Option “${option}” of “${was?.label ?? fieldId}”`,
      messages,
      target: { fieldId, option },
      options: (field === undefined ? [] : (offeredValues(field) ?? [])).map((value) => ({
        value,
        label: value,
      })),
      likely: likely.options[fieldId]?.[option] ?? '',
    };
  });
}

/** The renames of what was chosen; `chosen` has a new name or "" for each choice. */
export function renamesOf(choices: readonly RenameChoice[], chosen: readonly string[]): Renames {
  const fields: Record<string, string> = {};
  const options: Record<string, Record<string, string>> = {};
  choices.forEach(({ target }, at) => {
    const name = chosen[at] ?? '';
    if (target === null || name === '') return;
    if (target.option === null) fields[target.fieldId] = name;
    else options[target.fieldId] = { ...options[target.fieldId], [target.option]: name };
  });
  return { fields, options };
}
