import { readFile, writeFile } from 'node:fs/promises';

/** What replaces which text of a file. */
export type Replacements = Readonly<Record<string, string>>;

/** Replaces texts in all places. Throws if one is missing: then the drill would not prove the file. */
export function replaceAll(text: string, replacements: Replacements): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The file does not contain ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** Copies a file of `ops/ha` with replaced addresses, paths and passwords. */
export async function copyTemplate(name: string, target: string, replacements: Replacements): Promise<void> {
  const text = await readFile(new URL(`../${name}`, import.meta.url), 'utf8');
  await writeFile(target, replaceAll(text, replacements), { mode: 0o644 });
}
