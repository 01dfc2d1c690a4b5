import { serveProcess } from '#platform/process-work.ts';
import { ImportError } from '../import-error.ts';
import { convertWorkbook } from './convert-workbook.ts';

// The entry of a process of its own: a workbook on standard input becomes text on standard output.
await serveProcess(convertWorkbook, ImportError);
