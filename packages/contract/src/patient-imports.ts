import { VALUE_CHOICES } from '@portal/domain/patient-import/choices';
import { WORD_FIELDS } from '@portal/domain/patient-import/words';
import { CHANGE_KINDS, UPDATE_FIELDS } from '@portal/domain/patient-import/updates';
import { z } from 'zod';
import { also } from './core/endpoint.ts';
import { id, idParams, requiredText } from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { PATIENT_IMPORT } from './core/health-records.ts';
import { patientRef, userRef } from './core/refs.ts';
import {
  chosenOrder,
  headerLine,
  importMapping,
  importMappingRow,
  MAX_COLUMN_NAME,
  valueChoices,
  wordAnswers,
} from './patient-import-mapping.ts';
import { acts, creates, reads, removes } from './core/verbs.ts';

/** Maximum size of an uploaded file in bytes (200 MB); larger ones are imported with the command. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;
/** Days until an uploaded file is removed. */
export const IMPORT_FILE_DAYS = 7;

/**
 * NotChecked: uploaded, or the check was stopped. Stopped: canceled or cut off; it can continue or be undone. The check and the
 * import run in the background.
 */
export const IMPORT_STATUSES = [
  'NotChecked',
  'Checking',
  'Checked',
  'Importing',
  'Stopped',
  'Finished',
  'Undoing',
  'Undone',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What the lines of a file are: each is counted once, and rows that span several lines are named. */
export const importLines = z.object({
  total: z.int(),
  before: z.int(),
  header: z.int(),
  blank: z.int(),
  blankEnd: z.object({ first: z.int(), last: z.int() }).nullable(),
  totals: z.int(),
  totalLines: z.array(z.int()).readonly(),
  other: z.int(),
  rows: z.int(),
  rowLines: z.int(),
  spans: z.array(z.object({ first: z.int(), last: z.int() })).readonly(),
});

export const patientImport = z.object({
  id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  /** The uploaded file is still stored. Imports by a command have none, and continue with the command only. */
  hasFile: z.boolean(),
  /** Something was left out or completed in rows that are imported, and the file that shows it is still stored. */
  hasNotes: z.boolean(),
  isByCommand: z.boolean(),
  startedBy: userRef.nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Null until the rows are counted. */
  rowCount: z.int().nullable(),
  lines: importLines.nullable(),
  /** Rows that are dealt with: by the check before the import, and by the import after its start. */
  rowsDone: z.int(),
  /** The counts are null if they depend on social security numbers that the caller may not view. */
  imported: z.int().nullable(),
  /** Patients of the practice with the former number of a row that differ or, after the import, that were updated. */
  updated: z.int().nullable(),
  /** Patients of the practice that stay as they are. */
  unchanged: z.int().nullable(),
  failed: z.int().nullable(),
  duplicates: z.int().nullable(),
  /** Rows that are left out because of their status, such as merged records. */
  skipped: z.int().nullable(),
  /** Likely duplicates that are never imported, because another patient has their former number. */
  refused: z.int().nullable(),
  withDuplicates: z.boolean(),
  /** Why the last check, import or undo failed. */
  trouble: z.string().nullable(),
});
export type PatientImport = z.output<typeof patientImport>;

/** A saved mapping for a file, with the columns of the file that it does not know. */
const offeredMapping = importMappingRow.extend({ newColumns: z.array(z.string()).readonly() });

const provenDates = z.object({
  count: z.int(),
  examples: z.array(z.object({ line: z.int(), date: z.string() })).readonly(),
});

/** What is known about the content of an uploaded file. */
export const importDetails = z.object({
  /** The columns of a CSV file; null for FHIR, which needs no mapping. */
  header: z.array(z.string()).nullable(),
  /** The line with their names, from 1, and the lines that may have them. */
  headerLine: z.int().nullable(),
  firstLines: z.array(z.object({ line: z.int(), text: z.string() })),
  /**
   * The columns in the order of the file, with the number of rows that have a value (null before the check) and up to three different
   * values. Social security numbers are masked.
   */
  columns: z
    .array(
      z.object({ name: z.string(), values: z.int().nullable(), samples: z.array(z.string()).readonly() }),
    )
    .nullable(),
  mapping: importMapping.nullable(),
  /** The sheets of a workbook that have values, and the one that is imported. Blank and null for other files. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), isHidden: z.boolean() })),
  sheet: z.string().nullable(),
  /** Null: as most dates of the file. */
  dateOrder: chosenOrder,
  /** What the person chose for words. */
  answers: wordAnswers,
  /** Words in the columns of gender, status and deceased, with the number of rows. A row with one without a meaning fails. */
  words: z.array(
    z.object({
      field: z.enum(WORD_FIELDS),
      word: z.string(),
      count: z.int(),
      meaning: z.string().nullable(),
    }),
  ),
  /** What the person chose for values that cannot be read. */
  choices: valueChoices,
  /** The kinds of values that the check could not read, with the first lines, and what can be chosen instead of failing them. */
  values: z
    .array(
      z.object({
        text: z.string(),
        count: z.int(),
        lines: z.array(z.int()).readonly(),
        choice: z.enum(VALUE_CHOICES).nullable(),
      }),
    )
    .readonly(),
  /** The first dates of both orders, if the file has both. Then an order must be chosen before the import. */
  mixedDates: z.object({ 'month first': provenDates, 'day first': provenDates }).nullable(),
  /** Why the rows cannot be read with this mapping. */
  mappingTrouble: z.string().nullable(),
  /** What the first rows become, by column. Null before the check. */
  preview: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** What is left out or completed, with the number of rows and the first lines. */
  notes: z.array(z.object({ text: z.string(), count: z.int(), lines: z.array(z.int()).readonly() })),
  /** The first rows that fail, are likely duplicates or are skipped because of their status. */
  problems: z.array(
    z.object({ line: z.int(), isDuplicate: z.boolean(), isSkipped: z.boolean(), reasons: z.string() }),
  ),
  /** Saved mappings for files with the same columns, or with some of them. */
  savedMappings: z.array(offeredMapping),
});
export type ImportDetails = z.output<typeof importDetails>;

/** What is updated of patients of the practice: each field with its kind of changes and those before it. */
export const updateChoice = z.partialRecord(
  z.enum(UPDATE_FIELDS, { error: 'Unknown field' }),
  z.enum(CHANGE_KINDS, { error: `Choose ${CHANGE_KINDS.join(', ')}` }),
  { error: 'Updates must be an object' },
);

/** How rows differ from the patients of the practice that they are. */
export const importUpdates = z.object({
  /** Patients that the choice changes. */
  patients: z.int(),
  /** Patients by field and kind of change. */
  fields: z.array(z.object({ field: z.enum(UPDATE_FIELDS), kind: z.enum(CHANGE_KINDS), count: z.int() })),
  /** The first patients that differ: those that the choice changes come first. A social security number is only "set" or "changed". */
  rows: z.array(
    z.object({
      line: z.int(),
      patient: patientRef,
      changes: z.array(
        z.object({
          field: z.enum(UPDATE_FIELDS),
          kind: z.enum(CHANGE_KINDS),
          now: z.string().nullable(),
          next: z.string(),
        }),
      ),
    }),
  ),
});
export type ImportUpdates = z.output<typeof importUpdates>;

const tag = 'Patient imports';
const admin = { tag, guard: PATIENT_IMPORT.viewers } as const;
const change = {
  ...admin,
  healthData: false,
  params: idParams,
  response: patientImport,
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const;

export const patientImportList = reads('/admin/patient-import', admin, {
  healthData: false,
  summary: 'List the newest imports of patients, at most 50',
  response: z.object({ data: z.array(patientImport) }),
  audit: null,
  background: true,
});
export const patientImportUpload = acts('/admin/patient-import', admin, {
  record: PATIENT_IMPORT,
  healthData: true,
  summary:
    'Upload a CSV or FHIR file or an Excel workbook of patients; 409 while another one is not finished',
  upload: { maxBytes: MAX_IMPORT_BYTES, anyContent: true },
  response: patientImport,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'IDEMPOTENCY_MISMATCH', 'STORAGE_FULL'],
});
export const patientImportDetails = reads('/admin/patient-import/:id/details', admin, {
  healthData: true,
  summary: 'Get the columns of a file with their mapping and what the check found',
  response: importDetails,
  audit: 'Accessed',
});
export const patientImportSheet = acts('/admin/patient-import/:id/sheet', change, {
  summary: 'Choose the sheet of a workbook, which must be checked again',
  body: z.strictObject({
    sheet: z.string({ error: 'Choose a sheet' }).max(MAX_COLUMN_NAME, 'There is no such sheet'),
  }),
  audit: 'Updated',
});
export const patientImportHeader = acts('/admin/patient-import/:id/header', change, {
  summary: 'Read the names of the columns from another line; the mapping is guessed again',
  body: z.strictObject({
    line: headerLine,
  }),
  audit: 'Updated',
});
export const patientImportCheck = acts('/admin/patient-import/:id/check', change, {
  summary: 'Check all rows with a mapping; this imports nothing',
  body: z.strictObject({
    columns: importMapping.nullable(),
    dateOrder: chosenOrder,
    words: wordAnswers.default({}),
    choices: valueChoices.default({}),
  }),
  audit: 'Updated',
});
export const patientImportStart = acts('/admin/patient-import/:id/start', change, {
  summary: 'Import a checked file, or continue an import that was stopped',
  body: z.strictObject({
    /** Imports likely duplicates too. An import continues as it was started. */
    withDuplicates: z.boolean({ error: 'withDuplicates must be true or false' }).default(false),
    /** Updates patients of the practice, which needs Patient.Edit. */
    updates: updateChoice.nullable().default(null),
  }),
  audit: 'Updated',
});
export const patientImportCancel = acts('/admin/patient-import/:id/cancel', change, {
  summary: 'Stop a check or an import; patients that are imported stay',
  audit: 'Updated',
});
export const patientImportUpdates = acts('/admin/patient-import/:id/updates', admin, {
  guard: also(PATIENT_IMPORT.viewers, 'Patient.Edit'),
  healthData: true,
  summary:
    'Get how the rows of a checked file differ from the patients of the practice, and how many the choice changes',
  body: z.strictObject({ updates: updateChoice }),
  response: importUpdates,
  audit: 'Accessed',
});
export const patientImportPatients = reads('/admin/patient-import/:id/patients', admin, {
  healthData: true,
  summary: 'Name the first five patients that an import added, that it updated, and that prevent an undo',
  response: z.object({
    patients: z.array(patientRef),
    updated: z.array(patientRef),
    /** They were changed or used since. */
    used: z.array(patientRef),
  }),
  audit: 'Accessed',
});
export const patientImportUndo = acts('/admin/patient-import/:id/undo', change, {
  // Without an import, a patient can only be deactivated.
  guard: also(PATIENT_IMPORT.viewers, 'Patient.Deactivate'),
  summary:
    'Delete the patients of an import and restore those that it updated, as long as none was changed or used since',
  audit: 'Updated',
});
export const patientImportDiscard = removes('/admin/patient-import/:id', admin, {
  healthData: false,
  summary: 'Delete an uploaded file that is not imported',
  errors: ['CONFLICT'],
});
export const patientImportExport = acts('/admin/patient-import/:id/export', admin, {
  healthData: true,
  summary: 'Export the rows that fail or are likely duplicates as CSV, with line and reason',
  ...csvFile,
  audit: 'Exported',
  errors: ['CONFLICT'],
});
export const patientImportNotesExport = acts('/admin/patient-import/:id/export-notes', admin, {
  healthData: true,
  summary:
    'Export the imported rows in which something was left out or completed as CSV, with line and notes',
  ...csvFile,
  audit: 'Exported',
  errors: ['CONFLICT'],
});
export const importMappingSave = creates('/admin/patient-import-mapping', admin, {
  healthData: false,
  summary: 'Save the mapping of an uploaded file under a name; replaces one of the same name',
  body: z.strictObject({ importId: id, name: requiredText('Name', 60) }),
  response: importMappingRow,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const importMappingDelete = removes('/admin/patient-import-mapping/:id', admin, {
  healthData: false,
  summary: 'Delete a saved mapping',
});
