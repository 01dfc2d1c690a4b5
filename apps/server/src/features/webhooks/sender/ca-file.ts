import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { OperatorError } from '#platform/operator-error.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificate authorities that webhooks trust: the usual ones and those in a PEM file. Undefined without a file, which
 * means the usual ones. Throws `OperatorError` for a file that cannot be read or has no certificate.
 */
export async function trustedAuthorities(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  try {
    const own = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? [];
    if (own.length === 0) throw new Error('it contains no certificate');
    // Refuses a damaged certificate now, and not with the first message.
    const certificates = own.map((text) => new X509Certificate(text).toString());
    return [...getCACertificates('default'), ...certificates];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `WEBHOOK_CA_FILE (${file}) must be a readable file with certificates in PEM format: ${reason}.`,
    );
  }
}
