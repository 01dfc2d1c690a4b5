import { templateContent, type TemplateField } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import { fieldBadges, fieldNotes } from './preview-labels.ts';

const labelOf = (id: string) => (id === 'side' ? 'Side' : id);

function field(change: object): TemplateField {
  const fields = [{ id: 'x', label: 'X', type: 'text', ...change }];
  const { sections } = templateContent.parse({ version: 1, sections: [{ id: 's', title: 'S', fields }] });
  const [parsed] = sections.flatMap((section) => section.fields);
  if (parsed === undefined) throw new Error('There is no field');
  return parsed;
}
const badges = (change: object) => fieldBadges(field(change), labelOf).map(({ label }) => label);
const notes = (change: object) =>
  fieldNotes(field(change), labelOf).map(({ label, text }) => `${label}: ${text}`);

const when = { sourceFieldId: 'side', operator: 'equals', value: 'Left' };

describe('field description in the preview', () => {
  it.each([
    [{}, ['Text']],
    [{ type: 'textarea', required: true, isReadOnly: true }, ['Text area', 'Required', 'Read-only']],
    [{ isVisible: false, includeInReport: false }, ['Text', 'Not visible', 'Not in report']],
    [{ dependsOn: 'side', dependencyType: 'copy' }, ['Text', 'Copies Side']],
    [{ dependencyType: 'dynamic_text' }, ['Text', 'Dynamic text']],
    [
      {
        visibilityRules: [{ ...when, action: 'show' }],
        optionRules: [1, 2].map(() => ({ ...when, options: [] })),
      },
      ['Text', '1 visibility rule', '2 option rules'],
    ],
  ])('has badges for %j', (change, expected) => {
    expect(badges(change)).toEqual(expected);
  });

  it('describes options, defaults, limits and every rule', () => {
    expect(
      notes({
        type: 'select',
        options: ['A', 'B'],
        defaultValue: 'A',
        maxLength: 9,
        visibilityRules: [{ ...when, operator: 'in', value: ['Left', 'Right'], action: 'hide' }],
        optionRules: [{ ...when, options: ['C'] }],
        defaultValueRules: [{ ...when, operator: 'default', sourceFieldId: '', defaultValue: 'B' }],
        validationRules: [{ ...when, message: 'Not there' }],
      }),
    ).toEqual([
      'Options: A · B',
      'Default: A',
      'Max length: 9 characters',
      'Hidden: when Side is Left or Right',
      'Options when Side is Left: C',
      'Default always: B',
      'Invalid when Side is Left: Not there',
    ]);
  });

  it('describes rows, calculated fields, and groups of conditions', () => {
    const group = {
      sourceFieldId: '',
      operator: 'default',
      value: '',
      when: {
        match: 'all',
        conditions: [when, { ...when, operator: 'at_least', value: '3', measure: 'count' }],
      },
    };
    expect(
      notes({
        type: 'rows',
        columns: [
          { id: 'level', label: 'Level', type: 'select', required: true, options: ['L4', 'L5'] },
          { id: 'note', label: 'Note', type: 'text' },
        ],
        minRows: 1,
        maxRows: 6,
        defaultRows: [{ level: 'L4' }],
        reportLabel: 'Lesions made',
        visibilityRules: [{ ...group, action: 'show' }],
      }),
    ).toEqual([
      'Column Level: Select, required: L4 · L5',
      'Column Note: Text',
      'Rows: 1 to 6',
      'Starting rows: 1. Level: L4',
      'Name in the report: Lesions made',
      'Shown: when Side is Left and the number of Side is at least 3',
    ]);
    const calculated = { dependencyType: 'calculated', formula: 'a + b' };
    expect(notes(calculated)).toEqual(['Formula: a + b']);
    expect(badges(calculated)).toEqual(['Text', 'Calculated']);
  });
});
