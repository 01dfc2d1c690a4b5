import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import {
  HANDSHAKE,
  PATH,
  bearer,
  client,
  eventStream,
  negotiate,
  post,
  rawClient,
  soon,
  startHub,
} from './test/hub-server.ts';

describe('hub access', () => {
  it('answers negotiate with 401 without a valid header, also with a ticket in the query', async () => {
    const { url } = await startHub();
    const response = await fetch(`${url}/negotiate?negotiateVersion=1&access_token=ann`, { method: 'POST' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      message: 'Please sign in.',
      code: 'UNAUTHENTICATED',
      error: 'Please sign in.',
      requestId: expect.any(String),
    });
  });

  it('offers both transports and separates the token from the id', async () => {
    const { url } = await startHub();
    const response = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: 'POST', ...bearer('ann') });
    const body: unknown = await response.json();
    expect(body).toEqual({
      connectionId: expect.stringMatching(/^[\w-]{22}$/u),
      connectionToken: expect.stringMatching(/^[\w-]{65}$/u),
      negotiateVersion: 1,
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
      ],
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const old = await fetch(`${url}/negotiate`, { method: 'POST', ...bearer('ann') });
    expect(await old.json()).toEqual({ error: 'This server needs negotiate version 1 or later.' });
  });

  it('requires a ticket for event streams and WebSockets', async () => {
    const { url } = await startHub();
    const token = await negotiate(url, 'ann');
    expect((await fetch(`${url}?id=${token}`)).status).toBe(401);
    expect((await eventStream(url, token, 'nobody')).status).toBe(401);
    await expect(rawClient(url, `?id=${token}`)).rejects.toThrow('401');
    await expect(rawClient(url, `?id=${token}&access_token=nobody`)).rejects.toThrow('401');
  });

  it('refuses another principal’s connection token everywhere, which stays usable for its owner', async () => {
    const { url } = await startHub();
    const token = await negotiate(url, 'ann');
    expect((await eventStream(url, token, 'bob')).status).toBe(404);
    await expect(rawClient(url, `?id=${token}&access_token=bob`)).rejects.toThrow('404');
    expect((await eventStream(url, token, 'ann')).status).toBe(200);
    expect((await eventStream(url, token, 'bob')).status).toBe(404);
    expect((await post(url, token, 'bob', 'x')).status).toBe(404);
    expect((await post(url, token, 'nobody', 'x')).status).toBe(401);
    await expect(rawClient(url, `?id=${token}&access_token=bob`)).rejects.toThrow('404');
  });

  it('answers 500 when the check fails, and never lets anyone in', async () => {
    const { url, hub } = await startHub();
    const token = await negotiate(url, 'ann');
    expect((await eventStream(url, token, 'failing')).status).toBe(500);
    await expect(rawClient(url, '?access_token=failing')).rejects.toThrow('500');
    expect([...hub.connections()]).toEqual([]);
  });

  it('requires a negotiated token for an event stream, one per connection', async () => {
    const { url } = await startHub();
    expect((await fetch(url, bearer('ann'))).status).toBe(400);
    expect((await eventStream(url, 'unknown', 'ann')).status).toBe(404);
    const token = await negotiate(url, 'ann');
    expect((await post(url, token, 'ann', 'x')).status).toBe(404);
    expect((await eventStream(url, token, 'ann')).status).toBe(200);
    expect((await eventStream(url, token, 'ann')).status).toBe(409);
    await expect(rawClient(url, `?id=${token}&access_token=ann`)).rejects.toThrow('409');
  });

  it('accepts a WebSocket with another process’s token if its ticket is valid', async () => {
    const [one, other] = [await startHub(), await startHub()];
    const token = await negotiate(one.url, 'ann');
    const raw = await rawClient(other.url, `?id=${token}&access_token=ann`);
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(raw.messages).toEqual(['{}']), soon);
    expect(other.connected.map(({ id }) => token.startsWith(id))).toEqual([true]);
    await expect(rawClient(other.url, '?id=unknown&access_token=ann')).rejects.toThrow('404');
  });

  it('answers 404 to a POST with the token of a WebSocket', async () => {
    const { url } = await startHub();
    const token = await negotiate(url, 'ann');
    await rawClient(url, `?id=${token}&access_token=ann`);
    expect((await post(url, token, 'ann', 'x')).status).toBe(404);
  });

  it('refuses WebSockets of other origins, except listed ones', async () => {
    const { url, port } = await startHub({ allowedOrigins: ['https://portal.example'] });
    const query = '?access_token=ann';
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port + 1}`]) {
      await expect(rawClient(url, query, { origin })).rejects.toThrow('403');
    }
    for (const origin of ['https://portal.example', `https://127.0.0.1:${port}`]) {
      await rawClient(url, query, { origin });
    }
  });

  it('answers 503 while the process is full', async () => {
    const { url } = await startHub({ limits: { maxConnectionsPerProcess: 1 } });
    const token = await negotiate(url, 'ann');
    const raw = await rawClient(url, `?id=${token}&access_token=ann`);
    await expect(negotiate(url, 'bob')).rejects.toThrow('503');
    await expect(rawClient(url, '?access_token=bob')).rejects.toThrow('503');
    raw.socket.close();
    await vi.waitFor(() => negotiate(url, 'bob'), soon);
  });

  it('keeps tickets and connection tokens out of the log', async () => {
    const { url, logs, connected } = await startHub();
    await client(url, 'ticket-ann', 'WebSockets').start();
    await client(url, 'ticket-bob', 'ServerSentEvents').start();
    await vi.waitFor(() => expect(connected).toHaveLength(2), soon);
    const token = await negotiate(url, 'ticket-eve');
    await eventStream(url, `${token}x`, 'ticket-eve');
    await fetch(`${url}/other?id=${token}&access_token=ticket-eve`);
    await fetch(`${url}?id=${token}&access_token=ticket-eve`, { method: 'PUT' });
    await expect(rawClient(url, `/other?id=${token}&access_token=ticket-eve`)).rejects.toThrow('404');
    const log = logs.join('');
    expect(log).toContain(`${PATH}?[redacted]`);
    expect(log).not.toContain('ticket-');
    expect(log).not.toContain(token);
  });
});

