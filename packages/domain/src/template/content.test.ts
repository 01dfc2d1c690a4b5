import { describe, expect, it } from 'vitest';
import { EMPTY_CONTENT, fieldsOf, parseTemplateContent, templateContentJsonSchema } from './content.ts';
import { contentOf } from './test/content-of.ts';

const withField = (field: object) =>
  JSON.stringify({ version: 1, sections: [{ id: 's1', title: 'Details', fields: [field] }] });

describe('template content', () => {
  it('fills in the defaults of a field', () => {
    const { content, problem } = parseTemplateContent(
      withField({ id: 'side', label: 'Side', type: 'select' }),
    );
    expect(problem).toBeNull();
    expect(fieldsOf(content)).toEqual([
      {
        id: 'side',
        label: 'Side',
        type: 'select',
        required: false,
        options: [],
        placeholder: '',
        helpText: '',
        isReadOnly: false,
        isVisible: true,
        includeInReport: true,
        visibilityRules: [],
        optionRules: [],
        defaultValueRules: [],
        validationRules: [],
        dynamicTextRules: [],
      },
    ]);
  });

  it('parses serialized content unchanged', () => {
    const content = contentOf({ id: 'a', required: true }, { id: 'b', type: 'checkbox', defaultValue: true });
    expect(parseTemplateContent(JSON.stringify(content))).toEqual({ content, problem: null });
  });

  it('reads content without a version as version 1', () => {
    const { content, problem } = parseTemplateContent('{"sections":[]}');
    expect({ content, problem }).toEqual({ content: { version: 1, sections: [] }, problem: null });
  });

  it('is published as a JSON Schema', () => {
    expect(templateContentJsonSchema()).toMatchObject({ type: 'object', required: ['version', 'sections'] });
  });

  it.each([
    ['invalid JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a later version', '{"version":2,"sections":[]}'],
    ['an ID with capitals', withField({ id: 'Side', label: 'Side', type: 'text' })],
    ['an ID that starts with a digit', withField({ id: '1st', label: 'First', type: 'text' })],
    ['no label', withField({ id: 'side', label: ' ', type: 'text' })],
    ['an unknown type', withField({ id: 'side', label: 'Side', type: 'file' })],
    ['an unknown property', withField({ id: 'side', label: 'Side', type: 'text', script: 'x' })],
  ])('falls back to an empty structure for %s, with the reason', (_which, json) => {
    const { content, problem } = parseTemplateContent(json);
    expect(content).toEqual(EMPTY_CONTENT);
    expect(problem).toMatch(/^The template content /);
  });

  it('reports where it is invalid', () => {
    expect(parseTemplateContent(withField({ id: 'Side', label: 'Side', type: 'text' })).problem).toBe(
      'The template content does not match the schema at sections.0.fields.0.id: Field IDs can contain only lowercase letters, digits and underscores',
    );
  });
});
