import { describe, expect, it } from 'vitest';
import { checkContent } from './check.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const SIDE: FieldDraft = { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] };
const show = (sourceFieldId: string, value: string, action = 'show', operator = 'equals') => ({
  visibilityRules: [{ sourceFieldId, operator, value, action }],
});
const found = (...fields: readonly FieldDraft[]) =>
  checkContent(contentOf(...fields)).map(
    ({ severity, fieldId, message }) => `${severity} ${fieldId}: ${message}`,
  );

describe('template builder warnings', () => {
  it('are absent for a consistent template', () => {
    expect(
      found(
        SIDE,
        { id: 'x', ...show('side', 'Left') },
        { id: 'y', dependsOn: 'side', dependencyType: 'copy' },
      ),
    ).toEqual([]);
  });

  it.each<[string, readonly FieldDraft[], string]>([
    ['a duplicate ID', [{ id: 'x' }, { id: 'x' }], 'error x: The field ID "x" is used more than once'],
    ['no options', [{ id: 'x', type: 'radio' }], 'error x: Please add at least one option for radio fields'],
    [
      'a duplicate option',
      [{ id: 'x', type: 'select', options: ['A', 'A'] }],
      'warning x: An option is listed more than once',
    ],
    [
      'a default that is not an option',
      [{ ...SIDE, defaultValue: 'Up' }],
      'error side: The default of "Side" gives "Up", which is not an option of "Side".',
    ],
    [
      'a default rule that differs from an option in letter case',
      [
        {
          ...SIDE,
          defaultValueRules: [{ sourceFieldId: '', operator: 'default', value: '', defaultValue: 'right' }],
        },
      ],
      'error side: Default value rule 1 of "Side" gives "right", which is not an option of "Side". Did you mean "Right"?',
    ],
    [
      'a copy that brings other options',
      [
        SIDE,
        { id: 'x', label: 'X', type: 'radio', options: ['Left'], dependsOn: 'side', dependencyType: 'copy' },
      ],
      'warning x: Copy of "X" brings "Right", which is not an option of "X".',
    ],
    [
      'an unknown source',
      [{ id: 'x', ...show('gone', 'Left') }],
      'error x: Visibility rule 1 checks "gone", which is not a field in this template',
    ],
    [
      'only hide rules',
      [SIDE, { id: 'x', ...show('side', 'Left', 'hide') }],
      'warning x: This field has only hide rules, so it is never shown',
    ],
    [
      'an unreachable option',
      [SIDE, { id: 'x', ...show('side', 'Up') }],
      'warning x: Visibility rule 1 never matches: "Side" does not offer that value',
    ],
    [
      'a rule without a value',
      [SIDE, { id: 'x', ...show('side', '') }],
      'warning x: Visibility rule 1 never matches: "Side" does not offer that value',
    ],
    [
      'option rules on text',
      [
        SIDE,
        {
          id: 'x',
          optionRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', options: ['A'] }],
        },
      ],
      'warning x: Option rules apply to select and radio fields only',
    ],
    [
      'a rule after one that always matches',
      [
        SIDE,
        {
          id: 'x',
          defaultValueRules: [
            { sourceFieldId: '', operator: 'default', value: '', defaultValue: 'A' },
            { sourceFieldId: 'side', operator: 'equals', value: 'Left', defaultValue: 'B' },
          ],
        },
      ],
      'warning x: Default value rule 2 is never reached because the rule before it always matches',
    ],
    [
      'an unknown dependency',
      [{ id: 'x', dependsOn: 'gone', dependencyType: 'dynamic_default' }],
      'error x: This field depends on "gone", which is not a field in this template',
    ],
    ['a copy without a source', [{ id: 'x', dependencyType: 'copy' }], 'error x: Choose the field to copy'],
    [
      'a dependency on itself',
      [{ id: 'x', dependsOn: 'x', dependencyType: 'copy' }],
      'error x: A field cannot depend on itself',
    ],
    [
      'a transformation',
      [SIDE, { id: 'x', dependsOn: 'side', dependencyType: 'transform' }],
      'warning x: Transform is coming soon and has no effect yet',
    ],
    [
      'a dynamic text without text',
      [{ id: 'x', dependencyType: 'dynamic_text' }],
      'warning x: This field has neither a text nor text rules, so it stays empty',
    ],
    [
      'an unknown placeholder',
      [{ id: 'x', dependencyType: 'dynamic_text', defaultTemplate: '{{gone}}' }],
      'error x: The text uses {{gone}}, which is not a field in this template',
    ],
    [
      'mismatched tags',
      [SIDE, { id: 'x', dependencyType: 'dynamic_text', defaultTemplate: '{{#if side}}x' }],
      'error x: In the text, {{#if side}} (line 1, column 1) has no {{/if}}.',
    ],
    [
      'two fields with a circular dependency',
      [
        { id: 'a', label: 'First', dependsOn: 'b', dependencyType: 'copy' },
        { id: 'b', label: 'Second', dependsOn: 'a', dependencyType: 'copy' },
      ],
      'error a: These fields have a circular dependency: "First" → "Second" → "First"',
    ],
    [
      'a circular dependency through rules and texts',
      [
        { id: 'a', label: 'A', ...show('c', 'x') },
        { id: 'b', label: 'B', dependsOn: 'a', dependencyType: 'copy' },
        { id: 'c', label: 'C', dependencyType: 'dynamic_text', defaultTemplate: '{{b}}' },
      ],
      'error a: These fields have a circular dependency: "A" → "C" → "B" → "A"',
    ],
  ])('include %s', (_which, fields, expected) => {
    expect(found(...fields)).toEqual([expected]);
  });
});
