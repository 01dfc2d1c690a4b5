import { describe, expect, it } from 'vitest';
import { lostReferences } from './broken-references.ts';
import { fieldsOf, type ConditionGroup, type TemplateContent } from './content.ts';
import type { TemplateParts } from './references.ts';
import { carryAlong, likelyRenames, NO_RENAMES } from './renames.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const LEVELS = ['L4', 'L5'];
const lesions = (id: string, columnId: string, options: readonly string[] = LEVELS): FieldDraft => ({
  id,
  label: 'Lesions',
  type: 'rows',
  maxRows: 5,
  columns: [
    { id: columnId, label: 'Level', type: 'select', options },
    { id: 'seconds', label: 'Seconds', type: 'text' },
  ],
  defaultRows: [{ [columnId]: options[0] ?? '', seconds: '90' }],
});
const others = (id: string, columnId: string, level = 'L4'): readonly FieldDraft[] => [
  { id: 'total', label: 'Total', dependencyType: 'calculated', formula: `sum(${id}.seconds) / count(${id})` },
  {
    id: 'text',
    label: 'Text',
    dependencyType: 'dynamic_text',
    defaultTemplate: `{{#each ${id}}}{{ row.${columnId} | lower }}{{#if row.${columnId} == "${level}"}}!{{/if}}{{/each}} {{#if count(${id}) >= 2 and ${id}.${columnId} == "${level}"}}{{ ${id}.${columnId} }}{{/if}}`,
    visibilityRules: [
      {
        sourceFieldId: id,
        operator: 'at_least',
        value: '1',
        measure: 'count',
        when: group(id, columnId, level),
        action: 'show',
      },
    ],
  },
];
const group = (id: string, columnId: string, level: string): ConditionGroup => ({
  match: 'any',
  conditions: [
    { sourceFieldId: `${id}.${columnId}`, operator: 'equals', value: level },
    { sourceFieldId: 'patient.sex', operator: 'equals', value: 'Female' },
  ],
});
const parts = (content: TemplateContent, id = 'lesions', columnId = 'level', level = 'L4') =>
  ({
    content,
    autoPopulate: {},
    rules: [
      {
        id: '1',
        fieldId: '_template_default',
        fieldValue: '*',
        isTemplateDefault: true,
        when: group(id, columnId, level),
        billingCodes: [],
      },
    ],
    providerDefaults: [
      { id: 'p', name: 'Jane Roe', defaults: { [id]: [{ [columnId]: level, seconds: '60' }] } },
    ],
    cases: [{ id: 'c', name: 'Case', answers: { [id]: [{ [columnId]: level }], 'patient.sex': 'Female' } }],
  }) satisfies TemplateParts;

const before = contentOf(lesions('lesions', 'level'), ...others('lesions', 'level'));

describe('references to rows', () => {
  it('follow a new name of the field, its column, and an option', () => {
    const options = ['L4 left', 'L5'];
    const expected = contentOf(lesions('burns', 'site', options), ...others('burns', 'site', 'L4 left'));
    // As an editor leaves it: the field is renamed, what refers to it is not.
    const edited = contentOf(lesions('burns', 'site', options), ...others('lesions', 'level'));
    const renames = likelyRenames(before, edited);
    expect(renames).toEqual({
      fields: { lesions: 'burns', 'lesions.level': 'burns.site' },
      options: { 'lesions.level': { L4: 'L4 left' } },
    });
    expect(lostReferences(parts(before), parts(edited), NO_RENAMES).length).toBeGreaterThan(5);
    const carried = carryAlong(parts(edited), renames);
    expect(fieldsOf(carried.content)).toEqual(fieldsOf(expected));
    expect(carried).toEqual({ ...parts(expected, 'burns', 'site', 'L4 left') });
    expect(lostReferences(parts(before), carried, renames)).toEqual([]);
  });

  it('are lost with a column that texts, formulas, rules, defaults and cases name', () => {
    const [first] = before.sections;
    const after: TemplateContent = {
      ...before,
      sections: [
        {
          ...(first ?? { id: '', title: '', description: '', fields: [] }),
          fields: fieldsOf(before).map((field) =>
            field.columns === undefined
              ? field
              : { ...field, columns: field.columns.filter(({ id }) => id === 'level'), defaultRows: [] },
          ),
        },
      ],
    };
    const lost = lostReferences(parts(before), parts(after), NO_RENAMES).map(({ message }) => message);
    expect(lost).toEqual([
      'The formula of "Total" points to the column "lesions.seconds" of "Lesions", which does not exist.',
      'The default of Jane Roe for "Lesions" points to the column "lesions.seconds" of "Lesions", which does not exist.',
    ]);
  });

  it('are lost with an option that a condition of a text or a billing rule names', () => {
    const after = contentOf(lesions('lesions', 'level', ['L5']), ...others('lesions', 'level'));
    expect(lostReferences(parts(before), parts(after), NO_RENAMES).map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The text of "Text" names "L4", which is not an option of "Lesions: Level".',
        'Visibility rule 1 of "Text" names "L4", which is not an option of "Lesions: Level".',
        'Billing rule "Template default, when Lesions: Level is L4 or Patient: sex is Female" names "L4", which is not an option of "Lesions: Level".',
        'Test case "Case" in its answer for "Lesions" gives "L4", which is not an option of "Lesions: Level".',
      ]),
    );
  });
});
