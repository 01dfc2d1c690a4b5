import { officeCreate, officeDelete, officeList, officeUpdate } from '@portal/contract/offices';
import { patientCreate, patientGet, patientList } from '@portal/contract/patients';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import { file } from '@portal/contract/file';
import { login, logout, permissions } from '@portal/contract/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { ApiError } from './api-error.ts';
import { createClient, type Call } from './client.ts';

const ID = '22222222-2222-4222-8222-222222222222';
const OFFICE = {
  name: 'Main',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zipCode: '02101',
  phone: '5551234567',
};
const SAVED = {
  ...OFFICE,
  id: ID,
  fax: null,
  npi: null,
  superAdminOnly: false,
  isSurgeryCenter: false,
  isActive: true,
  version: 1,
};

type FileEndpoint = Endpoint & { readonly response: typeof file };
const isFileEndpoint = (endpoint: Endpoint): endpoint is FileEndpoint => endpoint.response === file;
const FILE_ENDPOINTS = endpoints.filter(isFileEndpoint);

let server: FakeServer;
let token: string | null;
let seenErrors: [string, number, string | null][];
let call: Call;

beforeEach(() => {
  server = createFakeServer();
  token = 'the-token';
  seenErrors = [];
  call = createClient({
    baseUrl: '/api',
    fetch: server.fetch,
    token: () => token,
    onError: (endpoint, error, sent) => seenErrors.push([endpoint.path, error.status, sent]),
    retryDelayMs: 1,
  });
});

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('Expected an ApiError');
  return error;
}

