import type { createPool } from '@portal/server/db/database';
import type { Call } from '../lib/http.ts';

/** A row of the table: calls of one kind, made in turn. */
export interface Row {
  readonly name: string;
  /** The call of a turn, from 0. The first few turns are also sent bare. */
  readonly call: (turn: number) => Call;
  /** Milliseconds that the 99th of a hundred calls may take; undefined: reported only. */
  readonly p99Budget?: number;
}

/** An area of the portal: what of it is measured. */
export interface Area {
  readonly name: string;
  /** The rows for a practice; the pool is the owner's, to choose who is asked for. */
  readonly rows: (pool: ReturnType<typeof createPool>, patients: number) => Promise<readonly Row[]>;
  /** Takes away what the calls have added. */
  readonly cleanUp: (pool: ReturnType<typeof createPool>, patients: number) => Promise<void>;
}
