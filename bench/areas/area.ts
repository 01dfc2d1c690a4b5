import type { createPool } from '@portal/server/db/database';
import type { Call } from '../lib/http.ts';

/** A row of the table: calls of one kind, sent in turn. */
export interface Row {
  readonly name: string;
  /** The call of a turn, starting at 0. */
  readonly call: (turn: number) => Call;
  /** Why this practice cannot take the row, which is then left out. */
  readonly missing?: string;
  /** Prepares each load of the row. */
  readonly before?: () => Promise<unknown>;
  /** Undefined means reported only. */
  readonly budget?: Budget;
}

/** Maximum times on the server, in milliseconds. */
export interface Budget {
  readonly p50?: number;
  readonly p99: number;
}
/** The budget of all lists and searches. */
export const LISTS: Budget = { p50: 25, p99: 100 };

/** An area of the portal with its measurements. */
export interface Area {
  readonly name: string;
  /** The rows for a practice. The pool is the owner’s and is used to select records. */
  readonly rows: (pool: ReturnType<typeof createPool>, patients: number) => Promise<readonly Row[]>;
  /** Removes records that the calls have added. */
  readonly cleanUp: (pool: ReturnType<typeof createPool>, patients: number) => Promise<void>;
}