describe('requests', () => {
  it('sends JSON below the base path with the stored token as Bearer', async () => {
    server.on('POST /auth/login', { status: 401, body: { message: 'Invalid username or password' } });
    await failure(call(login, { body: { username: 'a', password: 'b' } }));
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      path: '/auth/login',
      body: { username: 'a', password: 'b' },
    });
  });

  it('sends no Authorization header without a token, and no body without one', async () => {
    token = null;
    server.on('POST /auth/logout', { status: 204 });
    await expect(call(logout, {})).resolves.toBeUndefined();
    expect(server.calls[0]?.headers.has('authorization')).toBe(false);
    expect(server.calls[0]?.headers.has('content-type')).toBe(false);
    expect(server.calls[0]?.body).toBeUndefined();
  });

  it('fills path parameters and omits blank query values', async () => {
    server.on(`GET /patient`, { body: { data: [], totalCount: 0, totalCountIsApproximate: false } });
    await call(patientList, {
      query: { page: '2', search: '', orderBy: undefined, includeInactive: 'true' },
    });
    expect(server.calls[0]?.query.toString()).toBe('page=2&includeInactive=true');
    await failure(call(patientGet, { params: { id: 'a/b' }, query: {} }));
    expect(server.calls[1]?.path).toBe('/patient/a%2Fb');
  });

  it('sends an Idempotency-Key with every POST that creates, the given one or a new one', async () => {
    server.on('POST /office', { status: 201, body: SAVED });
    await call(officeCreate, { body: OFFICE, idempotencyKey: 'again' });
    await call(officeCreate, { body: OFFICE });
    await call(officeCreate, { body: OFFICE });
    const keys = server.calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe('again');
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('sends If-Match when a version is given', async () => {
    server.on(`PUT /office/${ID}`, { body: { ...SAVED, version: 4 } });
    await call(officeUpdate, { params: { id: ID }, body: OFFICE, ifMatch: 3 });
    expect(server.calls[0]?.headers.get('if-match')).toBe('"3"');
    expect(server.calls[0]?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('responses', () => {
  it('are parsed with the contract, which drops unknown fields', async () => {
    server.on('GET /auth/permissions', { body: [{ name: 'Patient.View', extra: 1 }] });
    await expect(call(permissions, {})).resolves.toEqual([{ name: 'Patient.View' }]);
  });

  it('are a receipt for users who may change a record but not view it', async () => {
    server.on('POST /patient', { status: 201, body: { id: ID, version: 1, lastName: 'Lee' } });
    const body = { firstName: 'Ann', lastName: 'Lee', dateOfBirth: '1990-04-05' };
    await expect(call(patientCreate, { body })).resolves.toEqual({ id: ID, version: 1 });
    server.on('POST /patient', { status: 201, body: '"text"' });
    expect((await failure(call(patientCreate, { body }))).code).toBe('BAD_ANSWER');
  });

  it('are rejected without revealing their content when malformed', async () => {
    server.on('GET /auth/permissions', { body: [{ title: 'secret' }] });
    const wrong = await failure(call(permissions, {}));
    expect(wrong.code).toBe('BAD_ANSWER');
    expect(wrong.message).not.toContain('secret');
    server.on('GET /auth/permissions', { status: 200, body: '<html>login page of a hotel</html>' });
    expect((await failure(call(permissions, {}))).code).toBe('FOREIGN_ANSWER');
  });

  it.each(FILE_ENDPOINTS)('are no file unless the portal sent one: $method $path', async (endpoint) => {
    const route = `${endpoint.method} ${endpoint.path.replace(':id', ID)}`;
    const read = () => call<FileEndpoint>(endpoint, { params: { id: ID }, query: {}, body: {} });
    server.on(route, {
      body: '<html>login page of a hotel</html>',
      headers: { 'content-type': 'text/html' },
    });
    expect(await failure(read())).toMatchObject({ status: 200, code: 'FOREIGN_ANSWER', isTemporary: true });
    server.on(route, {
      body: '%PDF',
      headers: { 'content-disposition': 'attachment; filename="order.pdf"' },
    });
    await expect(read()).resolves.toMatchObject({ fileName: 'order.pdf' });
  });

  it('provide status, code, field errors, request id, current record and retry delay', async () => {
    server.on(`DELETE /office/${ID}`, {
      status: 409,
      headers: { 'retry-after': '7' },
      body: {
        message: 'Stale',
        code: 'STALE',
        error: 'Stale',
        requestId: 'r1',
        errors: { name: ['taken'] },
        current: { version: 5 },
      },
    });
    const error = await failure(call(officeDelete, { params: { id: ID } }));
    expect(error).toMatchObject({
      status: 409,
      code: 'STALE',
      message: 'Stale',
      fieldErrors: { name: ['taken'] },
      requestId: 'r1',
      current: { version: 5 },
      retryAfter: 7,
    });
    expect(seenErrors).toEqual([['/office/:id', 409, 'the-token']]);
  });

  it('get the code from the status when a proxy responds with its own page', async () => {
    server.on('DELETE /office/x', { status: 502, body: '<html>Bad gateway</html>' });
    expect(await failure(call(officeDelete, { params: { id: 'x' } }))).toMatchObject({
      status: 502,
      code: 'UNAVAILABLE',
      isTemporary: true,
    });
  });
});

it('a refusal of a large request by a proxy names the limit, one by the portal its reason', async () => {
  for (const body of ['<html>413 Request Entity Too Large</html>', 'http: request body too large', '']) {
    server.on('POST /office', { status: 413, body });
    expect(await failure(call(officeCreate, { body: OFFICE }))).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/server in front of the portal.*client_max_body_size/),
    });
  }
  server.on('POST /office', { status: 413, body: { code: 'PAYLOAD_TOO_LARGE', message: 'At most 25 MB.' } });
  expect((await failure(call(officeCreate, { body: OFFICE }))).message).toBe('At most 25 MB.');
});

const never = () => new Promise<never>(() => undefined);

describe('timeouts and retries', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('retries a read that takes too long once', async () => {
    let tries = 0;
    server.on('GET /office', () => {
      tries += 1;
      return tries === 1 ? never() : { body: [] };
    });
    const read = call(officeList, { query: {} });
    await vi.runAllTimersAsync();
    await expect(read).resolves.toEqual([]);
    expect(tries).toBe(2);
  });

  it('fails with TIMEOUT when a read takes too long twice', async () => {
    server.on('GET /office', never);
    const read = failure(call(officeList, { query: {} }));
    await vi.runAllTimersAsync();
    expect((await read).code).toBe('TIMEOUT');
    expect(server.countOf('GET /office')).toBe(2);
  });

  it('fails with TIMEOUT when a change takes too long, and does not repeat it', async () => {
    server.on('POST /office', never);
    const change = failure(call(officeCreate, { body: OFFICE }));
    await vi.runAllTimersAsync();
    expect((await change).code).toBe('TIMEOUT');
    expect(server.countOf('POST /office')).toBe(1);
  });

  it('retries a read once after 503, but not after 403', async () => {
    server.on('GET /office', { status: 503, body: { message: 'Down' } });
    const read = failure(call(officeList, { query: {} }));
    await vi.runAllTimersAsync();
    expect((await read).message).toBe('Down');
    expect(server.countOf('GET /office')).toBe(2);
    server.on('GET /auth/permissions', { status: 403, body: { message: 'No' } });
    await failure(call(permissions, {}));
    expect(server.countOf('GET /auth/permissions')).toBe(1);
  });

  it('waits a minute for a change, and never repeats it', async () => {
    server.on(
      'POST /office',
      () => new Promise((resolve) => setTimeout(() => resolve({ status: 201, body: SAVED }), 59_000)),
    );
    const written = call(officeCreate, { body: OFFICE });
    await vi.runAllTimersAsync();
    await expect(written).resolves.toMatchObject({ id: ID });
    server.on('POST /office', { status: 503, body: {} });
    expect((await failure(call(officeCreate, { body: OFFICE }))).code).toBe('UNAVAILABLE');
    expect(server.countOf('POST /office')).toBe(2);
  });

  it('reports an unreachable server as NETWORK, and an abort by the caller as neither', async () => {
    const unreachable = createClient({
      baseUrl: '/api',
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      token: () => null,
      retryDelayMs: 1,
    });
    const read = failure(unreachable(permissions, {}));
    await vi.runAllTimersAsync();
    expect(await read).toMatchObject({ status: 0, code: 'NETWORK' });
    await expect(call(permissions, { signal: AbortSignal.abort() })).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
    expect(seenErrors).toEqual([]);
  });
});

async function messageOf(body: unknown): Promise<string> {
  server.on('POST /auth/logout', { status: 400, body });
  return (await failure(call(logout, {}))).message;
}

describe('error message', () => {
  it('is the server’s, or empty so that the page shows its own text', async () => {
    expect(await messageOf({ message: 'Said' })).toBe('Said');
    expect(await messageOf('Said plainly')).toBe('Said plainly');
    expect(await messageOf({ errors: { name: ['A', 'B'] } })).toBe('A, B');
    expect(await messageOf('')).toBe('');
  });
});
