import type { BodyOf } from '@portal/contract/endpoint';
import {
  checkShortcutRows,
  practiceShortcutCreate,
  practiceShortcutDelete,
  practiceShortcutImport,
  practiceShortcutUpdate,
  type SavedShortcut,
  shortcutCreate,
  shortcutDelete,
  shortcutImport,
  shortcutList,
  shortcutUpdate,
} from '@portal/contract/shortcuts';
import { MAX_SHORTCUTS, namesPatient } from '@portal/domain/shortcuts';
import { changedValues } from '#audit/audit-entry.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import {
  deleteShortcut,
  insertShortcut,
  listShortcuts,
  lockShortcuts,
  recentPatients,
  updateShortcut,
  type Owner,
  type ShortcutFields,
} from './shortcut-repo.ts';

const NAMED =
  'The text has the name or number of a patient whose record you opened lately. Shortcuts are for all patients: write *** where it belongs.';

/** Lists the caller's shortcuts and those of the practice. */
export const getShortcuts = operation(shortcutList, async ({ deps, user }) => ({
  shortcuts: await listShortcuts(deps.db, [user.id, null]),
}));

export const createShortcut = operation(shortcutCreate, (context, { body }) =>
  create(context, context.user.id, body),
);
export const createPracticeShortcut = operation(practiceShortcutCreate, (context, { body }) =>
  create(context, null, body),
);
export const changeShortcut = operation(shortcutUpdate, (context, { params, body }) =>
  change(context, context.user.id, params.id, body),
);
export const changePracticeShortcut = operation(practiceShortcutUpdate, (context, { params, body }) =>
  change(context, null, params.id, body),
);
export const removeShortcut = operation(shortcutDelete, (context, { params }) =>
  remove(context, context.user.id, params.id),
);
export const removePracticeShortcut = operation(practiceShortcutDelete, (context, { params }) =>
  remove(context, null, params.id),
);
export const importShortcuts = operation(shortcutImport, (context, { body }) =>
  importAll(context, context.user.id, body),
);
export const importPracticeShortcuts = operation(practiceShortcutImport, (context, { body }) =>
  importAll(context, null, body),
);

/** Works with the shortcuts of an owner while nobody else changes any. */
const withOwned = <T>(
  context: SignedInContext,
  owner: Owner,
  work: (tx: Tx, owned: readonly SavedShortcut[]) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (tx) => {
    await lockShortcuts(tx.db);
    return work(tx, await listShortcuts(tx.db, [owner]));
  });

/** Adds a shortcut. Throws CONFLICT for a name that exists and above the limit, and VALIDATION for a patient's name. */
const create = (context: SignedInContext, owner: Owner, fields: ShortcutFields): Promise<SavedShortcut> =>
  withOwned(context, owner, async (tx, owned) => {
    requireRoom(owned.length + 1);
    requireFree(owned, fields.name);
    await requireNoPatient(context, tx, fields.text);
    return add(tx, owner, fields);
  });

/** Changes a shortcut. Throws NOT_FOUND, STALE, and what `create` throws. */
const change = (
  context: SignedInContext,
  owner: Owner,
  id: string,
  { version, ...fields }: BodyOf<typeof shortcutUpdate>,
): Promise<SavedShortcut> =>
  withOwned(context, owner, async (tx, owned) => {
    const before = requireOwned(owned, id);
    checkVersion(context, version, before);
    const values = withChange(valuesOf(before), fields);
    requireFree(
      owned.filter((other) => other !== before),
      values.name,
    );
    await requireNoPatient(context, tx, values.text);
    const after = await updateShortcut(tx.db, id, values);
    const changed = changedValues(valuesOf(before), valuesOf(after));
    tx.audit({ action: 'Updated', entityType: 'Shortcut', entityId: id, ...changed });
    return after;
  });

/** Deletes a shortcut. Throws NOT_FOUND. */
const remove = (context: SignedInContext, owner: Owner, id: string): Promise<undefined> =>
  withOwned(context, owner, async (tx, owned) => {
    const before = requireOwned(owned, id);
    await deleteShortcut(tx.db, id);
    tx.audit({ action: 'Deleted', entityType: 'Shortcut', entityId: id, oldValues: valuesOf(before) });
    return undefined;
  });

/** Adds the shortcuts of a list in one transaction. Throws VALIDATION if no row can be added, and CONFLICT above the limit. */
const importAll = (context: SignedInContext, owner: Owner, rows: BodyOf<typeof shortcutImport>) =>
  withOwned(context, owner, async (tx, owned) => {
    const patients = await recentPatients(tx.db, context.user.id);
    const checked = checkShortcutRows(
      rows,
      owned.map(({ name }) => name),
    ).map((row) =>
      row.shortcut !== null && patients.some((patient) => namesPatient(row.shortcut?.text ?? '', patient))
        ? { ...row, messages: [NAMED], shortcut: null }
        : row,
    );
    const added = checked.flatMap(({ shortcut }) => shortcut ?? []);
    if (added.length === 0)
      throw new AppError('VALIDATION', { message: 'No row of the list can be imported' });
    requireRoom(owned.length + added.length);
    for (const fields of added) await add(tx, owner, fields);
    return {
      rows: checked.map(({ index, messages, notes }) => ({ index, messages, notes })),
      created: added.length,
    };
  });

async function add(tx: Tx, owner: Owner, fields: ShortcutFields): Promise<SavedShortcut> {
  const after = await insertShortcut(tx.db, owner, fields);
  tx.audit({
    action: 'Created',
    entityType: 'Shortcut',
    entityId: after.id,
    newValues: { ...valuesOf(after), isPractice: after.isPractice },
  });
  return after;
}

const valuesOf = ({ name, text }: SavedShortcut): ShortcutFields => ({ name, text });

function requireOwned(owned: readonly SavedShortcut[], id: string): SavedShortcut {
  const found = owned.find((shortcut) => shortcut.id === id);
  if (found === undefined) throw notFound('This shortcut does not exist.');
  return found;
}

function requireRoom(count: number): void {
  if (count > MAX_SHORTCUTS)
    throw conflict(`There can be at most ${MAX_SHORTCUTS} shortcuts. Delete one first.`);
}

function requireFree(others: readonly SavedShortcut[], name: string): void {
  if (others.some((other) => other.name === name))
    throw conflict(`A shortcut named .${name} exists already.`, 'name');
}

/** Only the patients whom the caller opened lately: the names of all patients are also ordinary words. */
async function requireNoPatient(context: SignedInContext, tx: Tx, text: string): Promise<void> {
  const patients = await recentPatients(tx.db, context.user.id);
  if (patients.some((patient) => namesPatient(text, patient))) throw fieldError('text', NAMED);
}
