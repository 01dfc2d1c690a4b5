import { findHcpcs } from './hcpcs.ts';
import type { Layout, Refusal } from './layout.ts';
import { findPtp } from './ptp.ts';

export type { Layout, ReadRow, Refusal } from './layout.ts';

/**
 * The layout of an official file by its first 64 KB of text, which may end within a line. Files are recognized by their content and
 * headings, never by their names.
 */
export function findLayout(given: string): Layout | Refusal {
  const start = given.replace(/^\uFEFF/, '');
  const lines = wholeLines(start);
  return (
    findPtp(lines) ??
    findHcpcs(lines) ?? { problem: 'This is none of the official files that the portal reads' }
  );
}

/** The lines of a text; the last one only if it is the only one. */
function wholeLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}
