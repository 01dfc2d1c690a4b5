import type { Endpoint } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import type { FastifyBaseLogger } from 'fastify';
import type { ReadRecorder } from '#audit/read-recorder.ts';
import type { Config } from '#platform/config.ts';
import type { AuditChecks } from '#audit/audit-checks.ts';
import type { FileStorage } from '#files/file-storage.ts';
import type { Db } from '#db/database.ts';
import type { Turns } from '#db/turns.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import type { Caller } from '#authz/caller.ts';
import type { LoginThrottle } from '#authz/login-throttle.ts';
import type { Notifier } from '#db/notifier.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's entry that a route answers. */
    readonly endpoint?: Endpoint;
  }
}

/** What the process has and every request may use. */
export interface Deps {
  readonly config: Config;
  readonly db: Db;
  /** Every read of an export takes one. */
  readonly exportTurns: Turns;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly readRecorder: ReadRecorder;
  readonly auditChecks: AuditChecks;
  readonly loginThrottle: LoginThrottle;
  readonly files: FileStorage;
  readonly log: FastifyBaseLogger;
}

/** One request. `user` is null only on public endpoints. */
export interface RequestContext<U extends Caller | null = Caller | null> {
  readonly deps: Deps;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /** Aborted when the client has hung up, and after the answer: long work ends then. */
  readonly hungUp: AbortSignal;
  readonly user: U;
  /** `If-Match` as a version number. */
  readonly ifMatch: number | undefined;
  /** How many audit entries this request has written; the binding checks it against the contract. */
  readonly audited: { count: number };
}

export type SignedInContext = RequestContext<Caller>;
export type ContextOf<E extends Endpoint> = E['guard'] extends { kind: 'public' }
  ? RequestContext
  : SignedInContext;

/** Whether the caller holds a permission now. Guards are the contract's; this is for rules inside a record. */
export function holds(context: SignedInContext, permission: PermissionName): boolean {
  return context.user.permissions.has(permission);
}
