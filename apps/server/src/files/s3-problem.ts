import { OperatorError } from '#platform/operator-error.ts';

type Place = { readonly bucket: string; readonly host: string };
type Explain = (place: Place, code: string) => string;

const moved: Explain = ({ bucket }) =>
  `The bucket ${bucket} is in another region or at another address. Correct S3_REGION and S3_ENDPOINT.`;
const busy: Explain = ({ host }) =>
  `The file store at ${host} has too many requests. Wait, or raise its limits; nothing has to be changed here.`;
const silent: Explain = ({ host }, code) =>
  `The file store at ${host} does not answer (${code}). Check S3_ENDPOINT, and that the network lets this computer reach it.`;
const untrusted: Explain = ({ host }, code) =>
  `The certificate of the file store at ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the file with its CA certificate.`;
const denied: Explain = ({ bucket }) =>
  `The access key may not use the bucket ${bucket}. Allow it to list the bucket and to read, write and delete its objects.`;

/** By the error codes of S3 (Amazon S3 documentation, “Error responses”, looked up 2026-11-26), of its client and of the system. */
const EXPLANATIONS = new Map<string, Explain>(
  Object.entries({
    RequestTimeTooSkewed: ({ host }) =>
      `The clock of this computer differs from that of ${host} by more than S3 accepts. Correct it, for example with NTP.`,
    SignatureDoesNotMatch: () =>
      'The file store refused the signature. Correct S3_SECRET_KEY; a proxy in between must not change the Host header.',
    InvalidAccessKeyId: () => 'The file store does not know S3_ACCESS_KEY. Correct it.',
    AccessDenied: denied,
    AllAccessDisabled: denied,
    NoSuchBucket: ({ bucket }) => `The bucket ${bucket} does not exist. Create it, or correct S3_BUCKET.`,
    SlowDown: busy,
    ServiceUnavailable: busy,
    PermanentRedirect: moved,
    TemporaryRedirect: moved,
    MovedPermanently: moved,
    AuthorizationHeaderMalformed: moved,
    ECONNREFUSED: silent,
    ECONNRESET: silent,
    ETIMEDOUT: silent,
    EHOSTUNREACH: silent,
    ENETUNREACH: silent,
    ENOTFOUND: silent,
    EAI_AGAIN: silent,
    SELF_SIGNED_CERT_IN_CHAIN: untrusted,
    DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
    CERT_HAS_EXPIRED: ({ host }) =>
      `The certificate of the file store at ${host} has expired. Renew it there.`,
    ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
      `The certificate of the file store is for another name than ${host}. Set S3_ENDPOINT to a name in the certificate.`,
  } satisfies Record<string, Explain>),
);

/** The error code of the S3 client or the system. The client hides the status of a busy store in a message. */
export function s3Code(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (/Retryable HTTP status: (?:429|503)/.test(error.message)) return 'SlowDown';
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first ? String(first.code) : '';
}

/** What the operator can do about a failure of the bucket; the failure itself if that is unknown. */
export function explainS3(error: unknown, place: Place): unknown {
  const code = s3Code(error);
  const explain = EXPLANATIONS.get(code);
  return explain === undefined ? error : new OperatorError(explain(place, code), { cause: error });
}
