import { stat } from 'node:fs/promises';
import { openFolder } from './fhir-folder.ts';
import { fileBytes, type ImportFile, type OpenBytes } from './read-text.ts';
import { ARCHIVE, readWorkbook } from '../workbook/workbook-process.ts';

/** Opens a file, a workbook as its text, or a folder of FHIR files. Throws ImportError if it cannot be read. */
export async function openImportFile(path: string): Promise<ImportFile> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return openFolder(path);
  return { names: [path], openBytes: await openFileOrWorkbook(path) };
}

/** Opens a file, or a workbook as its text. Throws ImportError if it cannot be read. */
export async function openFileOrWorkbook(path: string): Promise<OpenBytes> {
  const openBytes = await fileBytes(path);
  return (await isArchive(openBytes)) ? await workbookBytes(openBytes) : openBytes;
}

async function isArchive(openBytes: OpenBytes): Promise<boolean> {
  for await (const bytes of openBytes())
    return Buffer.from(bytes).subarray(0, ARCHIVE.length).equals(ARCHIVE);
  return false;
}

/** The text of a workbook, which is read several times. */
async function workbookBytes(openBytes: OpenBytes): Promise<OpenBytes> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of readWorkbook(openBytes())) pieces.push(bytes);
  return async function* () {
    yield* pieces;
  };
}
