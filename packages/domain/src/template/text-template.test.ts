import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, columnValue, isRows, type FieldValue } from './value.ts';
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

const VALUES: Readonly<Record<string, FieldValue>> = {
  side: 'Left',
  levels: ['L4-L5', 'L5-S1', 'S1'],
  two: ['A', 'B, c', 'D'],
  pain: '7',
  dose: '1234567.50',
  seen: '2026-01-05',
  checked: true,
  'patient.age': '66',
  lesions: [{ level: 'L4', seconds: '90' }, {}, { level: 'L5', seconds: '60' }, { seconds: '30' }],
};
const value = (id: string) => {
  const [head = '', column = ''] = id.split('.');
  return VALUES[id] ?? (column === '' ? undefined : columnValue(VALUES[head], column));
};
const renderAll = (text: string) => {
  const parsed = parseTextTemplate(text);
  expect(parsed.problems).toEqual([]);
  return renderTextTemplate(parsed, {
    value,
    text: (id) => {
      const found = value(id);
      return isRows(found) ? 'rows' : cellText(found);
    },
  });
};

describe('tags with conditions, filters and rows', () => {
  it.each([
    ['{{side | lower}}, {{side|upper}}', 'left, LEFT'],
    ['{{levels | list}}', 'L4-L5, L5-S1, and S1'],
    ['{{two | list}}', 'A; B, c; and D'],
    ['{{levels | lower | list | sentence}}', 'L4-l5, l5-s1, and s1'],
    ['{{lesions.level | list}}', 'L4 and L5'],
    ['{{side | list}}{{none | list}}', 'Left'],
    ['{{dose | number}} {{side | number}}', '1,234,567.50 Left'],
    ['{{seen | list}}', '01/05/2026'],
    ['{{#if side == "Left"}}L{{else}}R{{/if}}', 'L'],
    ['{{#if side == "left" and count(levels) >= 3}}many{{/if}}', 'many'],
    ['{{#if not side}}none{{else}}some{{/if}}', 'some'],
    ['{{#unless side}}none{{else}}some{{/unless}}', 'some'],
    ['{{#unless none}}none{{/unless}}', 'none'],
    ['{{#unless pain < 5}}much{{/unless}}', 'much'],
    ['{{#if patient.age >= 65 or none}}old{{/if}} {{patient.age}}', 'old 66'],
    ['{{#if sum(lesions.seconds) == 180}}3 minutes{{/if}}', '3 minutes'],
    [
      '{{#each lesions}}{{row.number}}. {{row.level}} {{side | lower}}; {{/each}}',
      '1. L4 left; 2. L5 left; 3.  left; ',
    ],
    ['{{#each lesions}}{{#if row.level == "L5"}}five{{else}}-{{/if}}{{/each}}', '-five-'],
    ['{{#each lesions}}{{#unless row.level}}no level{{/unless}}{{/each}}', 'no level'],
    ['{{#each lesions}}{{#if row.number == 1}}first{{/if}}{{/each}}', 'first'],
    ['{{#each none}}x{{/each}}{{#each side}}y{{/each}}', ''],
    ['{{#IF Side}}{{ELSE}}{{/IF}}{{#Each Lesions}}{{/EACH}}', ''],
  ])('%s', (text, expected) => {
    expect(renderAll(text)).toBe(expected);
  });

  it('name their operands, with rows under their field', () => {
    const text =
      '{{#each lesions}}{{row.level}}{{row.number}}{{#if row.seconds > 5 and days(a, b) > 1}}{{side}}{{/if}}{{/each}}';
    expect(parseTextTemplate(text).operands).toEqual([
      'lesions',
      'lesions.level',
      'lesions.seconds',
      'b',
      'a',
      'side',
    ]);
  });

  it('are parsed however long they are', () => {
    for (const piece of ['{{#if', '{{#if a}}', '{{#if (', '{{a |', '{{#each a}}', '{{', '}}', '{{a | | |}}'])
      parseTextTemplate(piece.repeat(Math.ceil(100_000 / piece.length)));
    parseTextTemplate(`{{#if ${'('.repeat(10_000)}a}}`);
    parseTextTemplate(`{{a${' '.repeat(100_000)}b}}`);
    expect(parseTextTemplate('{{#if'.repeat(20_000)).operands).toEqual([]);
  });

  it('are read or stay words, whatever the text', () => {
    const piece = fc.constantFrom(
      '{{#if a == "x"}}',
      '{{#unless a}}',
      '{{#each a}}',
      '{{row.b}}',
      '{{else}}',
      '{{/if}}',
      '{{/unless}}',
      '{{/each}}',
      '{{a | list}}',
      'x',
      '{{',
      '}}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parseTextTemplate(text);
        const made = renderTextTemplate(parsed, { value: () => [{ b: '1' }], text: () => 'v' });
        expect(made).not.toBeNull();
        expect(parsed.problems.length === 0 && made?.includes('{{')).toBe(false);
      }),
    );
  });
});
