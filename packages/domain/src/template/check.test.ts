import { describe, expect, it } from 'vitest';
import { checkContent } from './check.ts';
import { contentOf, type FieldDraft } from './testing.ts';

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
    ['one ID twice', [{ id: 'x' }, { id: 'x' }], 'error x: The field ID "x" is used more than once'],
    ['no options', [{ id: 'x', type: 'radio' }], 'error x: Please add at least one option for radio fields'],
    [
      'an option twice',
      [{ id: 'x', type: 'select', options: ['A', 'A'] }],
      'warning x: The same option is there more than once',
    ],
    [
      'a default that is not offered',
      [{ ...SIDE, defaultValue: 'Up' }],
      'warning side: The default "Up" is not among the options',
    ],
    [
      'an unknown source',
      [{ id: 'x', ...show('gone', 'Left') }],
      'error x: The visibility rule 1 looks at "gone", which is not a field of this template',
    ],
    [
      'only hide rules',
      [SIDE, { id: 'x', ...show('side', 'Left', 'hide') }],
      'warning x: It has only rules that hide it, so it is never shown',
    ],
    [
      'an unreachable option',
      [SIDE, { id: 'x', ...show('side', 'Up') }],
      'warning x: The visibility rule 1 never holds: "Side" does not offer what it looks for',
    ],
    [
      'a rule without a value',
      [SIDE, { id: 'x', ...show('side', '') }],
      'warning x: The visibility rule 1 never holds: "Side" does not offer what it looks for',
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
      'a rule behind one that always holds',
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
      'warning x: The default value rule 2 is never reached: the one before it always holds',
    ],
    [
      'an unknown dependency',
      [{ id: 'x', dependsOn: 'gone', dependencyType: 'dynamic_default' }],
      'error x: It depends on "gone", which is not a field of this template',
    ],
    [
      'a copy of nothing',
      [{ id: 'x', dependencyType: 'copy' }],
      'error x: Choose the field whose value is copied',
    ],
    [
      'itself',
      [{ id: 'x', dependsOn: 'x', dependencyType: 'copy' }],
      'error x: A field cannot depend on itself',
    ],
    [
      'a transformation',
      [SIDE, { id: 'x', dependsOn: 'side', dependencyType: 'transform' }],
      'warning x: Transforming values is coming soon and does nothing yet',
    ],
    [
      'a dynamic text without text',
      [{ id: 'x', dependencyType: 'dynamic_text' }],
      'warning x: It has neither a text nor rules for one, so it stays empty',
    ],
    [
      'an unknown placeholder',
      [{ id: 'x', dependencyType: 'dynamic_text', defaultTemplate: '{{gone}}' }],
      'warning x: Its text names {{gone}}, which is not a field of this template',
    ],
    [
      'tags that do not fit together',
      [SIDE, { id: 'x', dependencyType: 'dynamic_text', defaultTemplate: '{{#if side}}x' }],
      'warning x: In its text, {{#if side}} has no {{/if}}',
    ],
    [
      'two fields in a circle',
      [
        { id: 'a', label: 'First', dependsOn: 'b', dependencyType: 'copy' },
        { id: 'b', label: 'Second', dependsOn: 'a', dependencyType: 'copy' },
      ],
      'error a: These fields depend on each other in a circle: "First" → "Second" → "First"',
    ],
    [
      'a circle through rules and texts',
      [
        { id: 'a', label: 'A', ...show('c', 'x') },
        { id: 'b', label: 'B', dependsOn: 'a', dependencyType: 'copy' },
        { id: 'c', label: 'C', dependencyType: 'dynamic_text', defaultTemplate: '{{b}}' },
      ],
      'error a: These fields depend on each other in a circle: "A" → "C" → "B" → "A"',
    ],
  ])('warns: %s', (_which, fields, expected) => {
    expect(found(...fields)).toEqual([expected]);
  });
});
