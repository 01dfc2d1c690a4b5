import { buffer } from 'node:stream/consumers';
import { practiceLogoChange, practiceLogoUpload } from '@portal/contract/practice';
import { operation } from '#http/operation.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { readLogo } from './logo/read-logo.ts';
import { findLetterhead, findLogoFiles, insertLogo, updateLetterhead } from './practice-repo.ts';

/**
 * Puts an uploaded picture on letterheads. The file itself is not stored, only the logo that is drawn from it. Throws VALIDATION for
 * what is no usable picture, and STALE.
 */
export const uploadLogo = operation(practiceLogoUpload, async (context, { body, file }) => {
  const { files } = context.deps;
  const logo = await readLogo(await buffer(files.stream(file.id, file.wrappedKey, context.signal)));
  await files.discard(file.id);
  return inTransaction(context, async (tx) => {
    await insertLogo(tx.db, logo, { by: context.user.id, now: context.now });
    return changeLogo(context, tx, logo.digest.toString('hex'), body.version);
  });
});

/** Removes the logo or uses an earlier one again. Throws STALE and NOT_FOUND. */
export const chooseLogo = operation(practiceLogoChange, async (context, { body: { logo, version } }) =>
  inTransaction(context, async (tx) => {
    if (logo !== null && !(await findLogoFiles(tx.db, [logo])).has(logo))
      throw notFound('This logo does not exist.');
    return changeLogo(context, tx, logo, version);
  }),
);

async function changeLogo(context: SignedInContext, tx: Tx, logo: string | null, version: number) {
  const current = await findLetterhead(tx.db, { isLocked: true });
  checkVersion(context, version, current);
  await updateLetterhead(tx.db, logo, { by: context.user.id, now: context.now });
  tx.audit({
    action: 'Updated',
    entityType: 'Practice',
    entityId: null,
    oldValues: { logo: current.logo?.id ?? null },
    newValues: { logo },
  });
  return findLetterhead(tx.db);
}
