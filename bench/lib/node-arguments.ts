import { readFile } from 'node:fs/promises';

/** The launcher’s arguments of Node.js. */
export async function nodeArguments(): Promise<readonly string[]> {
  const file = new URL('../../scripts/lib/node-arguments.json', import.meta.url);
  const list: unknown = JSON.parse(await readFile(file, 'utf8'));
  return Array.isArray(list) ? list.map(String) : [];
}
