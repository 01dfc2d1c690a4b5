/** How an entry was tampered with. `earlier check` means that the record of an earlier verification was changed. */
export type Tampering = 'changed' | 'removed' | 'reordered' | 'inserted' | 'cut off' | 'earlier check';

/** The first bad entry of a chain, with the sequence number it has or should have. */
export interface BadEntry {
  readonly chain: number;
  readonly seq: number;
  readonly tampering: Tampering;
  /** Null when there is no entry at that position. */
  readonly id: string | null;
  /** Timestamp of the entry, or of the last good one before it; null at the start of a chain. */
  readonly at: Date | null;
}
