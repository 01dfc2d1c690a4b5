import { MAX_IMPORT_ROWS, type ImportRow } from '@portal/contract/billing-codes';

/** Stays below the body limit of 256 kB. */
const MAX_BYTES = 200_000;

/** Splits rows into batches that fit into one call each, in order. */
export function splitIntoBatches<T extends { readonly row: ImportRow }>(rows: readonly T[]): T[][] {
  const portions: T[][] = [];
  const encoder = new TextEncoder();
  let bytes = Infinity;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row.row)).length + 1;
    const last = portions.at(-1);
    if (last === undefined || bytes + size > MAX_BYTES || last.length >= MAX_IMPORT_ROWS) {
      portions.push([row]);
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  return portions;
}
