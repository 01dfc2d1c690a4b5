import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.ts';

/** Asks for a line on the terminal. Without one, the answer is the first line of standard input. */
export async function askLine(question: string): Promise<string> {
  process.stderr.write(question);
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split('\n');
    process.stderr.write('\n');
    return line.trim();
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return (await terminal.question('', { signal: closed.signal })).trim();
  } catch (error) {
    throw new CommandError('Canceled.', { cause: error });
  } finally {
    terminal.close();
  }
}

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
