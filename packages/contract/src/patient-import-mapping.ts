import { VALUE_CHOICES } from '@portal/domain/patient-import/choices';
import { COLUMN_USES, MAX_IMPORT_COLUMNS } from '@portal/domain/patient-import/columns';
import { MAX_HEADER_LINE } from '@portal/domain/patient-import/header';
import { WORD_MEANINGS } from '@portal/domain/patient-import/words';
import { z } from 'zod';
import { id } from './core/fields.ts';

/** Characters of a name of a column. */
export const MAX_COLUMN_NAME = 1000;
const columnName = z
  .string({ error: 'The name of a column must be text' })
  .max(MAX_COLUMN_NAME, 'The name of a column is too long');
/** Names of columns of a file. */
export const importColumnNames = z
  .array(columnName, { error: 'Columns must be a list' })
  .max(MAX_IMPORT_COLUMNS, 'Too many columns')
  .readonly();
/** The columns of each field, by name, and those that are left out. */
export const importMapping = z.partialRecord(
  z.enum(COLUMN_USES, { error: 'Unknown field' }),
  importColumnNames,
  { error: 'The mapping must be an object' },
);
const word = z.string({ error: 'A word must be text' }).max(100, 'A word is too long');
const meanings = <M extends string>(all: readonly M[]) =>
  z
    .record(word, z.enum(all, { error: `Choose ${all.join(' or ')}` }), { error: 'Words must be an object' })
    .optional();
/** What words in the columns of gender, status and deceased mean, by word in lowercase. */
export const wordAnswers = z.strictObject(
  {
    gender: meanings(WORD_MEANINGS.gender),
    status: meanings(WORD_MEANINGS.status),
    deceased: meanings(WORD_MEANINGS.deceased),
  },
  { error: 'Words must be an object' },
);

/** Different kinds of values in a mapping. */
const MAX_CHOICES = 500;
const kind = z
  .string({ error: 'A kind of value must be text' })
  .max(300, 'The name of a kind of value is too long');
/** What happens with values that cannot be read, by kind. Rows with another kind fail. */
export const valueChoices = z
  .record(kind, z.enum(VALUE_CHOICES, { error: `Choose ${VALUE_CHOICES.join(' or ')}` }), {
    error: 'Choices must be an object',
  })
  .refine((choices) => Object.keys(choices).length <= MAX_CHOICES, 'Too many choices');

/** How dates with numbers only, such as 03/04/1980, are read. */
export const dateOrder = z.enum(['month first', 'day first'], {
  error: 'Date order must be month first or day first',
});
/** Null: as most dates of the file. */
export const chosenOrder = dateOrder.nullable();

/** The line with the names of the columns, from 1. */
export const headerLine = z
  .int({ error: 'Line must be a number' })
  .min(1, 'Line must be at least 1')
  .max(MAX_HEADER_LINE, `Line must be at most ${MAX_HEADER_LINE}`);

/** A mapping of the practice. */
export const importMappingRow = z.object({
  id,
  name: z.string(),
  columns: importMapping,
  dateOrder: chosenOrder,
  words: wordAnswers,
  choices: valueChoices,
});
