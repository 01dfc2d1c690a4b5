import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDocument } from './csv.ts';
import {
  MAX_LIST_ROWS,
  OFFICE_COLUMNS,
  parseList,
  REQUIRED_OFFICE_COLUMNS,
  REQUIRED_SHORTCUT_COLUMNS,
  REQUIRED_USER_COLUMNS,
  SHORTCUT_COLUMNS,
  USER_COLUMNS,
} from './list-import.ts';

const users = (text: string) => parseList(text, USER_COLUMNS, REQUIRED_USER_COLUMNS);

const usersOf = (count: number) =>
  users(
    csvDocument([
      ['First Name', 'Last Name', 'Role'],
      ...Array.from({ length: count }, () => ['A', 'B', 'Staff']),
    ]),
  );

describe('a list of users', () => {
  it('names its columns in any order and by common names, and blank lines are counted', () => {
    expect(
      users('surname;FIRST_NAME;e-mail;User Role;Cell\nLee;Ann;a@b.example;Staff;555\n\nRoe;Jo;;Admin;'),
    ).toEqual({
      rows: [
        {
          line: 2,
          trouble: null,
          cells: { lastName: 'Lee', firstName: 'Ann', email: 'a@b.example', roles: 'Staff' },
        },
        { line: 4, trouble: null, cells: { lastName: 'Roe', firstName: 'Jo', email: '', roles: 'Admin' } },
      ],
      lines: '4 lines in the file: 1 with the column names, 2 rows, 1 blank.',
      leftOut: ['Cell'],
    });
  });

  it('says which columns are missing', () => {
    expect(users('First Name,Email\nAnn,a@b.example')).toEqual({
      error: 'The header row must name Last Name and Role.',
    });
    expect(users('First Name,Last Name,Role')).toEqual({
      error: 'The list needs a header row and at least one row below it.',
    });
  });

  it('keeps a row that cannot be read, with the reason', () => {
    const table = users('First Name,Last Name,Role\nAnn,Lee,Staff\nJo,Roe,Staff,more');
    expect('rows' in table && table.rows.map(({ line, trouble }) => [line, trouble])).toEqual([
      [2, null],
      [3, 'The row has more cells than the header'],
    ]);
  });

  it('has at most 500 rows', () => {
    expect(usersOf(MAX_LIST_ROWS)).toHaveProperty('rows.length', 500);
    expect(usersOf(MAX_LIST_ROWS + 1)).toEqual({ error: 'At most 500 rows at once. Split the list.' });
  });

  it('reads wide, narrow and strange texts', () => {
    const many = Array.from({ length: 200 }, (_, at) => `Column ${at}`).join(',');
    const wide = users(`First Name,Last Name,Role,${many}\nAnn,Lee,Staff${',x'.repeat(200)}`);
    expect(wide).toMatchObject({ rows: [{ cells: { roles: 'Staff' } }], leftOut: { length: 200 } });
    expect(users('Name\nAnn Lee\nJo Roe')).toHaveProperty('error');
    expect(users('')).toHaveProperty('error');
    expect(users('First Name,First Name,Last Name,Role\nAnn,Anna,Lee,Staff')).toMatchObject({
      rows: [{ cells: { firstName: 'Ann' } }],
      leftOut: ['First Name'],
    });
  });

  it('reads the cells of our own files', () => {
    const text = csvDocument([
      ['First Name', 'Last Name', 'Role'],
      ['Ann', '-Lee', 'Staff'],
    ]);
    expect(users(text)).toMatchObject({ rows: [{ cells: { lastName: '-Lee' } }] });
  });
});

it('takes each column of a list of offices once', () => {
  const text =
    'Location,Street,Town,ST,ZIP,Telephone,Group NPI\nMain,1 Main St,Reston,VA,20190,5551234567,1234567893';
  expect(parseList(text, OFFICE_COLUMNS, REQUIRED_OFFICE_COLUMNS)).toMatchObject({
    leftOut: [],
    rows: [{ cells: { name: 'Main', address: '1 Main St', city: 'Reston', state: 'VA', npi: '1234567893' } }],
  });
});

it('reads texts as they were exported, with quotes, line breaks and what a spreadsheet could take for a formula', () => {
  const text = fc
    .array(
      fc.constantFrom(',', '"', "'", '\n', '=', '+', '-', '@', '\t', ';', '\\', ' ', '***', 'a', 'Ж', '😀'),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((parts) => parts.join('').trim())
    .filter((joined) => joined !== '');
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const rows = texts.map((each, index) => ({ name: `s${index}`, text: each }));
      const file = csvDocument([['Name', 'Text'], ...rows.map((row) => [row.name, row.text])]);
      for (const line of file.split('\r\n').slice(1)) expect(line).not.toMatch(/^[^,]*,"?[=+\-@\t]/u);
      const list = parseList(file, SHORTCUT_COLUMNS, REQUIRED_SHORTCUT_COLUMNS, { hasTexts: true });
      expect(
        'error' in list ? list.error : list.rows.map(({ cells, trouble }) => ({ ...cells, trouble })),
      ).toEqual(rows.map((row) => ({ ...row, trouble: null })));
    }),
  );
});
