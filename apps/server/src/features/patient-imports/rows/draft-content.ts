import { patientImportHeader } from '@portal/contract/patient-imports';
import { conflict, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { ImportError } from '../import-error.ts';
import { setContent, type DraftContent, type ImportRow } from '../import-repo.ts';
import { presentImport, requireSight } from '../import-view.ts';
import { listMappings } from '../mapping-repo.ts';
import { deleteRowResults } from '../problem-repo.ts';
import type { Source } from '../read/source.ts';
import { maskWritten } from './ssn-mask.ts';
import { openStored } from '../read/stored-source.ts';
import { deleteFound } from './update-repo.ts';
import { lockIdle } from '../work.ts';

type StoredFile = Pick<ImportRow, 'id' | 'file_key' | 'header_line' | 'sheet'>;

const FIRST_LINE_LENGTH = 120;

/**
 * Reads the start of an uploaded file, with the newest saved mapping for its columns or a guessed one. Throws VALIDATION if it cannot be
 * read.
 */
export async function readContent(context: SignedInContext, tx: Tx, file: StoredFile): Promise<DraftContent> {
  const source = await open(context, file);
  const { header, headerLine, headerLines, mapping } = source;
  const mappings = mapping === null ? [] : await listMappings(tx.db, header);
  const saved = mappings.find(({ newColumns }) => newColumns.length === 0);
  const contents = source.startContents();
  return {
    header: mapping === null ? null : JSON.stringify(header),
    header_line: headerLine,
    first_lines: headerLines === null ? null : JSON.stringify(headerLines.map(shownLine)),
    column_contents: contents === null ? null : JSON.stringify(contents),
    mapping: mapping === null ? null : JSON.stringify(saved?.columns ?? mapping),
    date_order: saved?.dateOrder ?? null,
    words: saved === undefined ? null : JSON.stringify(saved.words),
    choices: saved === undefined ? null : JSON.stringify(saved.choices),
    sheets: source.sheet === null ? null : JSON.stringify(source.sheets),
    sheet: source.sheet,
  };
}

const shownLine = ({ line, text }: { readonly line: number; readonly text: string }) => ({
  line,
  text: maskWritten(text).slice(0, FIRST_LINE_LENGTH).toWellFormed(),
});

async function open({ deps }: SignedInContext, file: StoredFile): Promise<Source> {
  try {
    return await openStored(deps, { ...file, mapping: null });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw fieldError('file', error.message);
  }
}

/**
 * Reads the names of the columns of a draft from another line, and guesses the mapping again. Throws NOT_FOUND, CONFLICT, VALIDATION if the
 * line has no names, and FORBIDDEN like `requireSight`.
 */
export const chooseHeader = operation(patientImportHeader, async (context, { params: { id }, body }) => {
  const line = body.line;
  const row = await inTransaction(context, async (tx) => {
    const found = await lockIdle(context, tx, id);
    requireSight(context, found);
    if (found.state !== 'Draft') throw conflict('This file is imported already.');
    if (found.header === null) throw conflict('This file has no columns.');
    const content = await readContent(context, tx, { ...found, header_line: line });
    await deleteRowResults(tx.db, [id]);
    await deleteFound(tx.db, id);
    tx.audit({
      action: 'Updated',
      entityType: 'PatientImport',
      entityId: id,
      oldValues: { headerLine: found.header_line },
      newValues: { headerLine: line },
    });
    return setContent(tx.db, id, content);
  });
  return presentImport(context, context.deps.db, row);
});
