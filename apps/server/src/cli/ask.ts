import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** Asks on the terminal without showing what is typed. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return await terminal.question('', { signal: closed.signal });
  } catch (error) {
    throw new CommandError('Cancelled.', { cause: error });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
