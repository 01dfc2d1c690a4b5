import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

/** For the option `--yes` of commands that ask. */
export const YES_HELP = 'do not ask';

/** Throws CommandError if there is no terminal to ask on. */
export function requireTerminal(question: string): void {
  if (!process.stdin.isTTY) throw new CommandError(`${question} Add --yes to confirm.`);
}

/** Asks a question on the terminal. Throws CommandError without one. */
export async function confirm(question: string): Promise<boolean> {
  requireTerminal(question);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const canceled = once(terminal, 'SIGINT').then(() => 'no');
    const answer = await Promise.race([terminal.question(`${question} (yes/no) `), canceled]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
