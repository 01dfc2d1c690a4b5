import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import type { FoundSheet } from '@portal/domain/patient-import/found-sheet';
import { ImportError } from '../import-error.ts';
import { readParts } from './workbook-parts.ts';
import { SheetReader } from './workbook-sheet.ts';
import { sheetLines, sheetsEnd, sheetStart } from './workbook-text.ts';
import { WorkbookZip } from './workbook-zip.ts';

/** Converts a workbook (.xlsx) to text (`workbook-text.ts`), sheet by sheet. Throws ImportError if it cannot be read. */
export async function* convertWorkbook(bytes: Buffer): AsyncGenerator<string, void, undefined> {
  const zip = await WorkbookZip.open(bytes);
  const workbook = await readParts(zip);
  const found: FoundSheet[] = [];
  let length = 0;
  for (const { name, isHidden, path } of workbook.sheets) {
    const reader = new SheetReader(workbook);
    let last = 0;
    for await (const piece of zip.read(path)) {
      let text = '';
      for (const row of reader.push(piece)) {
        if (last === 0) text += sheetStart();
        text += sheetLines(row, last);
        last = row.number;
      }
      length += text.length;
      if (length > MAX_IMPORT_BYTES)
        throw new ImportError(
          `The workbook has more than ${MAX_IMPORT_BYTES / 1024 / 1024} MB of text. Save the sheet as “CSV UTF-8” and use the command.`,
        );
      if (text !== '') yield text;
    }
    reader.end();
    if (last > 0) found.push({ name, isHidden, ...reader.found });
  }
  if (found.length === 0) throw new ImportError('The workbook has no rows.');
  yield sheetsEnd(found);
}
