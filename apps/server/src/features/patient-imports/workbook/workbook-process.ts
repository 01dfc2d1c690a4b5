import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { ProcessFailure, runInProcess, type ProcessLimits } from '#platform/process-work.ts';
import { ImportError } from '../import-error.ts';

const CHILD = fileURLToPath(new URL('workbook-child.ts', import.meta.url));
const MAX_BYTES = 100 * 1024 * 1024;
const INSTEAD = 'Save the sheet as “CSV UTF-8” and try again.';

/** What reading a workbook may take: less time than proxies wait for a response. */
const LIMITS: ProcessLimits = { memoryMb: 1024, timeMs: 100_000 };

/** One at a time, because of its memory. */
const turns = pLimit(1);

/** Workbooks are ZIP archives, which begin like this. */
export const ARCHIVE = Buffer.from('504b0304', 'hex');

/** Passes a file on, a workbook as text (`workbook-text.ts`). Throws like `readWorkbook`. */
export async function* readFileOrWorkbook(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  const pieces = source[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  const whole = async function* () {
    try {
      yield* start;
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  };
  while (start.reduce((sum, { length }) => sum + length, 0) < ARCHIVE.length) {
    const next = await pieces.next();
    if (next.done === true) break;
    start.push(next.value);
  }
  const isArchive = Buffer.concat(start).subarray(0, ARCHIVE.length).equals(ARCHIVE);
  yield* isArchive ? readWorkbook(whole()) : whole();
}

/**
 * Reads a workbook (.xlsx) as text, in a process of its own with limits: it has no keys and no environment. Throws ImportError if it cannot
 * be read, and errors of the source.
 */
export async function* readWorkbook(
  source: AsyncIterable<Uint8Array>,
  limits: ProcessLimits = LIMITS,
): AsyncGenerator<Buffer, void, undefined> {
  const isOurTurn = Promise.withResolvers<undefined>();
  const hasEnded = Promise.withResolvers<undefined>();
  void turns(() => {
    isOurTurn.resolve(undefined);
    return hasEnded.promise;
  });
  await isOurTurn.promise;
  try {
    yield* convert(source, limits);
  } finally {
    hasEnded.resolve(undefined);
  }
}

async function* convert(
  source: AsyncIterable<Uint8Array>,
  limits: ProcessLimits,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* runInProcess(CHILD, limited(source), limits);
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error;
    if (error.why === 'late')
      throw new ImportError(`Reading the workbook took too long. ${INSTEAD}`, { cause: error });
    if (error.why === 'refused') throw new ImportError(error.message, { cause: error });
    // It ran out of memory, or met what no workbook should have.
    throw new ImportError(`The workbook is too large or damaged. ${INSTEAD}`, { cause: error });
  }
}

async function* limited(source: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > MAX_BYTES)
      throw new ImportError(`The workbook is larger than ${MAX_BYTES / 1024 / 1024} MB. ${INSTEAD}`);
    yield bytes;
  }
}
