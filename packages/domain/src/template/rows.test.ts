import { describe, expect, it } from 'vitest';
import { enteredOf, storedOf } from '../dictation/form-values.ts';
import { storedReport } from '../dictation/print.ts';
import { answerProblems } from './cases.ts';
import { fieldsOf } from './content.ts';
import { evaluateTemplate } from './evaluate.ts';
import { reportOf, reportText } from './report.ts';
import { rowsProblems, shownText, tableOf } from './rows.ts';
import { contentOf } from './test/content-of.ts';
import type { FieldValue, Row } from './value.ts';

const COLUMNS = [
  { id: 'level', label: 'Level', type: 'select', options: ['L4-L5', 'L5-S1'], required: true },
  { id: 'temperature', label: 'Temperature', type: 'text', maxLength: 5 },
  { id: 'day', label: 'Day', type: 'date' },
  { id: 'tested', label: 'Tested', type: 'checkbox' },
  { id: 'signs', label: 'Signs', type: 'checkbox', options: ['Motor', 'Sensory'] },
];
const LESIONS = { id: 'lesions', label: 'Lesions', type: 'rows', columns: COLUMNS };
const contentWith = (more: object = {}) => contentOf({ ...LESIONS, ...more });
const evaluated = (lesions: FieldValue, more: object = {}) =>
  evaluateTemplate(contentWith(more), { entered: { lesions } });
const stateWith = (lesions: FieldValue, more: object = {}) => {
  const state = evaluated(lesions, more).byId.get('lesions');
  if (state === undefined) throw new Error('The field is missing');
  return state;
};
const problemsOf = (lesions: FieldValue, more: object = {}) => {
  const { field, given } = stateWith(lesions, more);
  return rowsProblems(field, given).map(({ kind, message }) => `${kind}: ${message}`);
};
const rows = (count: number, row: Row = { level: 'L4-L5' }): readonly Row[] =>
  Array.from({ length: count }, () => row);

describe('problems of rows', () => {
  it.each<[string, FieldValue, object, readonly string[]]>([
    ['nothing', [], { minRows: 2 }, []],
    ['empty rows', [{}, { level: '', tested: false }], { minRows: 2 }, []],
    ['a complete row', [{ level: 'L4-L5' }], {}, []],
    ['a required cell', [{}, { temperature: '80' }], {}, ['missing: Row 2: Level is required.']],
    ['too few rows', rows(1), { minRows: 2 }, ['missing: Enter at least 2 rows.']],
    ['no row at all', rows(1), { minRows: 1 }, []],
    ['too many rows', rows(7), { maxRows: 6 }, ['invalid: At most 6 rows are allowed.']],
    ['one row at most', rows(2), { maxRows: 1 }, ['invalid: At most 1 row is allowed.']],
    [
      'a date that is none',
      [{ level: 'L4-L5', day: '13/45/2026' }],
      {},
      ['invalid: Row 1: Day: Enter a date as MM/DD/YYYY.'],
    ],
    [
      'a text that is too long',
      [{ level: 'L4-L5', temperature: '80 degrees' }],
      {},
      ['refused: Row 1: Temperature: 5 characters too many (5 allowed).'],
    ],
    [
      'no option',
      [{ level: 'l4-l5' }],
      {},
      ['refused: Row 1: Level: Not an option: "l4-l5". Did you mean "L4-L5"?'],
    ],
    [
      'no option of a list',
      [{ level: 'L4-L5', signs: ['Motor', 'Pain'] }],
      {},
      ['refused: Row 1: Signs: Not an option: "Pain".'],
    ],
    [
      'a column that does not exist',
      [{ level: 'L4-L5', other: 'x' }],
      {},
      ['refused: Row 1: There is no column "other".'],
    ],
    ['a text instead of rows', 'L4-L5', {}, ['refused: This must be a list of rows.']],
  ])('are said for %s', (_case, value, more, expected) => {
    expect(problemsOf(value, more)).toEqual(expected);
  });

  it('prevent that the dictation counts as complete, and are its problem', () => {
    expect(evaluated([{ temperature: '80' }])).toMatchObject({ isComplete: false });
    expect(stateWith([{ temperature: '80' }, { day: '1' }]).problem).toBe(
      'Row 1: Level is required. Row 2: Level is required. Row 2: Day: Enter a date as MM/DD/YYYY.',
    );
    expect(evaluated([{ level: 'L4-L5' }])).toMatchObject({ isComplete: true });
  });

  it('are listed up to five', () => {
    const problem = stateWith(rows(9, { temperature: '80' })).problem ?? '';
    expect(problem).toMatch(/^Row 1: Level is required\..* Row 5: Level is required\. 4 more\.$/);
  });

  it('a required table needs a row that is not empty', () => {
    expect(evaluated([{}, {}], { required: true }).missing).toEqual(['Lesions']);
    expect(evaluated([{ level: 'L4-L5' }], { required: true }).missing).toEqual([]);
  });
});

