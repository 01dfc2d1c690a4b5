import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressInUrl } from '@portal/domain/webhook-url';
import { isAllowedAddress } from './allowed-address.ts';
import { DeliveryProblem, explainFailure } from './explain-failure.ts';
import { lookUpInDns, type LookUp } from './look-up.ts';
import { readRetryAfter } from './retry-after.ts';

/** Time for a whole delivery: name, connection, TLS and the head of the answer. */
const TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

/** What the receiver answered, or why there is no answer. */
export interface SendResult {
  readonly isDelivered: boolean;
  readonly status: number | null;
  /** A sentence for administrators unless it is delivered. */
  readonly problem: string | null;
  /** The delay that the receiver asked for, in milliseconds. */
  readonly retryAfter: number | undefined;
}

export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Options {
  readonly privateNetworks: readonly string[];
  /** Trusted certificate authorities. Default: those of Node.js. */
  readonly ca?: string[] | undefined;
  readonly timeoutMs?: number;
  readonly lookUp?: LookUp;
}

interface Answer {
  readonly status: number;
  /** The delay that the receiver asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Sends messages to receivers of webhooks, over HTTPS and only to allowed addresses. A name is looked up once, its addresses
 * are checked, and the connection goes to one of these, so a name cannot change its address in between. Redirects are not
 * followed, and the answer’s body is not read.
 */
export class WebhookSender {
  readonly #options: Options;
  readonly #timeoutMs: number;
  readonly #lookUp: LookUp;

  constructor(options: Options) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#lookUp = options.lookUp ?? lookUpInDns;
  }

  #isAllowed(address: string): boolean {
    return isAllowedAddress(address, this.#options.privateNetworks);
  }

  /** Sends a message and resolves with the result, also when it fails. Rejects only when `signal` aborts it. */
  async send(message: OutgoingMessage, signal?: AbortSignal): Promise<SendResult> {
    const url = new URL(message.url);
    const host = url.hostname;
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const ending = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    try {
      const addresses = await this.#checkedAddresses(message.url, ending);
      return resultOf(host, await this.#post(url, message, addresses, ending));
    } catch (error) {
      signal?.throwIfAborted();
      const problem = timeout.aborted
        ? `${host} did not answer within ${this.#timeoutMs / 1000} seconds`
        : explainFailure(error, { host, port: Number(url.port === '' ? 443 : url.port) });
      return { isDelivered: false, status: null, problem, retryAfter: undefined };
    }
  }

  async #checkedAddresses(url: string, signal: AbortSignal): Promise<readonly string[]> {
    const { hostname } = new URL(url);
    const literal = addressInUrl(url);
    if (literal !== undefined) {
      if (this.#isAllowed(literal)) return [literal];
      throw new DeliveryProblem(
        `${literal} is a private or special address, to which the portal may not send`,
      );
    }
    const addresses = await unlessAborted(this.#lookUp(hostname, signal), signal);
    const refused = addresses.find((address) => !this.#isAllowed(address));
    if (refused !== undefined)
      throw new DeliveryProblem(
        isIP(refused) === 0
          ? `The name server sent an answer for ${hostname} that is not valid`
          : `${hostname} resolves to a private address (${refused})`,
      );
    if (addresses.length === 0) throw new DeliveryProblem(`The name ${hostname} has no address`);
    return addresses;
  }

  #post(
    url: URL,
    { headers, body }: OutgoingMessage,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Medical-Portal-Webhooks',
          ...headers,
        },
        // A connection for each message: a kept one would skip the check of the address.
        agent: false,
        lookup: fixedLookUp(addresses),
        ...(this.#options.ca !== undefined && { ca: this.#options.ca }),
        minVersion: 'TLSv1.2',
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
      });
      request.on('response', (response) => {
        const { statusCode = 0, headers: answered } = response;
        resolve({ status: statusCode, retryAfter: readRetryAfter(answered) });
        response.destroy();
      });
      request.on('error', reject);
      // Such as after a switch to another protocol, which is no error for Node.js.
      request.on('close', () =>
        reject(new DeliveryProblem(`${url.hostname} closed the connection without an answer`)),
      );
      request.end(body);
    });
  }
}

/** Answers Node’s look-up with these addresses only. */
const fixedLookUp =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };

function resultOf(host: string, { status, retryAfter }: Answer): SendResult {
  const isDelivered = status >= 200 && status < 300;
  const problem =
    status >= 300 && status < 400
      ? `${host} answered with a redirect (${status}), which is not followed. Enter the final URL.`
      : `${host} answered with status ${status}`;
  return {
    isDelivered,
    status,
    problem: isDelivered ? null : problem,
    retryAfter: status === 429 || status === 503 ? retryAfter : undefined,
  };
}

/** Like `work`, but rejects as soon as the signal aborts. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
