import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Program {
  readonly child: ChildProcess;
  /**
   * Waits until the output matches, and returns the pattern’s first group.
   * @throws an error with the output when the program ends before that
   */
  readonly says: (pattern: RegExp) => Promise<string>;
}

/** Starts a program. Its descriptor 3 is read like its output. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of child.stdio.slice(1))
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        };
        for (const stream of child.stdio.slice(1)) stream?.on('data', look);
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`${command} exited with code ${code}: ${output}`)));
        look();
      }),
  };
}

/** Ends a program and waits for it. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
