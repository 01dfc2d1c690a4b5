import { API_KEY_STATES, SUSPENSIONS } from '@portal/domain/api-key';
import { PERMISSION_NAMES } from '@portal/domain/permissions';
import { z } from 'zod';
import { roles, signedIn } from './core/endpoint.ts';
import { id, instant, queryFlag, requiredText } from './core/fields.ts';
import { page, pageSizeOf } from './core/list.ts';
import { userRef } from './core/refs.ts';
import { PROOF_ERRORS, twoFactorProof } from './passkeys.ts';
import { acts, reads, removes } from './core/verbs.ts';

/** Keys per page of the screen. */
export const API_KEY_PAGE_SIZE = 25;
export const API_KEY_PAGE_SIZES = [10, 25, 50, 100] as const;

/** An API key of an integration, without its secret. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** How the key begins, to recognize it. */
  prefix: z.string(),
  /** What the key may do, as far as its creator may. */
  permissions: z.array(z.string()),
  createdBy: userRef,
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: userRef.nullable(),
  suspendedAt: z.string().nullable(),
  suspendedBecause: z.enum(SUSPENSIONS).nullable(),
  /** Accurate to a minute. */
  lastUsedAt: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
  state: z.enum(API_KEY_STATES),
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyBody = z.strictObject({
  name: requiredText('Name', 100),
  /** Each at most once. The creator must have all of them. */
  permissions: z
    .array(
      z.enum(PERMISSION_NAMES, {
        error: ({ input }) => `Unknown permission: ${String(input).slice(0, 100)}`,
      }),
      { error: 'Choose at least one permission' },
    )
    .min(1, 'Choose at least one permission')
    .refine((names) => new Set(names).size === names.length, 'Each permission can be listed only once'),
  /** At most one year ahead. */
  expiresAt: instant('Expiration'),
});

const own = { tag: 'API Keys', guard: signedIn, healthData: false } as const;
const admin = { tag: 'API Keys', guard: roles('Admin'), healthData: false } as const;

export const apiKeyList = reads('/api-keys', own, {
  summary:
    'List API keys, active ones first, then newest first; everyone but Admins only gets their own. The keys themselves cannot be read',
  query: z.strictObject({
    page,
    pageSize: pageSizeOf(API_KEY_PAGE_SIZE),
    activeOnly: queryFlag,
    createdBy: id.optional(),
  }),
  response: z.object({ items: z.array(apiKey), totalCount: z.int() }),
  audit: null,
});
/** Without idempotency keys: a stored response would keep the key. */
export const apiKeyCreate = acts('/api-keys', admin, {
  summary:
    'Create an API key with some of the caller’s permissions; the response shows it for the only time. Needs the caller’s password and, with 2FA, a code or passkey',
  body: apiKeyBody.extend(twoFactorProof.shape),
  response: z.object({ id, key: z.string() }),
  status: 201,
  audit: 'Created',
  errors: ['CONFLICT', ...PROOF_ERRORS],
});
export const apiKeyRevoke = removes('/api-keys/:id', own, {
  summary: 'Revoke an API key; it stays in the list. Everyone but Admins can only revoke their own',
  response: apiKey,
  errors: ['CONFLICT'],
});
export const apiKeyEnable = acts('/api-keys/:id/enable', admin, {
  summary: 'Enable a suspended API key of the caller; needs their password and, with 2FA, a code or passkey',
  body: twoFactorProof,
  response: apiKey,
  audit: 'Updated',
  errors: ['CONFLICT', ...PROOF_ERRORS],
});
