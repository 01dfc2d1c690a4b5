/** A reason, in one sentence for the person who started the portal, why the embedded database cannot run. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** The error code of a failed system call (`ENOENT`, `EACCES` …), or undefined for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
