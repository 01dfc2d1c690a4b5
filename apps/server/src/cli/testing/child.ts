import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../main.ts');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command in a process of its own, as an operator would run it, with nothing of this process's settings. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #out = '';
  #err = '';

  /** `nodeArgs` are for Node.js itself. */
  constructor(args: readonly string[], settings: Record<string, string>, nodeArgs: readonly string[] = []) {
    const { PATH = '', HOME = '' } = process.env;
    this.#process = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
      env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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

  /** What it has said by now. */
  get said(): string {
    return this.#out + this.#err;
  }

  /** How it ended; waits for it. */
  async ended(): Promise<Ended> {
    await this.#ended;
    return { code: this.#process.exitCode, out: this.#out, err: this.#err };
  }

  /** The address it serves at. Throws with what it said when it ends instead. */
  async origin(): Promise<string> {
    for (;;) {
      const found = /(?:is at) (http:\S+)/.exec(this.#out)?.[1];
      if (found !== undefined) return found;
      if (this.#process.exitCode !== null) throw new Error(`It ended: ${this.#err}`);
      await Promise.race([once(this.#process.stdout ?? this.#process, 'data'), this.#ended]);
    }
  }
}

/** Runs a command to its end. */
export const run = (args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> =>
  new Child(args, settings).ended();
