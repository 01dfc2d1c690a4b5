import {
  codeChangeAccept,
  codeChangeKeep,
  codeChangePreview,
  type AcceptedChanges,
} from '@portal/contract/code-changes';
import type { EditionChange } from '@portal/domain/code-files/changes';
import { sourceText } from '@portal/domain/code-files/official';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { Db } from '#db/database.ts';
import { changeAll, previewAll, type BulkAction } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { announceCodes, codeBulkAction } from '#features/billing-codes/index.ts';
import { ruleBulkAction } from '#features/templates/index.ts';
import { deleteKept, insertKept, lockAcceptances } from './decision-repo.ts';
import { findChanges } from './find-changes.ts';
import { dayOf, maySee } from './list-changes.ts';

/** Accepts proposals: all of them, or none. What they change is computed again, so that nothing else can be sent. */
export const acceptChanges = operation(codeChangeAccept, (context, { body }) =>
  inTransaction(context, async (tx) => {
    await lockAcceptances(tx.db);
    const { codes, rules } = await actionsOf(context, tx.db, body);
    // Rules first: changes of a rule lock it before its codes.
    const changed = [];
    for (const action of [rules, codes])
      if (action !== null) changed.push(...(await changeAll(context, action)).changed);
    if (codes !== null) announceCodes(tx, codes.records.length);
    return { changedCount: changed.length, changed };
  }),
);

/** Previews `acceptChanges`. */
export const previewChanges = operation(codeChangePreview, async (context, { body }) => {
  const { codes, rules } = await actionsOf(context, context.deps.db, body);
  const records = [];
  for (const action of [codes, rules])
    if (action !== null) records.push(...(await previewAll(context, action)).records);
  return { records };
});

interface Accepted {
  readonly change: EditionChange;
  readonly version: number;
  readonly replaceBy: string | null | undefined;
}

async function actionsOf(
  context: SignedInContext,
  db: Db,
  { date, items }: AcceptedChanges,
): Promise<{ readonly codes: BulkAction | null; readonly rules: BulkAction | null }> {
  const day = dayOf(context, date);
  const byKey = await findByKey(context, db, { day, keys: items.map(({ key }) => key) });
  const accepted = items.map(({ key, version, replaceBy }, at): Accepted => {
    const change = byKey.get(key);
    if (change === undefined) throw gone();
    if (change.proposal?.action === 'replace' && replaceBy === undefined)
      throw fieldError(`items.${at}.replaceBy`, 'Choose the code to use instead, or remove it from the rule');
    return { change, version, replaceBy };
  });
  const ofCodes = Map.groupBy(
    accepted.filter(({ change }) => change.rule === null),
    ({ change }) => change.billingCodeId,
  );
  const ofRules = Map.groupBy(
    accepted.filter(({ change }) => change.rule !== null),
    ({ change }) => change.rule?.ruleId ?? '',
  );
  const reasonIn = (groups: ReadonlyMap<string, readonly Accepted[]>) => (id: string) =>
    [...new Set((groups.get(id) ?? []).map(({ change }) => sourceText(change.edition, day)))].join('; ');
  return {
    codes:
      ofCodes.size === 0
        ? null
        : codeBulkAction(context, {
            records: recordsOf(ofCodes),
            changesOf: (id) => Object.assign({}, ...(ofCodes.get(id) ?? []).map(valuesOf)),
            reasonOf: reasonIn(ofCodes),
          }),
    rules:
      ofRules.size === 0
        ? null
        : ruleBulkAction(context, {
            records: recordsOf(ofRules),
            replacementsOf: (id) =>
              new Map(
                (ofRules.get(id) ?? []).map(({ change, replaceBy = null }) => [
                  change.billingCodeId,
                  replaceBy,
                ]),
              ),
            reasonOf: reasonIn(ofRules),
          }),
  };
}

const recordsOf = (groups: ReadonlyMap<string, readonly Accepted[]>) =>
  [...groups].map(([id, [first]]) => ({ id, version: first?.version ?? 0 }));

const valuesOf = ({ change: { proposal } }: Accepted) =>
  proposal?.action === 'change' ? proposal.change : {};

const gone = () =>
  new AppError('STALE', {
    message: 'Something has changed in the meantime, so nothing was saved. Look at the list again.',
  });

/** The differences with these keys that the caller may change. The keys contain the ids of their codes. */
async function findByKey(
  context: SignedInContext,
  db: Db,
  { day, keys }: { readonly day: string; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, EditionChange>> {
  const ids = keys.flatMap((key) => key.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu) ?? []);
  const { changes } = await findChanges(db, day, ids);
  return new Map(changes.filter((change) => maySee(context, change)).map((change) => [change.key, change]));
}

/** Keeps differences as they are, or lists them again. Throws STALE if one no longer exists. */
export const keepChanges = operation(codeChangeKeep, (context, { body: { date, keys, isKept } }) =>
  inTransaction(context, async (tx) => {
    const day = dayOf(context, date);
    const byKey = await findByKey(context, tx.db, { day, keys });
    const changes = [...new Set(keys)].map((key) => {
      const change = byKey.get(key);
      if (change === undefined) throw gone();
      return change;
    });
    const { user, now } = context;
    const done = isKept
      ? await insertKept(tx.db, changes, { by: user.id, now })
      : await deleteKept(tx.db, keys);
    for (const { billingCodeId, rule, code, message, edition } of changes)
      tx.audit({
        action: 'Updated',
        entityType: rule === null ? 'BillingCode' : 'BillingCodeRule',
        entityId: rule?.ruleId ?? billingCodeId,
        reason: sourceText(edition, day),
        newValues: { difference: `${code}: ${message}`, keptAsItIs: isKept },
      });
    return { changedCount: done.size };
  }),
);
