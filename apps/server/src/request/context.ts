import type { Endpoint } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import type { FastifyBaseLogger } from 'fastify';
import type { OwnedChains } from '#audit/owned-chains.ts';
import type { ReadRecorder } from '#audit/read-recorder.ts';
import type { Settings } from '#platform/config.ts';
import type { FileStorage } from '#files/file-storage.ts';
import type { Db } from '#db/database.ts';
import type { ReportReads } from '#db/report-reads.ts';
import type { SharedClock } from '#platform/clock.ts';
import type { WorkerThreads } from '#platform/worker-threads.ts';
import type { Keys } from '#security/keys.ts';
import type { Caller } from '#authz/caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract endpoint of a route. */
    readonly endpoint?: Endpoint;
  }
}

/** What every request may use of the process. What one feature needs besides is given to its operations in `app.ts`. */
export interface Deps {
  readonly config: Settings;
  readonly db: Db;
  /** Every read of an export takes a turn, perhaps on a standby. */
  readonly reports: ReportReads;
  readonly keys: Keys;
  /** Follows the database’s clock, which all processes share. */
  readonly clock: SharedClock;
  /** Reads the database’s clock. Times of work come from it. */
  readonly databaseTime: (db: Db) => Promise<Date>;
  readonly auditChains: OwnedChains;
  readonly readRecorder: ReadRecorder;
  readonly files: FileStorage;
  /** Every long synchronous work runs here. */
  readonly threads: WorkerThreads;
}

/** One request. `user` is null only on public endpoints. */
export interface RequestContext<U extends Caller | null = Caller | null> {
  readonly deps: Deps;
  readonly requestId: string;
  readonly ip: string;
  /** The portal's address in the browser, such as `https://portal.example`: `PUBLIC_URL`, else localhost. */
  readonly publicOrigin: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /** Aborted when the client disconnects and after the response, to end long work. */
  readonly signal: AbortSignal;
  readonly user: U;
  /** Version number from the `If-Match` header. */
  readonly ifMatch: number | undefined;
  /** Number of audit entries written by this request. `Binder` checks it against the contract. */
  readonly audited: { count: number };
}

export type SignedInContext = RequestContext<Caller>;
export type ContextOf<E extends Endpoint> = E['guard'] extends { kind: 'public' }
  ? RequestContext
  : SignedInContext;

/** Whether the caller has a permission. Guards are in the contract; use this for rules of a single record. */
export function hasPermission(context: SignedInContext, permission: PermissionName): boolean {
  return context.user.permissions.has(permission);
}
