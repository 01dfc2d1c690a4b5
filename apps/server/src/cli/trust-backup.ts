import type { Manifest } from '#backup/manifest.ts';
import { findMasterKey } from '#backup/master-key.ts';
import type { Config } from '#platform/config.ts';
import { fingerprintText, isSameFingerprint } from '#security/key-words.ts';
import { askLine } from './ask.ts';
import { CommandError } from './command-error.ts';

/** What the operator says about where a backup comes from. */
export interface Trust {
  /** Accept a backup without a signature. */
  readonly acceptUnsigned?: true | undefined;
  /** The fingerprint on the recovery sheet. */
  readonly fingerprint?: string | undefined;
}

export const FINGERPRINT_HELP = 'the fingerprint on the recovery sheet, if the backup brings its key';
export const UNSIGNED_HELP = 'open a backup of an earlier version, which has no signature';

const UNSIGNED_WORDS = 'accept unsigned';

/** The fingerprint of the installation that a backup names, for people. */
export const originOf = ({ keyFingerprint }: Manifest): string =>
  fingerprintText(Buffer.from(keyFingerprint, 'hex'));

/**
 * Asks what the signature of a backup cannot show: whether a backup without one may be used, and whether the key inside it is the
 * practice's, when there is no other. Throws `CommandError` when the operator does not confirm.
 */
export async function confirmOrigin(
  config: Config,
  { file, manifest, trust }: { file: string; manifest: Manifest; trust: Trust },
): Promise<void> {
  if (manifest.isSigned !== true) await confirmUnsigned(file, trust);
  if (manifest.hasMasterKey && (await findMasterKey(config)) === undefined)
    await confirmFingerprint(originOf(manifest), trust);
}

async function confirmUnsigned(file: string, { acceptUnsigned }: Trust): Promise<void> {
  if (acceptUnsigned !== true)
    throw new CommandError(
      `${file} has no signature, so nothing shows who made it. Only backups of earlier versions have none. If you are sure that nobody else could write to the places where it was kept, add --accept-unsigned.`,
    );
  const typed = await askLine(
    `${file} has no signature. Anyone who could write to the places where it was kept may have put their own records and programs into its database, and these run when it is opened. Type "${UNSIGNED_WORDS}" to open it: `,
  );
  if (typed !== UNSIGNED_WORDS) throw new CommandError('Not confirmed. Nothing was changed.');
}

async function confirmFingerprint(expected: string, { fingerprint }: Trust): Promise<void> {
  const given =
    fingerprint ??
    (await askLine(
      'The backup brings its own master key, and there is no other to compare it with. Type the fingerprint on the recovery sheet of the practice: ',
    ));
  if (!isSameFingerprint(given, expected))
    throw new CommandError(
      `The backup was made with the master key ${expected}, which is not the fingerprint you gave. Compare it with the recovery sheet, give it with --fingerprint, and do not use a backup with another one. Nothing was changed.`,
    );
}
