import { move } from 'piscina';

/** What a worker thread does: calls a function of a file, given by its URL, with `input`. */
export interface ThreadTask {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}

/** The entry of all worker threads. */
export async function runTask({ file, name, input }: ThreadTask): Promise<unknown> {
  const functions: Readonly<Record<string, (input: unknown) => unknown>> = await import(file);
  const result = await functions[name]?.(input);
  // Copied, because a small Buffer is part of a pool, which cannot be moved.
  return result instanceof Uint8Array ? move(new Uint8Array(result)) : result;
}
