import { ipWhitelistBody, ipWhitelistChange, ipWhitelistEntry } from '@portal/contract/offices';
import type { IpWhitelistEntry } from '@portal/contract/offices';
import type { z } from 'zod';

const TOO_EARLY = { message: 'The expiry may not be before now', path: ['expiresAt'] };

const isNotBeforeNow = (expiresAt: string | null) =>
  expiresAt === null || Date.parse(expiresAt) >= Date.now();

/** A new entry: address required, expiry optional and not before now. */
export const newEntrySchema = ipWhitelistBody.refine(({ expiresAt }) => isNotBeforeNow(expiresAt), TOO_EARLY);

/** A changed entry; an expiry that passed may stay while the description is corrected. */
export const changedEntrySchema = (saved: IpWhitelistEntry) =>
  ipWhitelistChange.refine(
    ({ expiresAt }) => expiresAt === saved.expiresAt || isNotBeforeNow(expiresAt),
    TOO_EARLY,
  );

export const NEW_ENTRY: z.input<typeof ipWhitelistBody> = { ipAddress: '', description: '', expiresAt: null };

export function entryInput(entry: IpWhitelistEntry): z.input<typeof ipWhitelistChange> {
  return { description: entry.description ?? '', expiresAt: entry.expiresAt, version: entry.version };
}

/** The form's values of the record that came with a stale save; null when it cannot be read. */
export function currentEntryInput(current: unknown): z.input<typeof ipWhitelistChange> | null {
  const parsed = ipWhitelistEntry.safeParse(current);
  return parsed.success ? entryInput(parsed.data) : null;
}
