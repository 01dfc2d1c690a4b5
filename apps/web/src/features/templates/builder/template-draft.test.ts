import { templateContent, type TemplateField } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import {
  freeName,
  withField,
  withFieldCopy,
  withNewField,
  withNewSection,
  withoutField,
  withoutSection,
  withSection,
} from './template-draft.ts';
import { afterRedo, afterStep, afterUndo, NO_STEPS } from './undo-stack.ts';

const contentOf = (...fields: readonly Record<string, unknown>[]) =>
  templateContent.parse({
    version: 1,
    sections: [
      {
        id: 'section',
        title: 'Details',
        fields: fields.map((each) => ({ label: 'L', type: 'text', ...each })),
      },
    ],
  });
const first = (content: ReturnType<typeof contentOf>): TemplateField => {
  const field = content.sections[0]?.fields[0];
  if (field === undefined) throw new Error('The section has no field');
  return field;
};

describe('template builder', () => {
  it('adds a section titled "Procedure Details" with a unique id', () => {
    const once = withNewSection(templateContent.parse({ version: 1, sections: [] }));
    const twice = withNewSection(once);
    expect(twice.sections).toEqual([
      { id: 'section', title: 'Procedure Details', description: '', fields: [] },
      { id: 'section_2', title: 'Procedure Details', description: '', fields: [] },
    ]);
    expect(freeName('a', ['a', 'a_2'])).toBe('a_3');
  });

  it('changes and removes sections and fields, and keeps the rest', () => {
    const content = withNewSection(contentOf({ id: 'a' }, { id: 'b' }));
    expect(withSection(content, 1, { title: 'Closing' }).sections.map(({ title }) => title)).toEqual([
      'Details',
      'Closing',
    ]);
    expect(withoutSection(content, 0).sections.map(({ id }) => id)).toEqual(['section_2']);
    const without = withoutField(content, { section: 0, field: 0 });
    expect(without.sections.map(({ fields }) => fields.map(({ id }) => id))).toEqual([['b'], []]);
    const added = withNewField(content, 1, first(content));
    expect(added.sections[1]?.fields).toEqual([first(content)]);
    expect(withoutField(content, { section: 9, field: 0 })).toBe(content);
  });

  it('puts a copied field after the original, with a unique id', () => {
    const { content, id: newId } = withFieldCopy(contentOf({ id: 'side', label: 'Side' }, { id: 'side_2' }), {
      section: 0,
      field: 0,
    });
    expect(content.sections[0]?.fields.map(({ id, label }) => [id, label])).toEqual([
      ['side', 'Side'],
      ['side_3', 'Side (Copy)'],
      ['side_2', 'L'],
    ]);
    expect(newId).toBe('side_3');
  });

  it('updates rules, dependencies and texts when a field’s id changes', () => {
    const rule = { sourceFieldId: 'side', operator: 'equals', value: 'Left' };
    const content = contentOf(
      { id: 'side' },
      {
        id: 'text',
        dependsOn: 'side',
        dependencyType: 'dynamic_text',
        defaultTemplate: '{{side}} {{ #if side }}{{sides}}{{/if}}',
        visibilityRules: [{ ...rule, action: 'show' }],
        dynamicTextRules: [{ ...rule, text: 'On the {{side}}' }],
        defaultValueRules: [{ ...rule, defaultTemplate: '{{ side }}' }],
        validationRules: [{ ...rule, sourceFieldId: 'other', message: '{{side}} stays as a message' }],
      },
    );
    const renamed = withField(content, { section: 0, field: 0 }, { ...first(content), id: 'laterality' });
    const moved = { ...rule, sourceFieldId: 'laterality' };
    expect(renamed.sections[0]?.fields[1]).toMatchObject({
      dependsOn: 'laterality',
      visibilityRules: [{ ...moved, action: 'show' }],
      dynamicTextRules: [{ ...moved, text: 'On the {{laterality}}' }],
      defaultValueRules: [{ ...moved, defaultTemplate: '{{ laterality }}' }],
      validationRules: [{ sourceFieldId: 'other', message: '{{side}} stays as a message' }],
    });
    expect(renamed.sections[0]?.fields[1]?.defaultTemplate).toContain('{{laterality}}');
    expect(renamed.sections[0]?.fields[1]?.defaultTemplate).toContain('{{sides}}');
  });
});

