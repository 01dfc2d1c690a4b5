import { patientRecord } from '@portal/contract/patients';
import { titleRecord } from '@portal/contract/titles';
import type { ValuesOf } from '@portal/contract/record';
import { expect, it } from 'vitest';
import type { Db } from './database.ts';
import { columnsAs, recordColumns, recordTable } from './record-table.ts';

const { fields } = titleRecord;
const { isActive, displayOrder: _order, ...others } = fields;

it('refuses at compile time a field without a column, a column without a field, and another type', () => {
  const titles = recordTable(fields, 'titles');
  // @ts-expect-error -- the table has no such column
  recordTable({ ...fields, color: fields.code }, 'titles');
  // @ts-expect-error -- the column display_order has no field
  recordTable({ ...others, isActive }, 'titles');
  // @ts-expect-error -- the column is a number
  recordTable({ ...others, isActive, displayOrder: fields.code }, 'titles');
  // @ts-expect-error -- the fields of another table
  recordTable(fields, 'offices');
  // @ts-expect-error -- the table has no updated_at
  recordTable(fields, 'titles', 'updated_at');
  expect(Object.keys(titles.valuesOf(MD))).toEqual(Object.keys(fields));
});

const MD: ValuesOf<typeof fields> = { code: 'MD', description: 'Doctor', displayOrder: 1, isActive: true };

it('refuses at compile time a change that forgets a field', () => {
  const titles = recordTable(fields, 'titles');
  const change = (db: Db, sent: { readonly isActive?: boolean | undefined }) => [
    // @ts-expect-error -- the display order is missing
    () => titles.insert(db, { code: 'MD', description: 'Doctor', isActive: true }, new Date(0)),
    // @ts-expect-error -- what was not sent would erase it
    () => titles.update(db, 'id', { ...MD, isActive: sent.isActive }, new Date(0)),
    () => titles.update(db, 'id', { ...MD, isActive: sent.isActive ?? true }, new Date(0)),
  ];
  expect(change.length).toBe(2);
});

it('refuses at compile time a field that a statement written by hand forgets, or that has no column', () => {
  const { byColumn } = recordColumns(patientRecord.fields);
  const { lastName: _lastName, ...known } = patientRecord.fields;
  const insert = (db: Db, sent: ValuesOf<typeof known>, lastName: string) => {
    // @ts-expect-error -- the last name is missing
    db.insertInto('patients').values({ ...byColumn(sent), name_key: '', search_text: '' });
    const values = { ...byColumn({ ...sent, lastName }), name_key: '', search_text: '' };
    db.insertInto('patients').values({ ...values, medical_record_number: '00000001' });
    // @ts-expect-error -- the table has no such column
    return db.selectFrom('patients').select(columnsAs(['lastName', 'color']));
  };
  expect(insert.length).toBe(3);
  expect(columnsAs(['id', 'lastName'])).toEqual(['id as id', 'last_name as lastName']);
});