describe('hub paths', () => {
  it.each([
    ['GET', '/negotiate'],
    ['GET', '/'],
    ['GET', '/other'],
    ['POST', '/other'],
    ['PUT', ''],
    ['DELETE', ''],
  ])('answer 404 to %s %s', async (method, path) => {
    const { url } = await startHub();
    const response = await fetch(url + path, { method, ...bearer('ann') });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['/other', '/', '/negotiate', '?access_token=nobody', '/../../api/user'])(
    'refuse an upgrade to %s and close its socket',
    async (path) => {
      const { url } = await startHub();
      await expect(rawClient(url, path)).rejects.toThrow(/40[14]/u);
    },
  );

  it.each([
    ['GET /api/user', 'websocket'],
    [`GET ${PATH}x`, 'websocket'],
    [`POST ${PATH}`, 'websocket'],
    [`GET ${PATH}`, 'h2c'],
  ])('answer an upgrade %s to %s with 404 and close it', async (start, protocol) => {
    const { port } = await startHub();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.write(`${start} HTTP/1.1\r\nHost: hub\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
    await vi.waitFor(() => expect(socket.closed).toBe(true), soon);
    expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/u);
  });

  it('answer a malformed WebSocket request with 400 and close it', async () => {
    const { port } = await startHub();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    const headers = 'Host: hub\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer ann';
    socket.write(`GET ${PATH} HTTP/1.1\r\n${headers}\r\n\r\n`);
    await vi.waitFor(() => expect(socket.closed).toBe(true), soon);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/u);
  });
});
