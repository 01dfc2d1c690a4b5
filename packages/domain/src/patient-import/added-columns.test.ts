import { expect, it } from 'vitest';
import { addedColumns } from './added-columns.ts';

it.each([
  ['the same columns', 'Name,DOB,City (2)', 'Name,DOB,City (2)', []],
  ['another order', 'Name,DOB', 'DOB,Name', []],
  ['more columns', 'Name,DOB', 'Race,DOB,,Name,Fax,Fax (2)', ['Race', 'Fax', 'Fax (2)']],
  ['a column less', 'Name,DOB,City', 'Name,DOB,Race', null],
  ['another column of a name', 'Name,DOB,City', 'Name,City,DOB,City (2)', null],
  ['repeated names in another order', 'Name,City,DOB,City (2)', 'City,Name,City (2),DOB', null],
  ['repeated names and more columns', 'Name,City,City (2)', 'Name,City,City (2),Race', null],
  ['columns without a name', 'Name,Column 2', 'Name,Column 2,DOB', null],
])('knows the added columns of a file with %s', (_what, saved, header, added) => {
  expect(addedColumns(saved.split(','), header.split(','))).toEqual(added);
});
