import { templateContent } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import { isPrintedAt } from '#ui/form/text-limit.ts';
import { fieldForm } from './field-form.ts';
import { RULE_KINDS, type FieldInput, type RuleInput } from './field-shape.ts';
import { fieldInput, fieldOf, idOfLabel, NEW_FIELD, NEW_RULE } from './field-values.ts';

const side: FieldInput = { ...NEW_FIELD, label: 'Side', id: 'side' };
const errorsOf = (change: Partial<FieldInput>, taken: readonly string[] = []) =>
  (fieldForm(taken).safeParse({ ...side, ...change }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
const rule = (change: Partial<RuleInput>): RuleInput => ({
  ...NEW_RULE,
  sourceFieldId: 'approach',
  value: 'Caudal',
  ...change,
});

describe('field form', () => {
  it('keeps the list of values of a rule when something else is edited', () => {
    const lists = {
      sourceFieldId: 'approach',
      value: ['Caudal', 'B, C'],
    };
    const saved = {
      ...fieldOf(side),
      visibilityRules: [
        { ...lists, operator: 'equals' as const, action: 'show' as const },
        { ...lists, operator: 'in' as const, action: 'show' as const },
      ],
    };
    const input = fieldInput(saved, undefined);
    const edited = fieldOf({ ...input, helpText: 'New help' });
    expect(edited).toEqual({ ...saved, helpText: 'New help' });
    const [first, second] = input.visibilityRules;
    if (first === undefined || second === undefined) throw new Error('no rules');
    const changed = fieldOf({ ...input, visibilityRules: [{ ...first, value: 'Caudal' }, second] });
    expect(changed.visibilityRules[0]?.value).toBe('Caudal');
  });

  it('knows which of its texts a PDF prints', () => {
    const [texts, inRules] = [
      Object.keys(NEW_FIELD),
      RULE_KINDS.flatMap((kind) => Object.keys(NEW_RULE).map((key) => `${kind}.0.${key}`)),
    ];
    const schema = fieldForm([]);
    expect(texts.filter((path) => isPrintedAt(schema, path))).toEqual([
      'label',
      'options',
      'defaultText',
      'defaultTemplate',
      'reportLabel',
    ]);
    const printed = inRules.filter((path) => isPrintedAt(schema, path));
    // Options of any rule become options of the field, and texts its values, except the messages of validation rules.
    expect(printed.filter((path) => path.endsWith('.text'))).toEqual(
      RULE_KINDS.filter((kind) => kind !== 'validationRules').map((kind) => `${kind}.0.text`),
    );
    expect(printed.filter((path) => path.endsWith('.options'))).toEqual(
      RULE_KINDS.map((kind) => `${kind}.0.options`),
    );
    expect(printed).toHaveLength(9);
  });

  it('requires label and ID; the ID is unique, lowercase with underscores', () => {
    expect(errorsOf({ label: ' ', id: '' })).toEqual([
      'label: Please enter a field label',
      'id: Please enter a field ID',
    ]);
    expect(errorsOf({ id: 'Side A' })[0]).toContain('Use lowercase letters, digits and underscores');
    expect(errorsOf({}, ['side'])).toEqual(['id: Another field in this template has this ID']);
    expect(errorsOf({})).toEqual([]);
  });

  it('requires at least one option for select and radio fields', () => {
    expect(errorsOf({ type: 'select' })).toEqual([
      'options: Please add at least one option for select fields',
    ]);
    expect(errorsOf({ type: 'radio', options: ' \n' })).toEqual([
      'options: Please add at least one option for radio fields',
    ]);
    expect(errorsOf({ type: 'radio', options: 'Left' })).toEqual([]);
    expect(errorsOf({ type: 'checkbox' })).toEqual([]);
  });

  it('requires condition and result of a rule, except the condition of a default rule', () => {
    const empty = rule({ sourceFieldId: '', value: '' });
    expect(
      errorsOf({
        type: 'select',
        options: 'L',
        visibilityRules: [empty, rule({ operator: 'in' })],
        optionRules: [rule({})],
        defaultValueRules: [rule({ operator: 'default', sourceFieldId: '' })],
        dynamicTextRules: [rule({})],
        validationRules: [rule({})],
      }),
    ).toEqual([
      'visibilityRules.0.sourceFieldId: Choose the field to check',
      'visibilityRules.0.value: Enter the value to compare with',
      'visibilityRules.1.values: Enter at least one value',
      'optionRules.0.options: Enter at least one option',
      'defaultValueRules.0.text: Enter the default value',
      'dynamicTextRules.0.text: Enter the text',
      'validationRules.0.text: Enter the message to show',
    ]);
  });

  it('reports texts that are too long at their input, also in rules', () => {
    const [line, text] = ['x'.repeat(501), 'x'.repeat(10_001)];
    expect(
      errorsOf({
        placeholder: line,
        defaultText: text,
        optionRules: [rule({ value: line, options: 'L' })],
      }).map((error) => error.split(':')[0]),
    ).toEqual(['defaultText', 'placeholder', 'optionRules.0.value']);
    expect(
      errorsOf({
        type: 'select',
        options: `Left\n${line}`,
        optionRules: [rule({ options: line })],
        validationRules: [rule({ text: line })],
      }),
    ).toEqual([
      'options: At most 500 characters are allowed here',
      'optionRules.0.options: At most 500 characters are allowed here',
      'validationRules.0.text: At most 500 characters are allowed here',
    ]);
  });

  it('requires a source for copy and dynamic default, and whole numbers in range', () => {
    expect(errorsOf({ dependencyType: 'copy' })).toEqual(['dependsOn: Choose the field it depends on']);
    expect(errorsOf({ dependencyType: 'dynamic_text' })).toEqual([]);
    expect(errorsOf({ maxLength: '0', rows: '1.5' })).toEqual([
      'maxLength: Max length must be a whole number from 1 to 10,000',
      'rows: Number of rows must be a whole number from 1 to 40',
    ]);
  });

  it('reports values that the content schema does not accept', () => {
    expect(errorsOf({ type: 'select', options: 'x'.repeat(501) })[0]).toMatch(/^options: /);
  });

  it('derives an ID from the label', () => {
    expect(idOfLabel('Needle gauge (G)')).toBe('needle_gauge_g');
    expect(idOfLabel('Niveau é / -2-')).toBe('niveau_e_2');
    expect(idOfLabel('2nd level')).toBe('field_2nd_level');
    expect(idOfLabel(' ')).toBe('');
  });
});

describe('field properties', () => {
  const condition = { sourceFieldId: 'approach', operator: 'equals', value: 'Caudal' };
  const always = { sourceFieldId: '', operator: 'default', value: '' };
  const content = templateContent.parse({
    version: 1,
    sections: [
      {
        id: 's',
        title: '',
        fields: [
          {
            id: 'note',
            label: 'Note',
            type: 'textarea',
            required: true,
            defaultValue: 'None',
            placeholder: 'p',
            helpText: 'h',
            maxLength: 100,
            rows: 4,
            isReadOnly: true,
            isVisible: false,
            includeInReport: false,
            dependsOn: 'approach',
            dependencyType: 'dynamic_text',
            defaultTemplate: '{{approach}}',
            visibilityRules: [
              { ...condition, action: 'hide' },
              { ...always, action: 'show' },
            ],
            defaultValueRules: [
              { ...condition, operator: 'in', value: ['A', 'B, C'], defaultValue: 'x' },
              { ...condition, operator: 'startsWith', defaultTemplate: '{{side}}!' },
            ],
            dynamicTextRules: [{ ...condition, operator: 'contains', text: 'T' }],
            validationRules: [{ ...condition, operator: 'not_equals', message: 'M' }],
          },
          {
            id: 'level',
            label: 'Level',
            type: 'select',
            options: ['L4', 'L5'],
            defaultValue: 'L5',
            optionRules: [{ ...condition, options: ['S1'] }],
          },
          { id: 'drugs', label: 'Drugs', type: 'checkbox', options: ['A', 'B'], defaultValue: ['B'] },
          { id: 'consent', label: 'Consent', type: 'checkbox', defaultValue: true },
          { id: 'day', label: 'Day', type: 'date', defaultValue: '2026-01-31' },
          { id: 'code', label: 'Code', type: 'hidden', dependsOn: 'level', dependencyType: 'copy' },
        ],
      },
    ],
  });
  const fields = content.sections.flatMap((section) => section.fields);

  it.each(fields.map((field) => [field.id, field] as const))(
    'of %s are unchanged after the dialog',
    (_id, field) => {
      const input = fieldInput(field, 'patient.name');
      const { data } = fieldForm([]).safeParse(input);
      expect(data?.autoPopulate).toBe('patient.name');
      expect(data && fieldOf(data)).toEqual(field);
    },
  );

  it('are omitted if the field type does not use them', () => {
    const field = fieldOf({ ...side, type: 'text', options: 'A', rows: '4', defaultChecked: true });
    expect(field).toMatchObject({ type: 'text', options: [] });
    expect(field.rows).toBeUndefined();
    expect(field.defaultValue).toBeUndefined();
  });
});
