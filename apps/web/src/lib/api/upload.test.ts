import { documentUpload } from '@portal/contract/documents';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { createUploader } from './upload.ts';

/** A separate server for this test, because jsdom’s requests use a real connection. */
let server: Server;
let baseUrl = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
const seen: { headers: IncomingMessage['headers']; body: string }[] = [];

const ID = '11111111-1111-4111-8111-111111111111';
const stored = {
  id: ID,
  fileName: 'scan.pdf',
  fileType: 'pdf',
  type: 'Consent',
  category: 'Legal',
  patient: { id: ID, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  fileSizeBytes: 3,
  uploadedByUser: { id: ID, firstName: 'Jane', lastName: 'Doe' },
  createdAt: '2026-11-21T10:00:00.000Z',
  isEncrypted: true,
  deletedAt: null,
  restorableUntil: null,
  version: 1,
  note: null,
  deletedByUser: null,
  deleteReason: null,
};

function reply(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    ...headers,
  });
  response.end(body);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'OPTIONS')
      return reply(response, 204, '', { 'access-control-allow-headers': 'authorization, idempotency-key' });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString('latin1') });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  answer = (_request, response) => reply(response, 201, JSON.stringify(stored));
});

const onAnswer = vi.fn<() => void>();
const onError = vi.fn<(endpoint: unknown, error: ApiError, token: string | null) => void>();
const upload = (change: { signal?: AbortSignal; onProgress?: (share: number) => void } = {}) =>
  createUploader({ baseUrl, token: () => 'the-token', onAnswer, onError })(documentUpload, {
    body: { type: 'Consent', category: 'Legal', patientId: ID, note: null },
    file: new File(['%PDF'], 'scan.pdf', { type: 'application/pdf' }),
    idempotencyKey: 'key-1',
    ...change,
  });

describe('file upload', () => {
  it('sends the token, the key and the fields before the file, reports progress and returns the record', async () => {
    const shares: number[] = [];
    const saved = await upload({ onProgress: (share) => shares.push(share) });
    expect(saved).toEqual(stored);
    expect(shares.at(-1)).toBe(1);
    expect(onAnswer).toHaveBeenCalledOnce();
    const [call] = seen;
    expect(call?.headers).toMatchObject({ authorization: 'Bearer the-token', 'idempotency-key': 'key-1' });
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const names = Array.from(call?.body.matchAll(/ name="(\w+)"/g) ?? [], ([, name]) => name);
    expect(names).toEqual(['type', 'category', 'patientId', 'file']);
    expect(call?.body).toContain('filename="scan.pdf"');
  });

  it('has the same errors as other requests and reports them to the session', async () => {
    const body = { message: 'Sign in again.', code: 'SESSION_EXPIRED', requestId: 'r-1' };
    answer = (_request, response) => reply(response, 401, JSON.stringify(body), { 'retry-after': '7' });
    const error = await upload().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status: 401, code: 'SESSION_EXPIRED', message: 'Sign in again.' });
    expect(error).toMatchObject({ retryAfter: 7, requestId: 'r-1' });
    expect(onError.mock.lastCall).toEqual([documentUpload, error, 'the-token']);
  });

  it('reports a lost connection as NETWORK and a page of a proxy as FOREIGN_ANSWER', async () => {
    answer = (request) => request.socket.destroy();
    await expect(upload()).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
    answer = (_request, response) => reply(response, 201, '<html>');
    await expect(upload()).rejects.toMatchObject({ code: 'FOREIGN_ANSWER' });
  });

  it('ends with the given reason when cancelled, and never starts when cancelled before', async () => {
    const cancel = new AbortController();
    answer = () => cancel.abort('changed my mind');
    await expect(upload({ signal: cancel.signal })).rejects.toBe('changed my mind');
    await expect(upload({ signal: cancel.signal })).rejects.toBe('changed my mind');
    expect(seen).toHaveLength(1);
  });
});
