import { expect, it } from 'vitest';
import { readCsvText } from '../csv-reader.ts';
import { guessColumns, IMPORT_FIELDS, rawPatientReader } from './columns.ts';
import { readPatient } from './read-patient.ts';
import { SAMPLE_FILE } from './sample-file.ts';

it('of the sample file, every column has a field, and every row is read without a note', () => {
  const [first, ...rows] = readCsvText(SAMPLE_FILE);
  const header = first?.cells ?? [];
  const mapping = guessColumns(header);
  expect(IMPORT_FIELDS.flatMap((field) => mapping[field] ?? []).toSorted()).toEqual(header.toSorted());
  const read = rawPatientReader(mapping, header);
  const rules = { order: 'month first', today: '2026-11-23', words: {} } as const;
  expect(rows.map(({ cells, trouble }) => [cells.length, trouble])).toEqual(
    rows.map(() => [header.length, null]),
  );
  const readings = rows.map(({ cells }) => readPatient(read(cells), rules));
  expect(readings.flatMap(({ problems, notes }) => [...problems, ...notes])).toEqual([]);
  expect(readings.map(({ patient }) => patient.isActive)).toEqual([true, true, true, true, false, false]);
});
