import { stat } from 'node:fs/promises';
import { openFolder } from './fhir-folder.ts';
import { fileBytes, type ImportFile } from './read-text.ts';

/** Opens a file, or a folder of FHIR files. Throws ImportError if it cannot be read. */
export async function openImportFile(path: string): Promise<ImportFile> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return openFolder(path);
  return { names: [path], openBytes: await fileBytes(path) };
}
