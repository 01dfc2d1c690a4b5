import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fieldError } from '#platform/app-error.ts';
import { ProcessFailure, runInProcess, type ProcessLimits } from '#platform/process-work.ts';
import { checkPicture, damaged, LogoRefused } from './picture-header.ts';

const CHILD = fileURLToPath(new URL('logo-child.ts', import.meta.url));
/** A picture of the most pixels takes a second and 64 MB, which are not in the heap. */
const LIMITS: ProcessLimits = { memoryMb: 256, timeMs: 30_000 };

/** A logo as it is stored: PNG on white, with the SHA-256 of the file. */
export interface Logo {
  readonly digest: Buffer;
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Makes a logo of an uploaded picture. The code that reads pictures runs in a process of its own, because a malicious one could crash it.
 * Throws VALIDATION for `file`.
 */
export async function readLogo(picture: Buffer): Promise<Logo> {
  try {
    checkPicture(picture);
    const pieces: Buffer[] = [];
    for await (const bytes of runInProcess(CHILD, only(picture), LIMITS)) pieces.push(bytes);
    return logoOf(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof LogoRefused) throw fieldError('file', error.message);
    if (!(error instanceof ProcessFailure)) throw error;
    throw fieldError('file', error.why === 'refused' ? error.message : damaged().message);
  }
}

const logoOf = (png: Buffer): Logo => ({
  digest: createHash('sha256').update(png).digest(),
  png,
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

async function* only(bytes: Buffer) {
  yield bytes;
}
