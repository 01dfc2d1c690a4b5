import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { file, type ReceivedFile } from '@portal/contract/file';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { fileNameOf } from './file-name.ts';
import { randomId } from './random-id.ts';
import { readAnswer } from './read-answer.ts';
import { buildUrl } from './url.ts';

/** What a caller may add to a call beyond the contract's params, query and body. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent with endpoints that create; made up when absent. Give the same key again to repeat an attempt. */
  readonly idempotencyKey?: string | undefined;
  /** The version the change is based on; a stale one is refused with 409 STALE. */
  readonly ifMatch?: number | undefined;
  /** Sent on while the page is being left; browsers take at most 64 KB of such bodies at once. */
  readonly outlivesPage?: boolean | undefined;
}

/** Calls an endpoint of the contract. Rejects with ApiError, or with the signal's reason when aborted. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions,
) => Promise<ResultOf<E>>;

export interface ClientOptions {
  /** `/api` in the browser. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The token to send, read at each call. */
  readonly token: () => string | null;
  /** After every answer with a status of success; `isBackground`: the call did not extend the session. */
  readonly onAnswer?: (isBackground: boolean) => void;
  /** After every answer to somebody who is signed in: a mark that differs once what they may do differs. */
  readonly onRights?: (mark: string, token: string | null) => void;
  /** After every failure but an abort; `token` is the one the call carried. */
  readonly onError?: (endpoint: Endpoint, error: ApiError, token: string | null) => void;
  /** Wait before a read's one retry, in milliseconds. */
  readonly retryDelayMs?: number;
}

interface Sent {
  readonly status: number;
  readonly text: string;
  /** The answer itself where the endpoint answers with a file; else null. */
  readonly received: ReceivedFile | null;
  readonly retryAfter: string | null;
  readonly rights: string | null;
}

const READ_TIMEOUT_MS = 30_000;
const RETRIED_STATUSES = [502, 503, 504];

/** The typed client: base path, bearer token, JSON, one retry of reads, answers parsed by the contract. */
export function createClient(options: ClientOptions): Call {
  const { retryDelayMs = 400 } = options;

  async function once(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    { timeoutMs, isFile }: { readonly timeoutMs: number | null; readonly isFile: boolean },
  ): Promise<Sent> {
    const own = new AbortController();
    const timer = timeoutMs === null ? undefined : setTimeout(() => own.abort(), timeoutMs);
    try {
      const answer = await options.fetch(url, {
        ...init,
        signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
      });
      const isReceived = isFile && answer.ok;
      return {
        status: answer.status,
        text: isReceived ? '' : await answer.text(),
        received: isReceived
          ? { blob: await answer.blob(), fileName: fileNameOf(answer.headers.get('content-disposition')) }
          : null,
        retryAfter: answer.headers.get('retry-after'),
        rights: answer.headers.get('x-rights'),
      };
    } catch {
      // Whatever fetch rejects with carries no more than this; its text differs between browsers.
      signal?.throwIfAborted();
      throw new ApiError(0, own.signal.aborted ? 'TIMEOUT' : 'NETWORK');
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(
    endpoint: Endpoint,
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<Sent> {
    const isFile = endpoint.response === file;
    if (endpoint.method !== 'GET' || isFile) return once(url, init, signal, { timeoutMs: null, isFile });
    const limits = { timeoutMs: READ_TIMEOUT_MS, isFile };
    try {
      const first = await once(url, init, signal, limits);
      if (!RETRIED_STATUSES.includes(first.status)) return first;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    signal?.throwIfAborted();
    return once(url, init, signal, limits);
  }

  return async (endpoint, input) => {
    const token = options.token();
    const url = buildUrl(options.baseUrl, endpoint.path, input.params, input.query);
    const init = requestOf(endpoint, input.body, token, input);
    try {
      const sent = await send(endpoint, url, init, input.signal);
      if (sent.rights !== null) options.onRights?.(sent.rights, token);
      if (sent.status < 200 || sent.status > 299)
        throw errorOfAnswer(sent.status, sent.text, sent.retryAfter);
      options.onAnswer?.(endpoint.background === true);
      return answerOf(endpoint, sent);
    } catch (error) {
      if (error instanceof ApiError) options.onError?.(endpoint, error, token);
      throw error;
    }
  };
}

function requestOf(
  endpoint: Endpoint,
  body: unknown,
  token: string | null,
  options: CallOptions,
): RequestInit {
  const headers: Record<string, string> = {
    accept: endpoint.response === file ? '*/*' : 'application/json',
  };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.creates === true) headers['idempotency-key'] = options.idempotencyKey ?? randomId();
  if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`;
  return {
    method: endpoint.method,
    headers,
    cache: 'no-store',
    ...(options.outlivesPage === true && { keepalive: true }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function answerOf<E extends Endpoint>(endpoint: E, sent: Sent): ResultOf<E> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what ResultOf<E> names for endpoints that answer with a file
  if (sent.received !== null) return sent.received as ResultOf<E>;
  return readAnswer(endpoint, sent.status, sent.text);
}
