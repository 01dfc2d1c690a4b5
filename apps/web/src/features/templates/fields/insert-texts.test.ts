import { checkContent } from '@portal/domain/template/check';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../test/template-fixtures.ts';
import { formulaGroups } from './FormulaField.tsx';
import { placeholderGroups } from './PlaceholderText.tsx';

const FIELDS = [
  { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] },
  { id: 'pain', label: 'Pain', type: 'select', options: ['0', '1'] },
  { id: 'muscles', label: 'Muscles', type: 'checkbox', options: ['Trapezius', 'Levator'] },
  {
    id: 'lesions',
    label: 'Lesions',
    type: 'rows',
    maxRows: 6,
    columns: [
      { id: 'level', label: 'Level', type: 'select', options: ['L4'] },
      { id: 'seconds', label: 'Seconds', type: 'text', maxLength: 5 },
    ],
  },
  { id: 'dose', label: 'Dose' },
];
const fields = fieldsOf(contentOf(FIELDS));
const errorsOf = (content: TemplateContent) =>
  checkContent(content).flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

const placeholders = placeholderGroups(fields)
  .filter(({ title }) => title !== 'Common placeholders')
  .flatMap(({ title, items }) => items.map(({ text }) => [title, text] as const));

describe('what can be inserted into texts', () => {
  it.each(placeholders)('can be read: %s, %s', (_title, text) => {
    const written = { id: 'text', dependencyType: 'dynamic_text', defaultTemplate: text };
    expect(errorsOf(contentOf([...FIELDS, written]))).toEqual([]);
  });

  it('has each field, each row and each column', () => {
    expect(placeholders.map(([, text]) => text)).toEqual(
      expect.arrayContaining([
        '{{dose}}',
        '{{#if side == "Left"}}…{{else}}…{{/if}}',
        '{{#each lesions}}{{row.number}}. {{row.level}}, {{row.seconds}}\n{{/each}}',
        '{{lesions.level | list}}',
        '{{patient.lastName}}',
      ]),
    );
  });
});

describe('what can be inserted into formulas', () => {
  const formulas = formulaGroups(fields).flatMap(({ items }) => items.map(({ text }) => text));

  it.each(formulas.filter((text) => !text.includes('…') && !text.startsWith('mme')))(
    'can be read: %s',
    (formula) => {
      expect(
        errorsOf(contentOf([...FIELDS, { id: 'result', dependencyType: 'calculated', formula }])),
      ).toEqual([]);
    },
  );

  it('is what has numbers', () => {
    expect(formulas.filter((text) => !/[…]|mme/u.test(text))).toEqual([
      'pain',
      'dose',
      'patient.age',
      'sum(lesions.seconds)',
      'count(muscles)',
      'count(lesions)',
      'count(lesions.level)',
      'count(lesions.seconds)',
    ]);
  });
});
