import { CODE_FILE_KINDS } from '@portal/domain/code-files/kinds';
import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { dateOnly, id, idParams } from './core/fields.ts';
import { userRef } from './core/refs.ts';
import { acts, creates, reads, removes } from './core/verbs.ts';
import { MAX_IMPORT_BYTES } from './patient-imports.ts';

/**
 * Draft: the check failed, or found that the file cannot be loaded (`trouble`). Checked: can be loaded. Stopped: the check was canceled or
 * cut off; loading begins with another one. Undoing: it no longer counts, and its rows are being removed.
 */
export const CODE_FILE_STATUSES = [
  'Draft',
  'Checking',
  'Checked',
  'Loading',
  'Stopped',
  'Loaded',
  'Undoing',
  'Undone',
] as const;
export type CodeFileStatus = (typeof CODE_FILE_STATUSES)[number];

const day = z.string();
const kind = z.enum(CODE_FILE_KINDS);

/** An official file that was uploaded or read by a command. Days are YYYY-MM-DD. */
export const codeFile = z.object({
  id,
  kind,
  /** The official name of what was recognized. */
  title: z.string(),
  fileName: z.string(),
  status: z.enum(CODE_FILE_STATUSES),
  /** The first and the last day of the edition; null if neither the file nor a person said it. */
  editionFrom: day.nullable(),
  editionTo: day.nullable(),
  /** Whether the practice's current day is in the edition, and no newer one is loaded. */
  isCurrent: z.boolean(),
  byteSize: z.int(),
  /** Null until the rows are counted. */
  rowCount: z.int().nullable(),
  rowsDone: z.int(),
  /** Rows that cannot be read. */
  problemCount: z.int(),
  trouble: z.string().nullable(),
  isByCommand: z.boolean(),
  uploadedBy: userRef.nullable(),
  uploadedAt: z.string(),
  loadedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
});
export type CodeFile = z.output<typeof codeFile>;

/** How many rows differ from the loaded edition before, with the first examples: "64483: bilateral indicator 0 instead of 1". */
const difference = z.object({ count: z.int(), examples: z.array(z.string()) });
export const codeFileDifferences = z.object({
  /** The edition that it is compared with; null if none is loaded. */
  comparedWith: z.string().nullable(),
  added: difference,
  changed: difference,
  ended: difference,
});
export type CodeFileDifferences = z.output<typeof codeFileDifferences>;
export const codeFileDetails = codeFile.extend({
  differences: codeFileDifferences.nullable(),
  /** What to know before it is loaded: "An edition from 10/01/2026 is loaded. This one counts only for days before." */
  notes: z.array(z.string()),
  /** The first rows that cannot be read. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
});
export type CodeFileDetails = z.output<typeof codeFileDetails>;

const tag = 'Code files';
const admin = { tag, guard: roles('Admin'), healthData: false } as const;
const edition = {
  editionFrom: dateOnly('First day of the edition').optional(),
  editionTo: dateOnly('Last day of the edition').optional(),
};
const change = { ...admin, params: idParams, response: codeFile, errors: ['NOT_FOUND', 'CONFLICT'] } as const;

export const codeFileList = reads('/admin/code-files', admin, {
  summary: 'List the official code files, newest first, at most 200',
  response: z.object({ data: z.array(codeFile) }),
  audit: null,
  background: true,
});
export const codeFileUpload = creates('/admin/code-files', admin, {
  summary:
    'Upload an official code file. It is checked and then loaded; with dryRun, only checked. Without a first day in the file, it waits for one',
  body: z.strictObject({
    dryRun: z.enum(['true', 'false'], { error: 'dryRun must be true or false' }).default('false'),
    ...edition,
  }),
  upload: {
    maxBytes: MAX_IMPORT_BYTES,
    anyContent: true,
    larger: 'Load larger files with the command: npm run portal -- import codes FILE',
  },
  response: codeFile,
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'IDEMPOTENCY_MISMATCH', 'STORAGE_FULL'],
});
export const codeFileGet = reads('/admin/code-files/:id', admin, {
  summary: 'Get a code file with what the check found',
  params: idParams,
  response: codeFileDetails,
  audit: null,
  background: true,
  errors: ['NOT_FOUND'],
});
export const codeFileLoad = acts('/admin/code-files/:id/load', change, {
  summary: 'Load a checked file, or load one again that was stopped',
  body: z.strictObject(edition),
  audit: 'Updated',
});
export const codeFileCancel = acts('/admin/code-files/:id/cancel', change, {
  summary: 'Stop checking or loading a file',
  audit: 'Updated',
});
export const codeFileUndo = acts('/admin/code-files/:id/undo', change, {
  summary: 'Remove the rows of a loaded file; the edition before counts again',
  audit: 'Updated',
});
export const codeFileDiscard = removes('/admin/code-files/:id', admin, {
  summary: 'Delete a file that is not loaded',
  errors: ['CONFLICT'],
});
