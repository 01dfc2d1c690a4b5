import { systemErrorCode } from '#platform/disk.ts';

/** A reason that is a sentence for administrators. */
export class DeliveryProblem extends Error {
  override readonly name = 'DeliveryProblem';
}

interface Target {
  readonly host: string;
  readonly port: number;
}

const UNTRUSTED = ({ host }: Target) => `The certificate of ${host} is not from a trusted authority`;
const NO_HTTPS = ({ host, port }: Target) => `${host} does not speak HTTPS on port ${port}`;
const NOT_FOUND = ({ host }: Target) => `The name ${host} does not exist in DNS`;
const NO_DNS = ({ host }: Target) => `The name server did not answer for ${host}`;
const UNREACHABLE = ({ host }: Target) => `${host} cannot be reached from this network`;
const CLOSED = ({ host }: Target) => `${host} closed the connection without an answer`;

/** Error codes of Node.js, OpenSSL and the DNS library, and what they mean for administrators. */
const SENTENCES: Readonly<Record<string, (target: Target) => string>> = {
  CERT_HAS_EXPIRED: ({ host }) => `The certificate of ${host} has expired`,
  CERT_NOT_YET_VALID: ({ host }) => `The certificate of ${host} is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => `The certificate is for another name than ${host}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  INVALID_CA: UNTRUSTED,
  EPROTO: NO_HTTPS,
  ENOTFOUND: NOT_FOUND,
  ENODATA: NOT_FOUND,
  ESERVFAIL: NO_DNS,
  EREFUSED: NO_DNS,
  ETIMEOUT: NO_DNS,
  EAI_AGAIN: NO_DNS,
  ECONNREFUSED: ({ host, port }) => `Nothing answers on port ${port} of ${host}`,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
};

/** Why a message could not be delivered, as a sentence without the path of the URL, which may be secret. */
export function explainFailure(error: unknown, target: Target): string {
  if (error instanceof DeliveryProblem) return error.message;
  // A host with several addresses: one error for each.
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainFailure(error.errors[0], target);
  const code = systemErrorCode(error) ?? '';
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence(target);
  if (code.startsWith('ERR_SSL_')) return NO_HTTPS(target);
  if (code.startsWith('HPE_')) return `${target.host} sent an answer that is not valid HTTP`;
  return `The message could not be sent to ${target.host}${code === '' ? '' : ` (${code})`}`;
}
