import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** The exit code of a process that says on standard error why it refuses its input. */
const REFUSED_CODE = 3;

/** What a process may take. */
export interface ProcessLimits {
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** Work in a process did not succeed: its input is refused, with the message of `Refusal`, it took too long, or it crashed. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure';
  readonly why: 'refused' | 'late' | 'crashed';
  constructor(why: ProcessFailure['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/**
 * Runs a file in a process of its own, for input that could crash or exhaust the code that reads it: it has no keys and no environment.
 * `source` is its standard input; yields its standard output. Throws `ProcessFailure`, and errors of the source.
 */
export async function* runInProcess(
  file: string,
  source: AsyncIterable<Uint8Array>,
  { memoryMb, timeMs }: ProcessLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, file], {
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
    if (isLate) throw new ProcessFailure('late', `The process was ended after ${timeMs} ms`);
    if (code === REFUSED_CODE) throw new ProcessFailure('refused', await said);
    if (code !== 0) throw new ProcessFailure('crashed', `The process ended with ${String(code)}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await closed;
  }
}

/** Throws errors of the source only: a process that ends early does not read all of it. */
async function feed(source: AsyncIterable<Uint8Array>, input: NodeJS.WritableStream): Promise<void> {
  let failure: unknown;
  const watched = async function* () {
    try {
      yield* source;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  await pipeline(watched, input).catch(() => undefined);
  if (failure !== undefined) throw failure;
}

/** The body of such a process: `work` turns standard input into standard output. An error of the class `Refusal` refuses the input. */
export async function serveProcess(
  work: (input: Buffer) => Iterable<Uint8Array> | AsyncIterable<Uint8Array | string>,
  Refusal: new (...given: never[]) => Error,
): Promise<void> {
  try {
    await pipeline(work(await buffer(process.stdin)), process.stdout);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(error.message);
    process.exitCode = REFUSED_CODE;
  }
}
