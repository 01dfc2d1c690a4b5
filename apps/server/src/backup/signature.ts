import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** A summary as written, with parts that only later versions know. */
type WrittenSummary = Readonly<Record<string, unknown>>;

/** Checks a signature with the private key that should have made it. */
export type IsSignedWith = (key: KeyObject) => boolean;

/** What the signature of a backup covers: the names, order and content of all files, and the summary that follows them. */
export class SignedContent {
  readonly #hash = createHash('sha256');

  /** Adds a file or folder: its line in the list of checksums. */
  add(line: string): void {
    this.#hash.update(line);
  }

  /** Signs the files added so far and the summary (Ed25519, base64). */
  sign(key: KeyObject, summary: WrittenSummary): string {
    return sign(null, this.#message(summary), key).toString('base64');
  }

  /** Remembers the files added so far and the summary, to check its signature. */
  signatureOf(summary: WrittenSummary): IsSignedWith {
    const message = this.#message(summary);
    const { signature } = summary;
    return (key) =>
      typeof signature === 'string' &&
      verify(null, message, createPublicKey(key), Buffer.from(signature, 'base64'));
  }

  #message({ signature: _signature, ...summary }: WrittenSummary): Buffer {
    const files = this.#hash.copy().digest('hex');
    return Buffer.from(`medical-portal backup\n${files}\n${JSON.stringify(summary)}`);
  }
}
