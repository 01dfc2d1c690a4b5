import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { file, FileToSend, ReceivedFile } from './file.ts';
import './plain-errors.ts';

/** Who may call an endpoint. Several permissions or roles: any one suffices. SuperAdmin passes every role check. */
export type Guard =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'permission'; readonly anyOf: readonly PermissionName[] }
  | {
      readonly kind: 'roles';
      readonly anyOf: readonly RoleName[];
      /** Suffices without any of the roles. */
      readonly orPermission?: PermissionName;
    };

export const anyone = { kind: 'public' } as const satisfies Guard;
export const signedIn = { kind: 'signedIn' } as const satisfies Guard;
export const permission = (...anyOf: [PermissionName, ...PermissionName[]]) =>
  ({ kind: 'permission', anyOf }) as const satisfies Guard;
export const roles = (...anyOf: [RoleName, ...RoleName[]]) =>
  ({ kind: 'roles', anyOf }) as const satisfies Guard;

export const rolesOr = (orPermission: PermissionName, ...anyOf: [RoleName, ...RoleName[]]) =>
  ({ kind: 'roles', anyOf, orPermission }) as const satisfies Guard;

/** Words of the audit log. */
export const AUDIT_ACTIONS = [
  'Added',
  'Created',
  'Modified',
  'Updated',
  'Deleted',
  'Accessed',
  'AssignRoles',
  'RemoveRoles',
  'Login',
  'LoginFailed',
  'Logout',
  'Viewed',
  'Printed',
  'Exported',
  'Signed',
  'PermissionChanged',
  'AccessDenied',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One entry of the contract: all that both sides know of a call. Nobody writes a URL, a type or a guard twice. */
export interface Endpoint {
  readonly method: Method;
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly guard: Guard;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Takes a file: the call is multipart form data, `body`'s fields as text first, then one part called `file`.
   * `maxBytes` is the most the file may have.
   */
  readonly upload?: { readonly maxBytes: number };
  /** The most bytes that the JSON body may have; 256 KiB unless told. */
  readonly maxBodyBytes?: number;
  /** `file` for one that answers with a file. */
  readonly response: z.ZodType;
  /** Success status; 200 unless told. */
  readonly status?: 200 | 201 | 204;
  /** The answer or the body holds health data: answers are never cached and a read must write its audit entry. */
  readonly healthData: boolean;
  /** The audit action a successful call writes; the binding refuses an answer without it. `null`: nothing to record. */
  readonly audit: AuditAction | null;
  /** Calls that the page also makes unasked: never extend the session. Nothing that a caller sends can mark another call so. */
  readonly background?: boolean;
  /** Open to a user who must change the password first. */
  readonly allowedBeforePasswordChange?: boolean;
  /** A POST that creates and so honours `Idempotency-Key`. */
  readonly creates?: boolean;
  /** Codes this call can answer beyond those every call can (VALIDATION, UNAUTHENTICATED, FORBIDDEN, TOO_MANY_REQUESTS, SERVER_ERROR, UNAVAILABLE). */
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the entry's exact type, so handler and client types come from it. */
export function endpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** What a handler returns and what the wire carries. */
export type AnswerOf<E extends Endpoint> = E['response'] extends typeof file
  ? FileToSend
  : z.input<E['response']>;
/** What the client gets after parsing. */
export type ResultOf<E extends Endpoint> = E['response'] extends typeof file
  ? ReceivedFile
  : z.output<E['response']>;

/** Nothing has to be given: the part itself, or every field of it, is optional. */
type OptionalInput<I> = undefined extends I ? true : Partial<I> extends I ? true : false;
type Part<K extends string, T> = T extends z.ZodType
  ? OptionalInput<z.input<T>> extends true
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : { [P in K]?: undefined };

/** What a caller gives: the unparsed side of params, query and body, and the file to upload (a `File` where it has a name). */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  (E extends { upload: object } ? { file: Blob } : { file?: undefined });
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
