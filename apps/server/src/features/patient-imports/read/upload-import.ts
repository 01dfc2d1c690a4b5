import type { PatientImport } from '@portal/contract/patient-imports';
import { violatedConstraint } from '#db/database-errors.ts';
import type { ReceivedFile } from '#files/file-storage.ts';
import { adoptFile } from '#files/pending-files.ts';
import { inTransaction } from '#request/transaction.ts';
import { conflict, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { readContent } from '../rows/draft-content.ts';
import { ImportError } from '../import-error.ts';
import { findOpen, insertImport } from '../import-repo.ts';
import { presentImport } from '../import-view.ts';
import { readFileOrWorkbook } from '../workbook/workbook-process.ts';

/** Reads an uploaded file, a workbook as text. Throws VALIDATION if it cannot be read. */
export async function* readUpload(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* readFileOrWorkbook(source);
  } catch (error) {
    throw error instanceof ImportError ? fieldError('file', error.message) : error;
  }
}

/**
 * Adds an uploaded file as a draft, with the newest saved mapping for its columns or a guessed one. Throws VALIDATION if it cannot be
 * read, and CONFLICT while another import is open.
 */
export function uploadImport(context: SignedInContext, file: ReceivedFile): Promise<PatientImport> {
  return inTransaction(context, async (tx) => {
    const open = await findOpen(tx.db);
    if (open !== undefined)
      throw conflict(`${open.file_name} is not finished. Finish, undo or discard it first.`);
    const content = await readContent(context, tx, {
      id: file.id,
      file_key: file.wrappedKey,
      header_line: null,
      sheet: null,
    });
    const row = await insertImport(tx.db, {
      id: file.id,
      file_name: file.fileName,
      file_hash: file.contentHash,
      file_key: file.wrappedKey,
      state: 'Draft',
      ...content,
      started_by: context.user.id,
      started_at: context.now,
    }).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'patient_imports_open_key') throw error;
      throw conflict('Another file has just been uploaded.');
    });
    await adoptFile(tx.db, file.id);
    tx.audit({
      action: 'Created',
      entityType: 'PatientImport',
      entityId: file.id,
      newValues: { fileName: file.fileName, fileSizeBytes: file.size },
    });
    return presentImport(context, tx.db, row);
  });
}
