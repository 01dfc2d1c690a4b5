import { describe, expect, it } from 'vitest';
import { checkContent } from './check.ts';
import { ruleValueProblem } from './check-texts.ts';
import { TAG_HELP } from './text-template.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const errors = (...fields: readonly FieldDraft[]) =>
  checkContent(contentOf(...fields))
    .filter(({ severity }) => severity === 'error')
    .map(({ fieldId, message }) => `${fieldId}: ${message}`);
const UNREAD = [
  '{{side-left}}',
  '{{side|shout}}',
  '{{#if side = "Left"}}',
  '{{ {{side}} }}',
  '{{side',
  '{{}}',
];
const SIDE: FieldDraft = { id: 'side' };
const rule = { sourceFieldId: 'side', operator: 'equals', value: 'Left' };

describe('texts of a template', () => {
  it.each(UNREAD)('may not have the tag %s where tags are filled in', (text) => {
    for (const field of [
      { id: 'x', dependencyType: 'dynamic_text', defaultTemplate: text },
      { id: 'x', defaultTemplate: text },
      { id: 'x', defaultValueRules: [{ ...rule, defaultTemplate: text }] },
      { id: 'x', dependencyType: 'dynamic_text', dynamicTextRules: [{ ...rule, text }] },
    ]) {
      const found = errors(SIDE, field);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((error) => /^x: In the .*\(line 1, column \d+\)/.test(error))).toBe(true);
    }
  });

  it.each(['{{side}}', ...UNREAD])('may not have the tag %s where none is filled in', (text) => {
    for (const field of [
      { id: 'x', label: text },
      { id: 'x', placeholder: text },
      { id: 'x', helpText: text },
      { id: 'x', defaultValue: text },
      { id: 'x', type: 'checkbox', options: ['A', text] },
      { id: 'x', type: 'checkbox', options: ['A'], defaultValue: [text] },
      { id: 'x', type: 'select', options: ['A'], optionRules: [{ ...rule, options: [text] }] },
      { id: 'x', defaultValueRules: [{ ...rule, defaultValue: text }] },
      { id: 'x', validationRules: [{ ...rule, message: text }] },
    ])
      expect(errors(SIDE, field)).toEqual([expect.stringMatching(/^x: .* cannot have placeholders: "/)]);
    const content = contentOf(SIDE);
    const titled = { ...content, sections: content.sections.map((section) => ({ ...section, title: text })) };
    expect(checkContent(titled)).toMatchObject([{ severity: 'error', fieldId: 'side' }]);
  });

  it('name the line and column of what cannot be read', () => {
    const text = 'Prone.\nThe {{side?}} side.';
    expect(errors(SIDE, { id: 'x', dependencyType: 'dynamic_text', defaultTemplate: text })).toEqual([
      `x: In the text, {{side?}} (line 2, column 5) cannot be read. ${TAG_HELP}`,
    ]);
  });
});

const DATE: FieldDraft = { id: 'seen', label: 'Last seen', type: 'date' };
const dated = (operator: string, value: unknown): FieldDraft => ({
  id: 'x',
  visibilityRules: [{ sourceFieldId: 'seen', operator, value, action: 'show' }],
});

describe('dates of a template', () => {
  it.each([
    ['equals', '01/05/2026'],
    ['not_equals', '2026-01-05'],
    ['in', '1/5/2026, 2026-01-06'],
    ['in', ['01/05/2026']],
    ['contains', '2026'],
    ['startsWith', '01/'],
    ['contains', '01/05/2026'],
  ])('can be compared: %s %j', (operator, value) => {
    expect(errors(DATE, dated(operator, value))).toEqual([]);
  });

  it.each([
    ['equals', 'tomorrow', 'tomorrow'],
    ['equals', '2026', '2026'],
    ['not_equals', '02/30/2026', '02/30/2026'],
    ['in', '01/05/2026, soon', ' soon'],
    ['in', ['x'], 'x'],
    ['contains', 'May', 'May'],
    ['startsWith', '/', '/'],
  ])('are refused if they are none: %s %j', (operator, value, wrong) => {
    expect(errors(DATE, dated(operator, value))).toEqual([
      `x: Visibility rule 1 compares the date "Last seen" with "${wrong}", which is not a date. Write it as 01/05/2026.`,
    ]);
  });

  it('are refused as defaults if they are none', () => {
    expect(errors({ ...DATE, defaultValue: 'soon' })).toEqual([
      'seen: The default "soon" is not a date. Write it as 01/05/2026.',
    ]);
    expect(errors({ ...DATE, defaultValue: '01/05/2026' })).toEqual([]);
  });

  it('are needed in billing code rules for date fields', () => {
    const [field] = contentOf(DATE).sections[0]?.fields ?? [];
    if (field === undefined) throw new Error('No field');
    expect(ruleValueProblem(field, 'soon')).toBe(
      '"Last seen" is a date, but "soon" is not. Write it as 01/05/2026.',
    );
    for (const value of ['*', '01/05/2026', '2026-01-05']) expect(ruleValueProblem(field, value)).toBeNull();
  });
});
