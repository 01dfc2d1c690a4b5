import { connect } from 'node:net';
import { officeCreate, officeGet, officeUpdate } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The expected error body; the remaining fields are checked separately. */
const shaped = (status: number, code: string, more: object = {}) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: {
    message: expect.stringMatching(/\S/),
    code,
    error: expect.stringMatching(/\S/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...more,
  },
});

describe('error responses', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let origin: URL;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    origin = new URL(await portal.listen());
  });
  afterAll(() => portal.close());

  const post = (payload: string, headers: Record<string, string> = JSON_TYPE) =>
    portal.raw({ method: 'POST', url: '/api/office', token: admin.token, headers, payload });
  const get = (url: string, headers: Record<string, string> = {}) =>
    portal.raw({ method: 'GET', url, token: admin.token, headers });

  it('give message and error the same text', async () => {
    for (const { body } of [await get('/api/office/x'), await get('/api/nothing'), await post('{')]) {
      const { message, error } = Object(body);
      expect(error).toBe(message);
    }
  });

  describe('400', () => {
    it('reports all invalid fields with all their messages', async () => {
      const answer = await post('{"name":"","city":7,"state":"XYZ","superAdminOnly":"yes","extra":1}');
      expect(answer).toMatchObject(
        shaped(400, 'VALIDATION', {
          errors: {
            name: ['Name is required'],
            address: ['Address is required'],
            city: ['City must be text'],
            state: expect.arrayContaining(['State can have at most 2 characters']),
            zipCode: ['ZIP code is required'],
            phone: ['Phone is required'],
            superAdminOnly: [expect.any(String)],
            extra: ['Unknown field'],
          },
        }),
      );
    });

    it.each([
      ['cut off', '{"name":'],
      ['no JSON', 'name=North'],
      ['single quotes', "{'name':1}"],
      ['NaN', '{"name":NaN}'],
      ['__proto__', '{"__proto__":{"isAdmin":true}}'],
      ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
      ['nested __proto__', '{"name":{"__proto__":1}}'],
    ])('for a body that is broken JSON: %s', async (_what, payload) => {
      expect(await post(payload)).toMatchObject(shaped(400, 'BAD_JSON'));
    });

    it.each([
      ['constructor', '{"constructor":1}'],
      ['toString and hasOwnProperty', '{"toString":1,"hasOwnProperty":2}'],
      ['nothing', ''],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"text"'],
      ['a number', '1e400'],
      ['a thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
      [
        'ten thousand fields',
        JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, i]))),
      ],
    ])('for a body of the wrong shape: %s', async (_what, payload) => {
      expect(await post(payload)).toMatchObject(shaped(400, 'VALIDATION', { errors: expect.anything() }));
    });

    it.each([
      '__proto__=1',
      'constructor=1',
      '__proto__[isAdmin]=1',
      'constructor.prototype.x=1',
      'hasOwnProperty=1&toString=2',
      'a[b][c][d][e]=1',
      'unknown=1',
      'includeInactive=maybe',
      'includeInactive=true&includeInactive=true',
      'includeInactive=%00',
    ])('for an unknown or odd query: %s', async (query) => {
      expect(await get(`/api/office?${query}`)).toMatchObject(
        shaped(400, 'VALIDATION', { errors: expect.anything() }),
      );
    });

    it('for a query of many thousand parameters', async () => {
      const query = Array.from({ length: 5_000 }, (_, index) => `p${index}=1`).join('&');
      expect(await get(`/api/office?${query}`)).toMatchObject(shaped(400, 'VALIDATION'));
    });

    it.each([
      '1',
      'x',
      'null',
      '..%2f..%2fetc',
      '%00',
      "'%20or%201=1",
      '{id}',
      '00000000-0000-0000-0000-00000000000g',
    ])('for a malformed id: %s', async (id) => {
      expect(await get(`/api/office/${id}`)).toMatchObject(
        shaped(400, 'VALIDATION', { errors: { id: ['Not a valid id'] } }),
      );
    });

    it.each(['/api/office/%E0%A4%A', '/api/%', `/api/office/${'x'.repeat(101)}`])(
      'for an unreadable URL: %s',
      async (url) => {
        const answer = await get(url);
        expect(answer).toMatchObject(shaped(400, 'BAD_REQUEST', { message: 'This URL is invalid.' }));
        expect(JSON.stringify(answer.body)).not.toContain('xxx');
      },
    );

    it('for a malformed If-Match', async () => {
      const id = await makeOffice(portal);
      for (const header of ['abc', '"1", "2"', '-1', '99999999999'])
        expect(await get(`/api/office/${id}`, { 'if-match': header })).toMatchObject(
          shaped(400, 'VALIDATION', { errors: { 'If-Match': [expect.any(String)] } }),
        );
    });

    it('for a malformed Idempotency-Key', async () => {
      for (const key of ['', ' ', 'x'.repeat(201), 'with blank', 'ümlaut'])
        expect(await post('{}', { ...JSON_TYPE, 'idempotency-key': key })).toMatchObject(
          shaped(400, 'VALIDATION'),
        );
    });

    it('ignore the case of ids', async () => {
      const id = await makeOffice(portal);
      expect(await portal.succeed(officeGet, { params: { id: id.toUpperCase() } }, admin)).toMatchObject({
        id,
      });
    });

    it.each([
      ['no HTTP', 'HELLO\r\n\r\n'],
      ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['headers without end', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
      ['an address without end', `GET /api/office?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      [
        'two lengths',
        'POST /api/office HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      ],
      [
        'a length and chunks',
        'POST /api/office HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
    ])('for an unreadable request: %s', async (_what, text) => {
      const answer = await overSocket(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        code: 'BAD_REQUEST',
        message: 'The request could not be understood.',
        error: 'The request could not be understood.',
        requestId: expect.any(String),
      });
      // The process is still running.
      expect((await get('/api/health')).status).toBe(200);
    });
  });

  it('404 in JSON for an unknown API path, with or without a session', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api?x=1', '/api/Office'])
      expect(await portal.raw({ method: 'GET', url })).toMatchObject(
        shaped(404, 'NOT_FOUND', { message: 'This URL does not exist.' }),
      );
  });

  it('404 for a path traversal attempt', async () => {
    const answer = await overSocket(
      'GET /api/office/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('NOT_FOUND');
  });

  it('404 for an unknown record', async () => {
    expect(await get('/api/office/00000000-0000-7000-8000-000000000000')).toMatchObject(
      shaped(404, 'NOT_FOUND', { message: 'This record does not exist.' }),
    );
  });

  it.each([
    ['PATCH', '/api/office', 'GET, POST, HEAD'],
    ['DELETE', '/api/office', 'GET, POST, HEAD'],
    ['OPTIONS', '/api/office/7', 'GET, PUT, DELETE, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['TRACE', '/api/health', 'GET, HEAD'],
  ])('405 for %s %s lists what is allowed', async (method, url, allow) => {
    const answer = await portal.raw({ method, url });
    expect(answer).toMatchObject(shaped(405, 'METHOD_NOT_ALLOWED'));
    expect(answer.headers).toMatchObject({ allow });
  });

  it('409 STALE carries the current record', async () => {
    const office = await portal.succeed(
      officeCreate,
      {
        body: { name: 'Stale', address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' },
      },
      admin,
    );
    const { id, name, address, city, state, zipCode, phone } = office;
    const body = { name, address, city, state, zipCode, phone, version: 7 };
    const answer = await portal.call(officeUpdate, { params: { id }, body }, admin);
    expect(answer).toMatchObject({ status: 409, error: { code: 'STALE', current: { id, version: 1 } } });
  });

  it('413 for a body over 256 KiB, also without a declared length', async () => {
    expect(await post(JSON.stringify({ name: 'x'.repeat(256 * 1024) }))).toMatchObject(
      shaped(413, 'PAYLOAD_TOO_LARGE'),
    );
    const response = await fetch(new URL('/api/office', origin), {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${admin.token}` },
      body: new Blob(Array.from({ length: 300 }, () => 'x'.repeat(1024))).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('415 for a body of type %s', async (type) => {
    expect(await post('{"name":"x"}', { 'content-type': type })).toMatchObject(
      shaped(415, 'UNSUPPORTED_MEDIA_TYPE'),
    );
  });

  it('accept a JSON charset, and an empty body with the JSON type', async () => {
    expect((await post('{}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(400);
    const beat = { method: 'POST', url: '/api/auth/heartbeat', token: admin.token, headers: JSON_TYPE };
    expect((await portal.raw({ ...beat, payload: '' })).status).toBe(200);
    expect((await portal.raw({ ...beat, payload: '{}' })).status).toBe(200);
    expect((await portal.raw({ ...beat, payload: '{"x":1}' })).status).toBe(400);
  });

  it('500 reveals no details, and the log contains no data', async () => {
    await portal.owner.query("alter table offices add constraint no_zebras check (name not like 'Zebra%')");
    const answer = await post(
      JSON.stringify({
        name: 'Zebra Clinic',
        address: 'Quagga Street',
        city: 'b',
        state: 'MD',
        zipCode: '21204',
        phone: '4105550123',
      }),
    );
    await portal.owner.query('alter table offices drop constraint no_zebras');
    expect(answer).toMatchObject(
      shaped(500, 'SERVER_ERROR', { message: 'Something went wrong on our side. Please try again.' }),
    );
    expect(Object.keys(Object(answer.body)).toSorted()).toEqual(['code', 'error', 'message', 'requestId']);
    // The database's error says "Failing row contains (…)".
    expect(portal.logged()).toContain('no_zebras');
    expect(portal.logged()).not.toMatch(/Zebra Clinic|Quagga/);
  });

  function overSocket(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(origin.port), origin.hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  }
});
