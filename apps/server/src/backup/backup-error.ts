import { ArchiveError } from '#platform/tar.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { StoreFullError } from '#files/blob-store.ts';

/** A backup cannot be written, read or restored. The message says what to do. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

/** The error for a file that was cut off or changed. */
export const damagedBackup = (file: string, cause?: unknown) =>
  new BackupError(`${file} is damaged: it was cut off or changed after the backup. Use another backup.`, {
    cause,
  });

/** The error for a backup whose signature is missing or wrong although it says that it has one. */
export const forgedBackup = (file: string) =>
  new BackupError(
    `${file} was not signed by the installation that it names: it was forged, or changed after the backup. Nothing of it was used; use another backup.`,
  );

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether writing failed because there is no space. PostgreSQL reports it as text. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StoreFullError || FULL.has(systemErrorCode(error) ?? '')) return true;
  return error instanceof Error && error.message.includes('No space left on device');
}

/** Whether the content of a backup is wrong, as opposed to the place it is restored to. */
export const isArchiveError = (error: unknown) => error instanceof ArchiveError;