describe('a renamed field or column', () => {
  const content = contentOf(
    {
      id: 'lesions',
      type: 'rows',
      columns: [
        { id: 'level', label: 'Level', type: 'text' },
        { id: 'seconds', label: 'Seconds', type: 'text' },
      ],
    },
    {
      id: 'text',
      dependencyType: 'dynamic_text',
      defaultTemplate:
        '{{#if count(lesions) > 1 and side == "lesions"}}{{lesions.level | list}}{{/if}}{{#each lesions}}{{row.level}}{{/each}}',
      visibilityRules: [
        {
          sourceFieldId: '',
          operator: 'default',
          value: '',
          action: 'show',
          when: {
            match: 'any',
            conditions: [
              { sourceFieldId: 'lesions', operator: 'at_least', value: '2', measure: 'count' },
              { sourceFieldId: 'lesions.level', operator: 'contains', value: 'L4' },
            ],
          },
        },
      ],
    },
    { id: 'total', dependencyType: 'calculated', formula: 'sum(lesions.seconds) / count(lesions)' },
  );

  it('is followed by texts, groups of conditions and formulas', () => {
    const renamed = withField(content, { section: 0, field: 0 }, { ...first(content), id: 'burns' });
    expect(renamed.sections[0]?.fields.slice(1)).toMatchObject([
      {
        defaultTemplate:
          '{{#if count(burns) > 1 and side == "lesions"}}{{burns.level | list}}{{/if}}{{#each burns}}{{row.level}}{{/each}}',
        visibilityRules: [
          { when: { conditions: [{ sourceFieldId: 'burns' }, { sourceFieldId: 'burns.level' }] } },
        ],
      },
      { formula: 'sum(burns.seconds) / count(burns)' },
    ]);
  });

  it('can be a column', () => {
    const [level, seconds] = first(content).columns ?? [];
    if (level === undefined || seconds === undefined) throw new Error('no columns');
    const columns = [{ ...level, id: 'place' }, seconds];
    const renamed = withField(
      content,
      { section: 0, field: 0 },
      { ...first(content), columns },
      new Map([['lesions.level', 'lesions.place']]),
    );
    expect(renamed.sections[0]?.fields.slice(1)).toMatchObject([
      {
        defaultTemplate:
          '{{#if count(lesions) > 1 and side == "lesions"}}{{lesions.place | list}}{{/if}}{{#each lesions}}{{row.place}}{{/each}}',
        visibilityRules: [
          { when: { conditions: [{ sourceFieldId: 'lesions' }, { sourceFieldId: 'lesions.place' }] } },
        ],
      },
      { formula: 'sum(lesions.seconds) / count(lesions)' },
    ]);
  });
});

describe('undo and redo', () => {
  it('go back and forth; a new change clears the redo history', () => {
    let stack = afterStep(afterStep<number>(NO_STEPS, 1), 2);
    const back = afterUndo(stack, 3);
    expect(back?.value).toBe(2);
    stack = back?.stack ?? stack;
    expect(afterRedo(stack, 2)?.value).toBe(3);
    expect(afterRedo(afterStep(stack, 2), 9)).toBeNull();
    expect(afterUndo(NO_STEPS, 1)).toBeNull();
  });

  it('treat continued typing in one place as one step', () => {
    const stack = afterStep(afterStep(afterStep<string>(NO_STEPS, '', 'title'), 'a', 'title'), 'ab', 'title');
    expect(afterUndo(stack, 'abc')?.value).toBe('');
    expect(afterStep(stack, 'abc', 'description').past).toEqual(['', 'abc']);
  });
});
