import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type * as Helpers from '@simplewebauthn/server/helpers';

/** Sizes of RSA keys that authenticators create, in bits. */
const RSA_BITS = { least: 2048, most: 4096 };

/**
 * Whether later answers can be verified with a public key: its type and curve fit its algorithm (RFC 9053, section 2; RFC 8812,
 * section 2), and it is a point of the curve or an RSA key of a usual size. With a registration, the library does not check this.
 */
export function isUsableKey(
  { cose, decodeCredentialPublicKey }: Pick<typeof Helpers, 'cose' | 'decodeCredentialPublicKey'>,
  publicKey: Uint8Array<ArrayBuffer>,
): boolean {
  const { COSEALG, COSECRV, COSEKEYS } = cose;
  const key = decodeCredentialPublicKey(publicKey);
  const algorithm = key.get(COSEKEYS.alg);
  if (cose.isCOSEPublicKeyOKP(key))
    return (
      algorithm === COSEALG.EdDSA &&
      key.get(COSEKEYS.crv) === COSECRV.ED25519 &&
      read({ kty: 'OKP', crv: 'Ed25519', x: text(key.get(COSEKEYS.x)) }) !== undefined
    );
  if (cose.isCOSEPublicKeyEC2(key))
    return (
      algorithm === COSEALG.ES256 &&
      key.get(COSEKEYS.crv) === COSECRV.P256 &&
      read({ kty: 'EC', crv: 'P-256', x: text(key.get(COSEKEYS.x)), y: text(key.get(COSEKEYS.y)) }) !==
        undefined
    );
  if (!cose.isCOSEPublicKeyRSA(key) || algorithm !== COSEALG.RS256) return false;
  const rsa = read({ kty: 'RSA', n: text(key.get(COSEKEYS.n)), e: text(key.get(COSEKEYS.e)) });
  const { modulusLength = 0, publicExponent = 0n } = rsa?.asymmetricKeyDetails ?? {};
  return modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most && publicExponent >= 65_537n;
}

const text = (bytes: unknown) =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64url') : '';

function read(key: JsonWebKey) {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    // Not a point of the curve, or no number of the right length.
    return undefined;
  }
}
