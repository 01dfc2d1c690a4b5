import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DYNAMIC_TEXT_PLACEHOLDERS,
  TAG_HELP,
  parseTextTemplate,
  renderTextTemplate,
} from './text-template.ts';

const render = (text: string, values: Readonly<Record<string, string>>) =>
  renderTextTemplate(parseTextTemplate(text), {
    value: (id) => values[id],
    text: (id) => values[id] ?? '',
  });

describe('conditional text', () => {
  it.each([
    ['At {{level}}.', { level: 'L4-L5' }, 'At L4-L5.'],
    ['At {{ level }}.', {}, 'At .'],
    [
      '{{#if contrast}}Contrast: {{contrast}}.{{else}}No contrast.{{/if}}',
      { contrast: 'Omnipaque' },
      'Contrast: Omnipaque.',
    ],
    ['{{#if contrast}}Contrast: {{contrast}}.{{else}}No contrast.{{/if}}', {}, 'No contrast.'],
    ['A{{#if x}} and B{{/if}}.', {}, 'A.'],
    ['{{#if a}}1{{#if b}}2{{else}}3{{/if}}4{{else}}5{{/if}}', { a: 'y' }, '134'],
    ['{{#if a}}1{{#if b}}2{{else}}3{{/if}}4{{else}}5{{/if}}', { a: 'y', b: 'y' }, '124'],
    ['{{#if a}}1{{#if b}}2{{else}}3{{/if}}4{{else}}5{{/if}}', {}, '5'],
    ['{{not a tag!}} {x} {{', {}, '{{not a tag!}} {x} {{'],
  ] as const)('%s', (text, values, expected) => {
    expect(render(text, values)).toBe(expected);
  });

  it('never reads a value as a tag', () => {
    expect(render('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}');
  });

  it.each([
    ['{{#if a}}x', '{{#if a}} (line 1, column 1) has no {{/if}}.'],
    ['x{{/if}}', '{{/if}} (line 1, column 2) has no {{#if}} before it.'],
    ['x{{else}}y', '{{else}} (line 1, column 2) has no {{#if}} before it.'],
    [
      '{{#if a}}1{{else}}2{{else}}3{{/if}}',
      '{{else}} (line 1, column 20) is the second {{else}} of its {{#if}}.',
    ],
    ['Side:\n {{side-left}}', `{{side-left}} (line 2, column 2) cannot be read. ${TAG_HELP}`],
    ['{{patient.}}', `{{patient.}} (line 1, column 1) cannot be read. ${TAG_HELP}`],
    ['{{#unless a}}', '{{#unless a}} (line 1, column 1) has no {{/unless}}.'],
    ['{{#if a}}1{{/unless}}{{/if}}', '{{/unless}} (line 1, column 11) has no {{#unless}} before it.'],
    ['{{#each a}}{{else}}{{/each}}', '{{else}} (line 1, column 12) has no {{#if}} before it.'],
    ['{{#each a}}{{#each b}}{{/each}}', '{{#each b}} (line 1, column 12) is inside another {{#each}}.'],
    [
      '{{row.level}}',
      '{{row.level}} (line 1, column 1) can only be between {{#each rows_id}} and {{/each}}.',
    ],
    [
      '{{side | title}}',
      '{{side | title}} (line 1, column 1) has the filter “title”, which does not exist. Filters are lower, upper, sentence, list, number.',
    ],
    ['{{}}', `{{}} (line 1, column 1) cannot be read. ${TAG_HELP}`],
    ['{{{a}} b', `{{{a}} (line 1, column 1) cannot be read. ${TAG_HELP}`],
    ['At {{level', '{{level (line 1, column 4) has no }}.'],
    ['{{ {{a}}', '{{ (line 1, column 1) has no }}.'],
    ['a}} b', '}} (line 1, column 2) has no {{ before it.'],
  ])('reports what cannot be read in %j', (text, problem) => {
    expect(parseTextTemplate(text).problems).toEqual([problem]);
  });

  it('leaves what it cannot read as it is written, so that a check finds it', () => {
    const text = '{{#if consent = "Yes"}}Signed.{{else}}Refused.{{/if}}';
    expect(render(text, { consent: 'Yes' })).toBe(text);
    expect(parseTextTemplate(text).problems).toHaveLength(3);
    expect(render('{{#if a}}x{{else}}y', { a: 'z' })).toBe('{{#if a}}x{{else}}y');
  });

  it('lists the fields of a text', () => {
    expect(parseTextTemplate('{{#if a}}{{b}}{{else}}{{a}}{{/if}}').operands).toEqual(['a', 'b']);
  });

  it('offers a fixed list of placeholders', () => {
    expect(DYNAMIC_TEXT_PLACEHOLDERS).toEqual([
      'level',
      'approach',
      'side',
      'needle_gauge',
      'fluoroscopy_type',
      'approach_description',
      'needle_path',
      'contrast_description',
    ]);
  });

  it('parses any text, and leaves text without tags unchanged', () => {
    const piece = fc.constantFrom('{{#if a}}', '{{else}}', '{{/if}}', '{{a}}', 'x', '{{', '}}', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(render(pieces.join(''), { a: 'y' })).not.toContain('{{a}}');
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => render(text.replaceAll('{', ''), {}) === text.replaceAll('{', '')),
    );
  });
});
