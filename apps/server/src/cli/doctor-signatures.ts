import type { Db } from '#db/database.ts';
import { countWithoutPrint, verifySignatures } from '#features/dictations/index.ts';
import { CommandError } from './command-error.ts';

/** Dictations compared without `--signatures`. */
const NEWEST = 200;
/** Maximum number of changed dictations listed. */
const NAMED = 20;

/** Compares signed dictations with the hashes of their signatures: the newest ones, or all. Throws `CommandError`. */
export async function checkSignatures(
  db: Db,
  compareAll: boolean,
  onProgress: (compared: number) => void,
): Promise<string | { readonly warning: string }> {
  const { compared, changed } = await verifySignatures(db, compareAll ? { onProgress } : { newest: NEWEST });
  if (changed.length > 0) {
    const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
    throw new CommandError(
      `${changed.length} of ${compared} signed dictations differ from what was signed or co-signed: ${changed.slice(0, NAMED).join(', ')}${more}. The portal never changes them: they were changed in the database, or it is damaged. Compare them with a backup.`,
    );
  }
  const without = await countWithoutPrint(db);
  if (without > 0)
    return {
      warning: `${without} signed dictations have nothing stored of what they print, and print today’s names. The portal stores it with each signature: it was removed in the database, or never entered through the portal.`,
    };
  if (compared === 0) return 'no dictation is signed yet';
  return compareAll || compared < NEWEST
    ? `all ${compared} match their hashes`
    : `the newest ${compared} match their hashes (to check all: doctor --signatures)`;
}
