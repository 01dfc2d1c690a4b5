/** Bytes of a page. */
export const PAGE_BYTES = 8192;

const COLUMNS = 32;
const PRIME = 16_777_619;
const CHECKSUM_BYTES = [8, 10] as const;
/** Word with `pd_lower` and, in its upper half, `pd_upper`, which is 0 in a page that was never used. */
const BOUNDS_WORD = 3;
/** What each column begins with (postgres/postgres, src/include/storage/checksum_impl.h, looked up 2026-11-26). */
const OFFSETS = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];

/**
 * Whether the checksum in a page of PostgreSQL is that of its content. A page that was never used is all zeros. `block` is its number
 * in its table or index, over all parts of 1 GB. The page is a copy that this changes.
 */
export function isPageIntact(page: Buffer, block: number): boolean {
  const words = new Uint32Array(page.buffer, page.byteOffset, PAGE_BYTES / 4);
  if ((words[BOUNDS_WORD] ?? 0) >>> 16 === 0) return words.every((word) => word === 0);
  const stored = page.readUInt16LE(CHECKSUM_BYTES[0]);
  page.fill(0, ...CHECKSUM_BYTES);
  return checksumOf(words, block) === stored;
}

function checksumOf(words: Uint32Array, block: number): number {
  const sums = Uint32Array.from(OFFSETS);
  const mix = (column: number, word: number) => {
    const mixed = (sums[column] ?? 0) ^ word;
    sums[column] = Math.imul(mixed, PRIME) ^ (mixed >>> 17);
  };
  for (const [at, word] of words.entries()) mix(at % COLUMNS, word);
  for (let round = 0; round < 2; round += 1)
    for (let column = 0; column < COLUMNS; column += 1) mix(column, 0);
  const folded = sums.reduce((one, other) => (one ^ other) >>> 0, 0);
  return (((folded ^ block) >>> 0) % 65_535) + 1;
}
