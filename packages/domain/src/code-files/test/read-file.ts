import { findLayout, type Layout, type ReadRow } from '../layouts.ts';

/** Reads a text in pieces, as from a disk. Throws for a text without a known layout. */
export async function readFileText(
  text: string,
  pieceLength = 1000,
): Promise<{ readonly layout: Layout; readonly rows: readonly ReadRow[] }> {
  const layout = findLayout(text.slice(0, 65_536));
  if ('problem' in layout) throw new Error(layout.problem);
  return { layout, rows: await rowsOf(layout, text, pieceLength) };
}

export async function rowsOf(layout: Layout, text: string, pieceLength = 1000): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const read of layout.read(piecesOf(text, pieceLength))) rows.push(...read);
  return rows;
}

async function* piecesOf(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** The problems of rows as "4: …". */
export const problemsOf = (rows: readonly ReadRow[]): string[] =>
  rows.flatMap((row) => ('problem' in row ? [`${row.line}: ${row.problem}`] : []));

/** The reason why a file is refused, or null. */
export function refusalOf(text: string): string | null {
  const found = findLayout(text);
  return 'problem' in found ? found.problem : null;
}
