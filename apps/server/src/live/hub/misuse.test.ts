import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { PING } from './protocol.ts';
import {
  HANDSHAKE,
  PATH,
  eventStream,
  negotiate,
  post,
  rawClient,
  soon,
  startHub,
  stopTimers,
} from './test/hub-server.ts';

describe('client messages', () => {
  it.each([
    ['nonsense', 'nonsense\u001e', 'The message is not valid JSON.'],
    ['an unfinished message', '{"type":6}', 'The message is incomplete.'],
    ['a message without type', '{}\u001e', 'The message has no type.'],
    ['a long message', `{"type":6,"x":"${'x'.repeat(40_000)}"}\u001e`, 'The message is too large.'],
    ['a binary frame', PING.frame, 'Binary messages are not supported.'],
  ])('end the connection with an error: %s', async (_, message, error) => {
    const { url, connected, ended } = await startHub();
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    raw.socket.send(message);
    await vi.waitFor(() => expect(raw.socket.readyState).toBe(raw.socket.CLOSED), soon);
    expect(raw.messages).toEqual(['{}', JSON.stringify({ type: 7, error })]);
    expect(ended).toEqual(['protocol']);
  });

  it('are not read beyond the maximum frame size', async () => {
    const { url, connected, ended } = await startHub();
    const raw = await rawClient(url, '?access_token=ann');
    const closed = vi.fn<(code: number) => void>();
    raw.socket.on('close', closed);
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    raw.send('x'.repeat(1_000_000));
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), soon);
    expect(closed.mock.calls[0]?.[0]).toBe(1009);
    expect(ended).toEqual(['protocol']);
  });

  it.each([
    [
      'another protocol',
      { protocol: 'messagepack', version: 1 },
      "The protocol 'messagepack' is not supported.",
    ],
    [
      'another version',
      { protocol: 'json', version: 2 },
      "The server does not support version 2 of the 'json' protocol.",
    ],
    ['no handshake', { type: 6 }, 'The handshake request is malformed.'],
  ])('fail the handshake with %s', async (_, handshake, error) => {
    const { url, connected } = await startHub();
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(handshake, { type: 1, invocationId: '1', target: 'X', arguments: [] });
    await vi.waitFor(() => expect(raw.socket.readyState).toBe(raw.socket.CLOSED), soon);
    expect(raw.messages).toEqual([JSON.stringify({ error })]);
    expect(connected).toEqual([]);
  });

  it('are read when combined with the handshake', async () => {
    const { url } = await startHub();
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(
      HANDSHAKE,
      { type: 6 },
      { type: 99 },
      { type: 1, invocationId: '1', target: 'X', arguments: [] },
    );
    await vi.waitFor(() => expect(raw.messages).toHaveLength(2), soon);
    expect(raw.messages[1]).toBe('{"type":3,"invocationId":"1","error":"Unknown method"}');
  });

  it('must start with a handshake, or the connection is closed', async () => {
    stopTimers();
    const { url } = await startHub();
    const raw = await rawClient(url, '?access_token=ann');
    await vi.advanceTimersByTimeAsync(DEFAULT_LIMITS.handshakeTimeoutMs);
    await vi.waitFor(() => expect(raw.socket.readyState).toBe(raw.socket.CLOSED), soon);
    expect(raw.messages).toEqual(['{"error":"The handshake timed out."}']);
  });

  it('must keep coming, or the connection is closed and may reconnect', async () => {
    stopTimers();
    const { url, connected, ended } = await startHub({ limits: { keepAliveMs: 60_000 } });
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    await vi.advanceTimersByTimeAsync(DEFAULT_LIMITS.clientTimeoutMs);
    expect(ended).toEqual(['silent']);
    await vi.waitFor(() => expect(raw.messages).toHaveLength(2), soon);
    expect(raw.messages[1]).toBe(
      '{"type":7,"error":"The client was silent for too long.","allowReconnect":true}',
    );
  });

  it('end their event stream when a POST is too large', async () => {
    const { url, ended } = await startHub();
    const token = await negotiate(url, 'ann');
    const stream = await eventStream(url, token, 'ann');
    expect((await post(url, token, 'ann', `${JSON.stringify(HANDSHAKE)}\u001e`)).status).toBe(200);
    expect((await post(url, token, 'ann', 'x'.repeat(1_000_000))).status).toBe(413);
    expect(await stream.text()).toBe(
      ':\n\ndata: {}\u001e\n\ndata: {"type":7,"error":"The message could not be read."}\u001e\n\n',
    );
    expect(ended).toEqual(['protocol']);
    await vi.waitFor(async () => expect((await post(url, token, 'ann', 'x')).status).toBe(404), soon);
  });
});

describe('slow and dead clients', () => {
  it('drop a WebSocket that does not read', async () => {
    const { hub, url, connected, ended } = await startHub({ limits: { maxBufferedBytes: 64 * 1024 } });
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    raw.socket.pause();
    const payload = 'x'.repeat(256 * 1024);
    await vi.waitFor(() => expect(hub.broadcast('ReceiveActivity', [payload])).toBe(0), {
      ...soon,
      interval: 1,
    });
    expect(ended).toEqual(['slow']);
  });

  it('drop an event stream that does not read', async () => {
    const { hub, url, port, ended } = await startHub({ limits: { maxBufferedBytes: 64 * 1024 } });
    const token = await negotiate(url, 'ann');
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.write(`GET ${PATH}?id=${token}&access_token=ann HTTP/1.1\r\nHost: hub\r\n\r\n`);
    socket.pause();
    const shake = () => post(url, token, 'ann', `${JSON.stringify(HANDSHAKE)}\u001e`);
    await vi.waitFor(async () => expect((await shake()).status).toBe(200), soon);
    const payload = 'x'.repeat(256 * 1024);
    await vi.waitFor(() => expect(hub.broadcast('ReceiveActivity', [payload])).toBe(0), {
      ...soon,
      interval: 1,
    });
    expect(ended).toEqual(['slow']);
  });

  it('do not delay app.close() when they do not disconnect', async () => {
    const { app, url, asked, ended } = await startHub({ limits: { closeGraceMs: 50 } });
    const raw = await rawClient(url, '?access_token=ann');
    raw.send(HANDSHAKE);
    await vi.waitFor(() => expect(raw.messages).toHaveLength(1), soon);
    raw.socket.pause();
    const waiting = rawClient(url, '?access_token=waiting').catch((error: unknown) => error);
    await vi.waitFor(() => expect(asked).toContain('waiting'), soon);
    await app.close();
    expect(await waiting).toMatchObject({ message: 'socket hang up' });
    expect(ended).toEqual(['closed']);
  });
});
