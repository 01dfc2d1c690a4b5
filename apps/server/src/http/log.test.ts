import { documentUpload } from '@portal/contract/documents';
import { changePassword, liveTicket } from '@portal/contract/session';
import { patientCreate, patientGet, patientList } from '@portal/contract/patients';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, loggedError } from '#platform/log.ts';
import { makeApiKey, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfFile } from '#test/sample-files.ts';
import { TEST_PASSWORD } from '#test/settings.ts';

describe('the request log', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const lines = (): Record<string, unknown>[] =>
    portal
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Object(JSON.parse(line)));

  it('has one line per request: method, route pattern, status, time and request id', async () => {
    const before = lines().length;
    const answer = await portal.raw({ method: 'GET', url: '/api/office/x?y=1', token: admin.token });
    const [line, ...others] = lines().slice(before);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      msg: 'call',
      method: 'GET',
      route: '/api/office/:id',
      status: 400,
      ms: expect.any(Number),
      reqId: Object(answer.body).requestId,
    });
    expect(Object.keys(line ?? {}).toSorted()).toEqual(
      ['hostname', 'level', 'method', 'ms', 'msg', 'pid', 'reqId', 'route', 'status', 'time'].toSorted(),
    );
  });

  const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
  const PARENT_ID = '00f067aa0ba902b7';
  const tracedCall = async (traceparent: string) => {
    const before = lines().length;
    await portal.raw({ method: 'GET', url: '/api/office/x', token: admin.token, headers: { traceparent } });
    return lines().slice(before)[0];
  };

  it.each([`00-${TRACE_ID}-${PARENT_ID}-01`, `cc-${TRACE_ID}-${PARENT_ID}-00-later`])(
    'names the ids of the trace %s',
    async (traceparent) => {
      expect(await tracedCall(traceparent)).toMatchObject({ trace_id: TRACE_ID, parent_id: PARENT_ID });
    },
  );

  it.each([
    `00-${TRACE_ID}-${PARENT_ID}-01-more`,
    `ff-${TRACE_ID}-${PARENT_ID}-01`,
    `00-${'0'.repeat(32)}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${PARENT_ID}-01, 00-${TRACE_ID}-${PARENT_ID}-01`,
    'Quillfeather',
  ])('leaves out a trace that is not valid: %s', async (traceparent) => {
    const line = await tracedCall(traceparent);
    expect(line).not.toHaveProperty('trace_id');
    expect(JSON.stringify(line)).not.toMatch(/4bf92f|Quillfeather/i);
  });

  it('contains no names, numbers, searches, URLs, passwords or tokens, even after errors', async () => {
    const secrets = [
      'Quillfeather',
      '219-09-9998',
      '219099998',
      'mrs.quill@home.example',
      TEST_PASSWORD,
      admin.token,
    ];
    const created = await portal.succeed(
      patientCreate,
      {
        body: {
          firstName: 'Wren',
          lastName: 'Quillfeather',
          dateOfBirth: '1970-02-03',
          socialSecurityNumber: '219-09-9998',
          email: 'mrs.quill@home.example',
        },
      },
      admin,
    );
    await portal.call(patientGet, { params: { id: created.id }, query: { fullSsn: 'true' } }, admin);
    await portal.call(patientList, { query: { search: 'Quillfeather' } }, admin);
    const { ticket } = await portal.succeed(liveTicket, {}, admin);
    await portal.raw({ method: 'GET', url: `/hubs/activity?id=Quillfeather&access_token=${ticket}` });
    await portal.raw({ method: 'GET', url: `/api/patient/Quillfeather?ssn=219099998`, token: admin.token });
    await portal.raw({ method: 'GET', url: `/Quillfeather/%zz?${ticket}` });
    await portal.raw({ method: 'GET', url: '/api/%E0%A4Quillfeather' });
    await portal.raw({
      method: 'POST',
      url: '/api/patient',
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: '{"lastName": "Quillfeather", broken',
    });
    await portal.call(
      changePassword,
      { body: { currentPassword: 'not Quillfeather', newPassword: TEST_PASSWORD } },
      admin,
    );
    for (const secret of [...secrets, ticket]) expect(portal.logged()).not.toContain(secret);
  });

  it('contains no credentials of uploads and calls at any level', async () => {
    const file = pdfFile();
    const { id: patientId } = await makePatient(portal, {});
    const key = await makeApiKey(portal, admin, ['Document.Upload', 'Patient.View']);
    const before = portal.logged().length;
    for (const { token } of [admin, key])
      await portal.call(
        documentUpload,
        { body: { type: 'LabResult', category: 'Clinical', patientId }, file },
        { token, headers: { cookie: 'mp-sso=cookie-text-of-a-browser' } },
      );
    const written = portal.logged().slice(before);
    expect(written).toContain('"level":10');
    for (const secret of [admin.token, key.token, 'cookie-text-of-a-browser', 'Quillfeather'])
      expect(written).not.toContain(secret);
  });

  it('logs a database error without the row in its details', async () => {
    await portal.owner.query("alter table patients add constraint no_x check (last_name not like 'Xylo%')");
    const body = { firstName: 'Wren', lastName: 'Xylophone', dateOfBirth: '1970-02-03' };
    expect((await portal.call(patientCreate, { body }, admin)).status).toBe(500);
    await portal.owner.query('alter table patients drop constraint no_x');
    const line = lines().find(({ level }) => level === 50);
    expect(line).toMatchObject({
      msg: 'request failed',
      code: 'SERVER_ERROR',
      err: { code: '23514', constraint: 'no_x', table: 'patients', stack: expect.any(Array) },
    });
    expect(portal.logged()).not.toContain('Xylophone');
  });
});

