import type { BodyOf } from '@portal/contract/endpoint';
import type { IpWhitelistEntry, ipWhitelistAdd, ipWhitelistUpdate } from '@portal/contract/offices';
import { ipMatches, parseIpRange, whitelistEntryStatus } from '@portal/domain/ip-range';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import {
  deleteEntry,
  findEntry,
  insertEntry,
  listEntries,
  updateEntry,
  type IpWhitelistRow,
} from './ip-whitelist-repo.ts';
import { findOffice, lockOffice } from './office-repo.ts';
import { officeScope } from './office-service.ts';
import { presentEntry } from './present.ts';

/** An office's entries, oldest first. Throws NOT_FOUND. */
export async function getEntries(context: SignedInContext, officeId: string): Promise<IpWhitelistEntry[]> {
  if ((await findOffice(context.deps.db, officeId, officeScope(context))) === undefined) throw notFound();
  return (await listEntries(context.deps.db, [officeId])).map((row) => presentEntry(row));
}

/** Adds an address. Throws NOT_FOUND, VALIDATION, CONFLICT for one that is there, CONFIRMATION_REQUIRED. */
export async function addEntry(
  context: SignedInContext,
  officeId: string,
  body: BodyOf<typeof ipWhitelistAdd>,
): Promise<IpWhitelistEntry> {
  const range = parseIpRange(body.ipAddress);
  if (!range.ok) throw fieldError('ipAddress', range.error);
  const expiresAt = futureExpiry(context, body.expiresAt);
  return inTransaction(context, async (tx) => {
    await requireOffice(context, tx, officeId);
    const id = await insertEntry(
      tx.db,
      { officeId, range: range.range, description: body.description, expiresAt },
      context.now,
    );
    if (id === undefined) {
      const message = 'This address is already on the list';
      throw new AppError('CONFLICT', { message, errors: { ipAddress: [message] } });
    }
    await confirmLockout(context, tx, officeId, body.confirmLockout);
    const entry = presentEntry(await requireEntry(tx, officeId, id));
    tx.audit({
      action: 'Created',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      newValues: auditFields(entry, officeId),
    });
    announce(tx, officeId);
    return entry;
  });
}

/** Changes description or expiry; the address is fixed. Throws NOT_FOUND, STALE, VALIDATION, CONFIRMATION_REQUIRED. */
export async function changeEntry(
  context: SignedInContext,
  officeId: string,
  id: string,
  body: BodyOf<typeof ipWhitelistUpdate>,
): Promise<IpWhitelistEntry> {
  return inTransaction(context, async (tx) => {
    await requireOffice(context, tx, officeId);
    const before = presentEntry(await requireEntry(tx, officeId, id));
    checkVersion(context, body.version, before);
    // An expiry that passed long ago may stay as it is while the description is corrected.
    const expiresAt =
      body.expiresAt === before.expiresAt && before.expiresAt !== null
        ? new Date(before.expiresAt)
        : futureExpiry(context, body.expiresAt);
    await updateEntry(tx.db, id, { description: body.description, expiresAt });
    await confirmLockout(context, tx, officeId, body.confirmLockout);
    const after = presentEntry(await requireEntry(tx, officeId, id));
    tx.audit({
      action: 'Updated',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      ...changedValues(auditFields(before, officeId), auditFields(after, officeId)),
    });
    announce(tx, officeId);
    return after;
  });
}

/** Removes an address. Throws NOT_FOUND, CONFIRMATION_REQUIRED. */
export async function removeEntry(
  context: SignedInContext,
  officeId: string,
  id: string,
  confirmed: boolean,
): Promise<undefined> {
  await inTransaction(context, async (tx) => {
    await requireOffice(context, tx, officeId);
    const entry = presentEntry(await requireEntry(tx, officeId, id));
    await deleteEntry(tx.db, id);
    await confirmLockout(context, tx, officeId, confirmed);
    tx.audit({
      action: 'Deleted',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      oldValues: auditFields(entry, officeId),
    });
    announce(tx, officeId);
  });
  return undefined;
}

async function requireOffice(context: SignedInContext, tx: Tx, officeId: string): Promise<void> {
  if ((await lockOffice(tx.db, officeId, officeScope(context))) === undefined) throw notFound();
}

async function requireEntry(tx: Tx, officeId: string, id: string): Promise<IpWhitelistRow> {
  const row = await findEntry(tx.db, officeId, id);
  if (row === undefined) throw notFound();
  return row;
}

function futureExpiry(context: SignedInContext, text: string | null): Date | null {
  if (text === null) return null;
  const expiresAt = new Date(text);
  if (expiresAt < context.now) throw fieldError('expiresAt', 'The expiry may not be before now');
  return expiresAt;
}

/** A list that would lock the editor out is saved only after they confirmed it; SuperAdmins are never locked out. */
async function confirmLockout(
  context: SignedInContext,
  tx: Tx,
  officeId: string,
  confirmed: boolean | undefined,
): Promise<void> {
  if (confirmed === true || context.user.officeId !== officeId || context.user.roles.includes('SuperAdmin'))
    return;
  const live = (await listEntries(tx.db, [officeId])).filter(
    (entry) => whitelistEntryStatus({ expiresAt: entry.expires_at }, context.now) !== 'Expired',
  );
  if (live.length === 0 || live.some((entry) => ipMatches(entry.ip_address, context.ip))) return;
  throw new AppError('CONFIRMATION_REQUIRED', {
    message: `This list does not contain your own address (${context.ip}). Saving it signs you out and keeps you out. Save it anyway?`,
  });
}

const auditFields = (entry: IpWhitelistEntry, officeId: string) => ({
  officeId,
  ipAddress: entry.ipAddress,
  description: entry.description,
  expiresAt: entry.expiresAt,
});

function announce(tx: Tx, officeId: string): void {
  tx.activity({
    description: 'An office IP whitelist was changed',
    icon: 'Security',
    color: 'warning',
    entityType: 'Office',
    entityId: officeId,
    requiredPermission: 'Admin.ManageOffices',
  });
  // Open connections from an address that is no longer allowed are closed.
  tx.notify('permissions', {});
}
