import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { convertWorkbook } from './convert-workbook.ts';
import { ImportError } from '../import-error.ts';
import { REFUSED_CODE } from './workbook-process.ts';

// The entry of a process of its own: a workbook on standard input becomes text on standard output.
try {
  const bytes = await buffer(process.stdin);
  await pipeline(Readable.from(convertWorkbook(bytes)), process.stdout);
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = REFUSED_CODE;
}
