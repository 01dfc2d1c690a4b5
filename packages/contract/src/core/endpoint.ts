import type { AuditEntityType } from '@portal/domain/audit-log';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { file, FileToSend, ReceivedFile } from './file.ts';
import './plain-errors.ts';
import type { Tag } from './tags.ts';

/**
 * Who may call an endpoint. Any one of several permissions or roles is enough, and all permissions of `and` are needed as well.
 * SuperAdmin passes every role check.
 */
export type Guard =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | {
      readonly kind: 'permission';
      readonly anyOf: readonly PermissionName[];
      readonly and?: readonly PermissionName[];
    }
  | {
      readonly kind: 'roles';
      readonly anyOf: readonly RoleName[];
      /** Grants access without any of the roles. */
      readonly orPermission?: PermissionName;
      readonly and?: readonly PermissionName[];
    };

export const anyone = { kind: 'public' } as const satisfies Guard;
export const signedIn = { kind: 'signedIn' } as const satisfies Guard;
export const permission = (...anyOf: [PermissionName, ...PermissionName[]]) =>
  ({ kind: 'permission', anyOf }) as const satisfies Guard;
export const roles = (...anyOf: [RoleName, ...RoleName[]]) =>
  ({ kind: 'roles', anyOf }) as const satisfies Guard;

export const rolesOr = (orPermission: PermissionName, ...anyOf: [RoleName, ...RoleName[]]) =>
  ({ kind: 'roles', anyOf, orPermission }) as const satisfies Guard;

type GuardByRight = Extract<Guard, { kind: 'permission' | 'roles' }>;
/** The guard with permissions that are needed as well. */
export const also = <const G extends GuardByRight>(
  guard: G,
  ...and: readonly [PermissionName, ...PermissionName[]]
): G & { readonly and: readonly PermissionName[] } => ({ ...guard, and: [...(guard.and ?? []), ...and] });

/** Actions in the audit log. */
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

/** A kind of record with health data. */
export interface HealthRecord {
  /** In the audit log. */
  readonly entityType: AuditEntityType;
  /** Who may view such records. */
  readonly viewers: Guard;
  /** Fields with a permission of their own, and what others see instead of a value. */
  readonly masked?: Readonly<Record<string, { readonly needs: PermissionName; readonly mask: string }>>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint of the contract, shared by server and client: URL, types and guard are defined only here. */
export interface Endpoint {
  readonly method: Method;
  /** Path below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: Tag;
  readonly guard: Guard;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * Accepts a file: the request is multipart form data with the fields of `body` and then a part named `file`.
   * `maxBytes` is the maximum file size, `larger` what to do with a larger one. `anyContent`: the handler checks the content; nobody can
   * view or download the file.
   */
  readonly upload?: { readonly maxBytes: number; readonly anyContent?: boolean; readonly larger?: string };
  /** Maximum size of the JSON body in bytes. Default: 256 KiB. */
  readonly maxBodyBytes?: number;
  readonly response: z.ZodType;
  /** With `response: file` (`fileOf`): what the file can be, as in the header `Content-Type`. */
  readonly mediaTypes?: readonly string[];
  /** Success status. Default: 200. */
  readonly status?: 200 | 201 | 204;
  /** The request or response contains health data: responses are never cached, and reads must write an audit entry. */
  readonly healthData: boolean;
  /**
   * The kind of health record that the endpoint changes. The server shows it only to callers who may view it: others get a receipt
   * (`receipt`), and refusals without the record. Required where a response is stored for replay.
   */
  readonly record?: HealthRecord;
  /**
   * The audit action of a successful request. The server refuses to respond without the entry. `null` means no entry.
   */
  readonly audit: AuditAction | null;
  /**
   * A request that the page also sends automatically. It never extends the session, and clients cannot mark other
   * requests this way.
   */
  readonly background?: boolean;
  /**
   * Whether API keys may call it. Default: only if one of its permissions is enough (`isOpenToKeys`). `true` on lists without personal
   * data that every user may read; `false` on what a person must do, such as clocking in.
   */
  readonly allowedForKeys?: boolean;
  /** Available to users who must change their password first. */
  readonly allowedBeforePasswordChange?: boolean;
  /** Available to users who must set up 2FA first because their grace period has ended. */
  readonly allowedBeforeTwoFactor?: boolean;
  /** A POST that creates a record and supports `Idempotency-Key`. */
  readonly creates?: boolean;
  /** With `creates`: fields of the response with a secret. The response that is stored for a repeated request has null instead. */
  readonly shownOnce?: readonly string[];
  /**
   * Error codes in addition to those that follow from the rest of the entry, such as VALIDATION, UNAUTHENTICATED and FORBIDDEN
   * (`errorCodesOf`).
   */
  readonly errors?: readonly ErrorCode[];
}

/** Whether API keys may call an endpoint at all. They still need its permission. */
export function isOpenToKeys({ guard, allowedForKeys }: Pick<Endpoint, 'guard' | 'allowedForKeys'>): boolean {
  return (
    allowedForKeys ??
    (guard.kind === 'permission' || (guard.kind === 'roles' && guard.orPermission !== undefined))
  );
}

/** What callers get of a successful change if they may make it but not view the record: nothing about the patient. */
export const receipt = z.object({
  id: z.string().nullish(),
  version: z.int().optional(),
  orderNumber: z.string().optional(),
  messageNumber: z.string().optional(),
  signedCount: z.int().optional(),
});

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** The type that a handler returns and that is sent. */
export type AnswerOf<E extends Endpoint> = E['response'] extends typeof file
  ? FileToSend
  : z.input<E['response']>;
/** The type that the client gets after parsing. */
export type ResultOf<E extends Endpoint> = E['response'] extends typeof file
  ? ReceivedFile
  : z.output<E['response']>;

/** Whether the input can be omitted: it, or each of its fields, is optional. */
type OptionalInput<I> = undefined extends I ? true : Partial<I> extends I ? true : false;
type Part<K extends string, T> = T extends z.ZodType
  ? OptionalInput<z.input<T>> extends true
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : { [P in K]?: undefined };

/**
 * The input of a request: params, query and body before parsing, and the file to upload (a `File` if it has a name).
 */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  (E extends { upload: object } ? { file: Blob } : { file?: undefined });
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
