import type { FileToSend } from '@portal/contract/file';
import { csvDocument, type CsvValue } from '@portal/domain/csv';

/** A small CSV file under that name, which gets its ending. */
export function csvFile(name: string, rows: readonly (readonly CsvValue[])[]): FileToSend {
  return {
    content: Buffer.from(csvDocument(rows)),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${name}.csv`,
  };
}
