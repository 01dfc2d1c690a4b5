import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { format } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { execute } from '../run.ts';

const MAIN = join(import.meta.dirname, '../../main.mjs');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command in a separate process, as an operator would run it. It does not inherit the settings of this process. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #out = '';
  #err = '';

  /** `nodeArgs` are passed to Node.js, `input` to standard input. */
  constructor(
    args: readonly string[],
    settings: Record<string, string>,
    nodeArgs: readonly string[] = [],
    input = '',
  ) {
    const { PATH = '', HOME = '' } = process.env;
    this.#process = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
      env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', ...settings },
      stdio: [input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // A command that ends early does not read all of it.
    this.#process.stdin?.on('error', () => undefined).end(input);
    this.#process.stdout?.on('data', (data) => (this.#out += String(data)));
    this.#process.stderr?.on('data', (data) => (this.#err += String(data)));
    this.#ended = once(this.#process, 'close');
    onTestFinished(async () => {
      if (this.#process.exitCode === null && this.#process.signalCode === null) this.signal('SIGTERM');
      await this.#ended;
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Output so far. */
  get said(): string {
    return this.#out + this.#err;
  }

  /** Waits until the process ends and returns its exit code and output. */
  async ended(): Promise<Ended> {
    await this.#ended;
    return { code: this.#process.exitCode, out: this.#out, err: this.#err };
  }

  /** The address it serves at. Throws with its output when it ends first. */
  async origin(): Promise<string> {
    for (;;) {
      const found = /(?:is at) (http:\S+)/.exec(this.#out)?.[1];
      if (found !== undefined) return found;
      if (this.#process.exitCode !== null) throw new Error(`It ended: ${this.#err}`);
      await Promise.race([once(this.#process.stdout ?? this.#process, 'data'), this.#ended]);
    }
  }
}

/** Runs a command until it ends. */
export const run = (
  args: readonly string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<Ended> => new Child(args, settings, [], input).ended();

/**
 * Executes a command in this process, which takes half of the work, for tests of what it does and prints. How commands start, ask, end
 * and are ended is tested in processes. Not two at once.
 */
export async function runHere(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const said = { out: '', err: '' };
  const collect = (method: 'log' | 'error', to: 'out' | 'err') =>
    vi.spyOn(console, method).mockImplementation((...values) => {
      said[to] += `${format(...values)}\n`;
    });
  const spies = [collect('log', 'out'), collect('error', 'err')];
  try {
    return { code: await execute(args, { PORT: '0', LOG_LEVEL: 'error', ...settings }), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Flags that answer all questions of `init`. */
export const INIT_ANSWERS: readonly string[] = Object.entries({
  practice: 'Harbor Pain',
  'time-zone': 'America/Chicago',
  office: 'Main Street',
  'office-address': '1 Main Street',
  'office-city': 'Chicago',
  'office-state': 'IL',
  'office-zip': '60601',
  'office-phone': '(312) 555-0142',
  'first-name': 'Ada',
  'last-name': 'Byron',
}).flatMap(([flag, answer]) => [`--${flag}`, answer]);
