import { officeRecord } from '@portal/contract/offices';
import { expect, it } from 'vitest';
import { RecordForm } from './RecordForm.tsx';
import { newInput, recordSchema, savedInput } from './record-input.ts';

const { fields } = officeRecord;
const OFFICE = {
  name: 'Hill',
  address: '2 Hill Road',
  city: 'Reston',
  state: 'VA',
  zipCode: '20190',
  phone: '7035550100',
  fax: null,
  npi: null,
  superAdminOnly: false,
  isSurgeryCenter: true,
  isActive: false,
};

it('the form of a saved record keeps every field, also one that it does not show', () => {
  const saved = { ...OFFICE, id: '00000000-0000-7000-8000-000000000000', version: 4 };
  expect(savedInput(fields, saved)).toEqual({ ...OFFICE, fax: '', npi: '', version: 4 });
  expect(recordSchema(fields).parse(savedInput(fields, saved))).toEqual({ ...OFFICE, version: 4 });
});

it('the form of a new record has a value for every field and no version', () => {
  expect(Object.keys(newInput(fields))).toEqual(Object.keys(fields));
  expect(newInput(fields)).toMatchObject({ name: '', fax: '', superAdminOnly: false });
});

it('refuses at compile time a field that the record does not have', () => {
  const form = (
    <RecordForm record={officeRecord} saved={null} errorFallback="" onSave={async () => undefined}>
      {(field) => [
        field('name'),
        // @ts-expect-error -- an office has no color
        field('color'),
      ]}
    </RecordForm>
  );
  expect(form.props.record).toBe(officeRecord);
});
