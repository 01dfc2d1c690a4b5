import type { createPool } from '@portal/server/db/database';
import type { Call } from '../lib/http.ts';

/** A row of the table: calls of one kind, sent in turn. */
export interface Row {
  readonly name: string;
  /** The call of a turn, starting at 0. The first few turns are also measured without the portal. */
  readonly call: (turn: number) => Call;
  /** Maximum p99 in milliseconds; undefined means reported only. */
  readonly p99Budget?: number;
}

/** An area of the portal with its measurements. */
export interface Area {
  readonly name: string;
  /** The rows for a practice. The pool is the owner’s and is used to select records. */
  readonly rows: (pool: ReturnType<typeof createPool>, patients: number) => Promise<readonly Row[]>;
  /** Removes records that the calls have added. */
  readonly cleanUp: (pool: ReturnType<typeof createPool>, patients: number) => Promise<void>;
}
