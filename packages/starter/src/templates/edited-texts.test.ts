import { editedFromOf, isGenerated, outdatedTexts } from '@portal/domain/dictation/edited-text';
import { storedOf } from '@portal/domain/dictation/form-values';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { isEmptyValue, type FieldValue, type FieldValues } from '@portal/domain/template/value';
import { expect, it } from 'vitest';
import { starterFile } from '../starter.ts';

/** Values that a person can give a field, at least two if it is possible. */
function valuesOf({ type, options }: TemplateField): readonly FieldValue[] {
  if (type === 'checkbox')
    return options.length === 0 ? [true, false] : options.slice(0, 2).map((each) => [each]);
  if (type === 'date') return ['2026-11-20', '2026-11-21'];
  return options.length > 0 ? options : ['One', 'Two'];
}

const stored = (content: TemplateContent, entered: FieldValues) =>
  storedOf(evaluateTemplate(content, { entered }));
const isText = ({ type }: TemplateField) => type === 'text' || type === 'textarea';

const texts = starterFile().templates.flatMap(({ name, content }) =>
  fieldsOf(content).flatMap((field) =>
    isGenerated(field) && isText(field) ? [[name, field.id, content] as const] : [],
  ),
);

it.each(texts)(
  '%s: the edited text of %s contradicts each field that would change it, and no other',
  (_name, id, content) => {
    const sources = fieldsOf(content).filter((field) => !isGenerated(field));
    const answers = Object.fromEntries(sources.map((field) => [field.id, valuesOf(field)[0] ?? '']));
    const generated = evaluateTemplate(content, { entered: answers }).byId.get(id);
    if (generated?.isVisible !== true || isEmptyValue(generated.effective)) return;
    const edited = { ...answers, [id]: `${generated.text} Edited.` };
    const before = stored(content, edited);
    const origins = editedFromOf(content, before, {}, null);
    expect(outdatedTexts(content, before, origins)).toEqual([]);
    for (const source of sources)
      for (const value of valuesOf(source)) {
        const now = evaluateTemplate(content, { entered: { ...answers, [source.id]: value } }).byId.get(id);
        const after = stored(content, { ...edited, [source.id]: value });
        const found = outdatedTexts(content, after, origins).some(({ fieldId }) => fieldId === id);
        const isExpected = now?.isVisible === true && now.text !== generated.text;
        expect([source.id, value, found]).toEqual([source.id, value, isExpected]);
      }
  },
);
