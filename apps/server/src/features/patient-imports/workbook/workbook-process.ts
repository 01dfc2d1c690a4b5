import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { ImportError } from '../import-error.ts';

const CHILD = fileURLToPath(new URL('workbook-child.ts', import.meta.url));
/** The exit code of a process that says on standard error why it refuses a workbook. */
export const REFUSED_CODE = 3;
const MAX_BYTES = 100 * 1024 * 1024;
const INSTEAD = 'Save the sheet with the patients as “CSV UTF-8” and try again.';

/** What reading a workbook may take. */
export interface WorkbookLimits {
  readonly memoryMb: number;
  /** Less than proxies wait for a response. */
  readonly timeMs: number;
}
const LIMITS: WorkbookLimits = { memoryMb: 1024, timeMs: 100_000 };

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
  limits: WorkbookLimits = LIMITS,
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
  { memoryMb, timeMs }: WorkbookLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, CHILD], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const said = text(child.stderr);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeMs);
  const fed = feed(source, child.stdin);
  // It is awaited after the output.
  fed.catch(() => undefined);
  try {
    for await (const bytes of child.stdout) yield bytes;
    const [code]: unknown[] = await closed;
    await fed;
    if (isLate) throw new ImportError(`Reading the workbook took too long. ${INSTEAD}`);
    if (code === REFUSED_CODE) throw new ImportError(await said);
    // It ran out of memory, or met what no workbook should have.
    if (code !== 0) throw new ImportError(`The workbook is too large or damaged. ${INSTEAD}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await closed;
  }
}

/** Throws errors of the source only: a process that ends early does not read all of it. */
async function feed(source: AsyncIterable<Uint8Array>, input: NodeJS.WritableStream): Promise<void> {
  let failure: unknown;
  let size = 0;
  const limited = async function* () {
    try {
      for await (const bytes of source) {
        size += bytes.length;
        if (size > MAX_BYTES)
          throw new ImportError(`The workbook is larger than ${MAX_BYTES / 1024 / 1024} MB. ${INSTEAD}`);
        yield bytes;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  await pipeline(limited, input).catch(() => undefined);
  if (failure !== undefined) throw failure;
}
