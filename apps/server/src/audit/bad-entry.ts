/** What was done to an entry; `earlier check`: to the record of an earlier check, which names no entry. */
export type Tampering = 'changed' | 'removed' | 'reordered' | 'inserted' | 'cut off' | 'earlier check';

/** The first bad entry of a chain: the number it has or should have, and what is left of it. */
export interface BadEntry {
  readonly chain: number;
  readonly seq: number;
  readonly tampering: Tampering;
  /** Null when there is nothing at that place. */
  readonly id: string | null;
  /** When the entry was written, or the last good one before it; null at the start of a chain. */
  readonly at: Date | null;
}