function databaseError(code: string, message: string): DatabaseError {
  const error = new DatabaseError(message, message.length, 'error');
  return Object.assign(error, {
    code,
    detail: 'Failing row contains (Jane, Roe)',
    where: 'Jane',
    table: 'patients',
  });
}

describe('logged errors', () => {
  it('leave out database messages that quote invalid data, but keep others', () => {
    const wrong = loggedError(databaseError('22P02', 'invalid input syntax for type uuid: "Jane Roe"'));
    expect(wrong).toMatchObject({ code: '22P02', table: 'patients' });
    expect(JSON.stringify(wrong)).not.toMatch(/Jane|Roe/);
    const missing = loggedError(databaseError('42P01', 'relation "x" does not exist'));
    expect(missing).toMatchObject({ message: 'relation "x" does not exist' });
    expect(JSON.stringify(missing)).not.toMatch(/Jane|Roe/);
  });

  it('leave out text quoted by the JSON parser, also in causes and stacks', () => {
    let quoted: unknown;
    try {
      JSON.parse('{"name": Jane Roe}');
    } catch (error) {
      quoted = error;
    }
    const logged = JSON.stringify(
      loggedError(new Error('outer', { cause: new AggregateError([quoted], 'all') })),
    );
    expect(logged).toContain('outer');
    expect(logged).toContain('SyntaxError');
    expect(logged).not.toContain('Jane');
  });

  it('stop at an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(loggedError(error)).toMatchObject({ message: 'round', cause: { message: 'round' } });
  });

  it('contain nothing that looks like a credential, wherever a library logs it', () => {
    const written: string[] = [];
    const log = createLogger('trace', { write: (line: string) => void written.push(line) });
    const secrets = [
      `mpk_abcdefghijkl_${'k'.repeat(43)}`,
      ['eyJhbGciOiJIUzI1NiJ9', 'eyJzaWQiOiJ4In0', 'sig-nature_1'].join('.'),
      'whsec_c2VjcmV0IG9mIGEgd2ViaG9vaw==',
      'dXNlcjpwYXNzd29yZA==',
    ];
    const [key, token, webhook, basic] = secrets;
    const request = { headers: { Authorization: `Bearer ${key}` }, rawHeaders: ['Cookie', 'crumbs'] };
    log.trace({ options: { limits: 1, nested: { deeper: request } } }, 'options');
    log.debug({ list: [request, { url: '/x?search=Quillfeather' }], secret: 'plain-secret' }, 'list');
    log.info(`Authorization: Basic ${basic}, then ${key} and ${token}`);
    log.warn({ err: new Error(`refused ${webhook} for Bearer ${token}`) }, 'text');
    for (const secret of [...secrets, 'crumbs', 'Quillfeather', 'plain-secret'])
      expect(written.join('')).not.toContain(secret);
    expect(written.map((line) => Object(JSON.parse(line)).msg)).toHaveLength(4);
    expect(written[0]).toContain('"limits":1');
  });

  it('contain only the type of other thrown values, without known secrets', () => {
    const written: string[] = [];
    const log = createLogger('info', { write: (line: string) => void written.push(line) });
    log.error({ err: 'Jane Roe', user: { password: 'hunter2', token: 'abc' } }, 'odd');
    expect(written.join('')).toContain('"err":{"type":"string"}');
    expect(written.join('')).not.toMatch(/Jane|hunter2|abc/);
  });
});
