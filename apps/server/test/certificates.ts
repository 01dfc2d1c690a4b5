import { generate } from 'selfsigned';

/** A certificate and its private key in PEM format. */
export interface CertifiedKey {
  readonly cert: string;
  readonly key: string;
}

const KEY = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Creates a certificate authority. */
export async function createAuthority(name = 'Test authority'): Promise<CertifiedKey> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    ...KEY,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert, key };
}

interface CertificateOptions {
  readonly names?: readonly string[];
  readonly ips?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
}

/** Creates a server’s certificate that the authority signs; without one, it signs itself. */
export async function createCertificate(
  ca: CertifiedKey | undefined,
  { names = [], ips = [], from, to }: CertificateOptions,
): Promise<CertifiedKey> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Test receiver' }], {
    ...KEY,
    ...(ca !== undefined && { ca: { cert: ca.cert, key: ca.key } }),
    ...(from !== undefined && { notBeforeDate: from }),
    ...(to !== undefined && { notAfterDate: to }),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...ips.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert, key };
}
