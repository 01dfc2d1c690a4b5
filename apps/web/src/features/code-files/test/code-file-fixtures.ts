import type { CodeFile, CodeFileDetails } from '@portal/contract/code-files';

/** A loaded file of the edition of 10/01/2026; any property can be overridden. */
export const aCodeFile = (change: Partial<CodeFile> = {}): CodeFile => ({
  id: '77777777-7777-4777-8777-777777777701',
  kind: 'mue',
  title: 'CMS, Medicare NCCI Medically Unlikely Edits for practitioners',
  fileName: 'mue-2026-10.csv',
  status: 'Loaded',
  editionFrom: '2026-10-01',
  editionTo: '2026-12-31',
  isCurrent: true,
  byteSize: 2048,
  rowCount: 120,
  rowsDone: 120,
  problemCount: 0,
  trouble: null,
  isByCommand: false,
  uploadedBy: null,
  uploadedAt: '2026-11-20T15:00:00.000Z',
  loadedAt: '2026-11-20T15:01:00.000Z',
  undoneAt: null,
  ...change,
});

/** The same file with what its check found. */
export const itsDetails = (file: CodeFile, change: Partial<CodeFileDetails> = {}): CodeFileDetails => ({
  ...file,
  differences: null,
  notes: [],
  problems: [],
  ...change,
});
