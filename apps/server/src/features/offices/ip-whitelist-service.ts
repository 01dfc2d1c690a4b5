import {
  ipWhitelistAdd,
  ipWhitelistDelete,
  type IpWhitelistEntry,
  ipWhitelistList,
  ipWhitelistUpdate,
} from '@portal/contract/offices';
import { ipMatches, parseIpRange, whitelistEntryStatus } from '@portal/domain/ip-range';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import {
  deleteEntry,
  findEntry,
  insertEntry,
  listEntries,
  updateEntry,
  type IpWhitelistRow,
} from './ip-whitelist-repo.ts';
import { findOffice, lockOffice, type OfficeRow } from './office-repo.ts';
import { officeScope, readersOf } from './office-service.ts';
import { presentEntry } from './office-view.ts';

/** Returns an office's entries, oldest first. Throws NOT_FOUND. */
export const getEntries = operation(ipWhitelistList, async (context, { params: { id: officeId } }) => {
  if ((await findOffice(context.deps.db, officeId, officeScope(context))) === undefined) throw notFound();
  return (await listEntries(context.deps.db, [officeId])).map((row) => presentEntry(row));
});

/** Adds an address. Throws NOT_FOUND, VALIDATION, CONFIRMATION_REQUIRED, and CONFLICT if the address is already listed. */
export const addEntry = operation(ipWhitelistAdd, async (context, { params: { id: officeId }, body }) => {
  const range = parseIpRange(body.ipAddress);
  if (!range.ok) throw fieldError('ipAddress', range.error);
  const expiresAt = parseExpiration(context, body.expiresAt);
  return inTransaction(context, async (tx) => {
    const office = await requireOffice(context, tx, officeId);
    const id = await insertEntry(
      tx.db,
      { officeId, range: range.range, description: body.description, expiresAt },
      context.now,
    );
    if (id === undefined) throw conflict('This address is already on the list', 'ipAddress');
    await confirmLockout(context, tx, officeId, body.confirmLockout);
    const entry = presentEntry(await requireEntry(tx, officeId, id));
    tx.audit({
      action: 'Created',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      newValues: auditFields(entry, officeId),
    });
    recordChange(tx, office);
    return entry;
  });
});

/** Updates description or expiration, not the address. Throws NOT_FOUND, STALE, VALIDATION, CONFIRMATION_REQUIRED. */
export const changeEntry = operation(ipWhitelistUpdate, async (context, { params, body }) => {
  const { id: officeId, entryId: id } = params;
  return inTransaction(context, async (tx) => {
    const office = await requireOffice(context, tx, officeId);
    const before = presentEntry(await requireEntry(tx, officeId, id));
    checkVersion(context, body.version, before);
    // An unchanged expiration may be in the past, so that the description can still be edited.
    const { description, expiresAt: until } = withChange(before, body);
    const expiresAt =
      until === before.expiresAt && until !== null ? new Date(until) : parseExpiration(context, until);
    await updateEntry(tx.db, id, { description, expiresAt });
    await confirmLockout(context, tx, officeId, body.confirmLockout);
    const after = presentEntry(await requireEntry(tx, officeId, id));
    tx.audit({
      action: 'Updated',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      ...changedValues(auditFields(before, officeId), auditFields(after, officeId)),
    });
    recordChange(tx, office);
    return after;
  });
});

/** Removes an address. Throws NOT_FOUND, CONFIRMATION_REQUIRED. */
export const removeEntry = operation(ipWhitelistDelete, async (context, { params, query }) => {
  const { id: officeId, entryId: id } = params;
  const confirmed = query.confirmLockout;
  await inTransaction(context, async (tx) => {
    const office = await requireOffice(context, tx, officeId);
    const entry = presentEntry(await requireEntry(tx, officeId, id));
    await deleteEntry(tx.db, id);
    await confirmLockout(context, tx, officeId, confirmed);
    tx.audit({
      action: 'Deleted',
      entityType: 'OfficeIpWhitelist',
      entityId: id,
      oldValues: auditFields(entry, officeId),
    });
    recordChange(tx, office);
  });
  return undefined;
});

async function requireOffice(context: SignedInContext, tx: Tx, officeId: string): Promise<OfficeRow> {
  const office = await lockOffice(tx.db, officeId, officeScope(context));
  if (office === undefined) throw notFound();
  return office;
}

async function requireEntry(tx: Tx, officeId: string, id: string): Promise<IpWhitelistRow> {
  const row = await findEntry(tx.db, officeId, id);
  if (row === undefined) throw notFound();
  return row;
}

function parseExpiration(context: SignedInContext, text: string | null): Date | null {
  if (text === null) return null;
  const expiresAt = new Date(text);
  if (expiresAt < context.now) throw fieldError('expiresAt', 'Expiration must be in the future');
  return expiresAt;
}

/** Throws CONFIRMATION_REQUIRED if the list would lock out the caller and they have not confirmed. SuperAdmins are exempt. */
async function confirmLockout(
  context: SignedInContext,
  tx: Tx,
  officeId: string,
  confirmed: boolean | undefined,
): Promise<void> {
  if (confirmed === true || context.user.officeId !== officeId || context.user.roles.includes('SuperAdmin'))
    return;
  const active = (await listEntries(tx.db, [officeId])).filter(
    (entry) => whitelistEntryStatus({ expiresAt: entry.expires_at }, context.now) !== 'Expired',
  );
  if (active.length === 0 || active.some((entry) => ipMatches(entry.ip_address, context.ip))) return;
  throw new AppError('CONFIRMATION_REQUIRED', {
    message: `This list does not include your own IP address (${context.ip}). If you save it, you will be signed out and locked out. Save anyway?`,
  });
}

const auditFields = (entry: IpWhitelistEntry, officeId: string) => ({
  officeId,
  ipAddress: entry.ipAddress,
  description: entry.description,
  expiresAt: entry.expiresAt,
});

function recordChange(tx: Tx, office: OfficeRow): void {
  tx.activity({
    event: 'office.ip_whitelist_changed',
    description: 'An office IP whitelist was changed',
    icon: 'Security',
    color: 'warning',
    entityType: 'Office',
    entityId: office.id,
    ...readersOf(office.superAdminOnly),
  });
  // Closes live connections from IP addresses that are no longer allowed.
  tx.notify('permissions', {});
}
