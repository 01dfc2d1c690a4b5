import {
  ipWhitelistBody,
  ipWhitelistChange,
  ipWhitelistEntry,
  type IpWhitelistEntry,
} from '@portal/contract/offices';
import type { z } from 'zod';
import { serverNow } from '#lib/server-clock.ts';

const NOT_IN_FUTURE = { message: 'Expiration must be in the future', path: ['expiresAt'] };

const isNotBeforeNow = (expiresAt: string | null | undefined) =>
  !expiresAt || Date.parse(expiresAt) >= serverNow().getTime();

/** Schema of a new entry: the address is required; the expiration is optional and must not be in the past. */
export const newEntrySchema = ipWhitelistBody.refine(
  ({ expiresAt }) => isNotBeforeNow(expiresAt),
  NOT_IN_FUTURE,
);

/** Schema of an edited entry. A past expiration may stay as it is, so that the description can still be edited. */
export const changedEntrySchema = (saved: IpWhitelistEntry) =>
  ipWhitelistChange.refine(
    ({ expiresAt }) => expiresAt === saved.expiresAt || isNotBeforeNow(expiresAt),
    NOT_IN_FUTURE,
  );

export const NEW_ENTRY: z.input<typeof ipWhitelistBody> = { ipAddress: '', description: '', expiresAt: null };

export function entryInput(entry: IpWhitelistEntry): z.input<typeof ipWhitelistChange> {
  return { description: entry.description ?? '', expiresAt: entry.expiresAt, version: entry.version };
}

/** Form values of the current record in a STALE response; null if it cannot be parsed. */
export function currentEntryInput(current: unknown): z.input<typeof ipWhitelistChange> | null {
  const parsed = ipWhitelistEntry.safeParse(current);
  return parsed.success ? entryInput(parsed.data) : null;
}
