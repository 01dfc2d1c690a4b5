import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { ApiError, errorFromResponse } from './api-error.ts';
import type { ClientOptions } from './client.ts';
import { readAnswer } from './read-answer.ts';
import { buildUrl } from './url.ts';

/** An endpoint that accepts a file. */
export type UploadEndpoint = Endpoint & { readonly upload: { readonly maxBytes: number } };

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Use the same key for all attempts with one file, so that a lost response never creates a second record. */
  readonly idempotencyKey: string;
  /** The share that was sent, from 0 to 1. At 1 the response is still pending. */
  readonly onProgress?: (share: number) => void;
}

/** Uploads a file. Rejects with ApiError, or with the signal's reason when aborted. */
export type Upload = <E extends UploadEndpoint>(
  endpoint: E,
  input: CallInput<E> & { readonly file: Blob } & UploadOptions,
) => Promise<ResultOf<E>>;

type UploaderOptions = Pick<ClientOptions, 'baseUrl' | 'token' | 'onAnswer' | 'onError'>;

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/**
 * Creates the client for uploads. URL, token, errors and checks are the same as for other requests, but it reports
 * progress, which `fetch` cannot. There is no timeout: a large scan over a slow line can take long.
 */
export function createUploader(options: UploaderOptions): Upload {
  return async (endpoint, input) => {
    const token = options.token();
    const url = buildUrl(options.baseUrl, endpoint.path, input.params, input.query);
    try {
      const { status, text, retryAfter } = await send(endpoint.method, url, token, input);
      if (status < 200 || status > 299) throw errorFromResponse(status, text, retryAfter);
      options.onAnswer?.(endpoint.background === true);
      return readAnswer(endpoint, status, text);
    } catch (error) {
      if (error instanceof ApiError) options.onError?.(endpoint, error, token);
      throw error;
    }
  };
}

function send(
  method: string,
  url: string,
  token: string | null,
  { file, body, signal, idempotencyKey, onProgress }: UploadOptions & { file: Blob; body?: unknown },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.open(method, url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('idempotency-key', idempotencyKey);
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      }),
    );
    request.addEventListener('error', () => reject(new ApiError(0, 'NETWORK')));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.send(formOf(body, file));
  });
}

/** Send the fields first, so that the server knows what the file is for before it arrives. */
function formOf(body: unknown, file: Blob): FormData {
  const form = new FormData();
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields)
    if (value !== undefined && value !== null) form.append(name, String(value));
  form.append('file', file);
  return form;
}
