import type { FileToSend } from '@portal/contract/file';
import { csvDocument, type CsvValue } from '@portal/domain/csv';

/** Creates a small CSV file; adds `.csv` to the name. */
export function csvFile(name: string, rows: readonly (readonly CsvValue[])[]): FileToSend {
  return {
    content: Buffer.from(csvDocument(rows)),
    fileName: `${name}.csv`,
  };
}