describe('values of rows', () => {
  it('keep known columns and options, and what was given', () => {
    const given = [{ level: 'L9', temperature: '80', other: 'x' }];
    const state = stateWith(given);
    expect(state.value).toEqual([{ level: '', temperature: '80' }]);
    expect(state.given).toEqual(given);
    expect(state.dropped).toEqual(['L9']);
  });

  it('are stored with ISO dates and come back the same', () => {
    const content = contentWith();
    const entered = enteredOf(content, {
      formData: { lesions: [{ level: 'L4-L5', day: '11/21/2026' }, {}] },
      editedFields: [],
    });
    expect(entered).toEqual({ lesions: [{ level: 'L4-L5', day: '2026-11-21' }, {}] });
    const { formData } = storedOf(evaluateTemplate(content, { entered }));
    expect(formData).toEqual(entered);
  });

  it('start with the default rows and follow a copied field', () => {
    const content = contentOf(
      { ...LESIONS, defaultRows: [{ level: 'L4-L5', day: '11/21/2026' }] },
      { ...LESIONS, id: 'again', dependsOn: 'lesions', dependencyType: 'copy' },
    );
    const { byId } = evaluateTemplate(content, { entered: {} });
    const expected = [{ level: 'L4-L5', day: '2026-11-21' }];
    expect(byId.get('lesions')?.value).toEqual(expected);
    expect(byId.get('again')).toMatchObject({ value: expected, isDisabled: true });
  });

  it('answer test cases', () => {
    const [field] = fieldsOf(contentWith());
    expect(field?.type).toBe('rows');
    expect(answerProblems(contentWith(), { lesions: rows(2) })).toEqual([]);
    expect(answerProblems(contentWith(), { lesions: [] })).toEqual([]);
    expect(answerProblems(contentWith(), { lesions: 'L4-L5' })).toMatchObject([
      { message: '"Lesions" must be rows' },
    ]);
  });
});

describe('rows in a report', () => {
  const full: readonly Row[] = [
    { level: 'L4-L5', temperature: '80', day: '2026-11-21', tested: true, signs: ['Motor', 'Sensory'] },
    {},
    { level: 'L5-S1', temperature: ' ', tested: false },
  ];

  it('are a table without empty rows and unused columns', () => {
    const content = contentWith();
    expect(reportOf(content, evaluateTemplate(content, { entered: { lesions: full } }))).toMatchObject([
      {
        entries: [
          {
            kind: 'table',
            label: 'Lesions',
            columns: ['Level', 'Temperature', 'Day', 'Tested', 'Signs'],
            rows: [
              ['L4-L5', '80', '11/21/2026', 'Yes', 'Motor, Sensory'],
              ['L5-S1', '', '', '', ''],
            ],
          },
        ],
      },
    ]);
    const [field] = fieldsOf(content);
    expect(tableOf(field ?? {}, rows(1))).toEqual({ columns: ['Level'], rows: [['L4-L5']] });
    expect(reportOf(content, evaluateTemplate(content, { entered: { lesions: [{}, {}] } }))).toEqual([]);
  });

  it('are one line each in plain text', () => {
    const text = reportText(
      storedReport(contentWith({ reportLabel: 'Lesions made' }), { lesions: full }).sections,
    );
    expect(text).toBe(
      [
        'Procedure Details',
        'Lesions made:',
        '1. Level: L4-L5; Temperature: 80; Day: 11/21/2026; Tested: Yes; Signs: Motor, Sensory',
        '2. Level: L5-S1',
      ].join('\n'),
    );
  });

  it('are shown to people like that, too, and other values as before', () => {
    const [field] = fieldsOf(contentWith());
    if (field === undefined) throw new Error('The field is missing');
    expect(shownText(field, rows(2))).toBe('1. Level: L4-L5\n2. Level: L4-L5');
    expect(shownText({ type: 'date' }, '2026-11-21')).toBe('11/21/2026');
  });
});

describe('the label for the report', () => {
  it('replaces the label, and is printed above a generated text', () => {
    const content = contentOf(
      { id: 'a', label: 'Which side?', reportLabel: 'Side', defaultValue: 'Left' },
      { id: 'b', dependencyType: 'dynamic_text', defaultTemplate: 'On the {{a}}.', reportLabel: 'Technique' },
      {
        id: 'c',
        label: 'Plain',
        dependencyType: 'dynamic_text',
        defaultTemplate: 'As it was.',
        reportLabel: ' ',
      },
    );
    expect(reportText(reportOf(content, evaluateTemplate(content, { entered: {} })))).toBe(
      'Procedure Details\nSide: Left\nTechnique:\nOn the Left.\nAs it was.',
    );
  });
});
