import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { client, soon, startHub, stopTimers, type TransportName } from './test/hub-server.ts';

const TRANSPORTS: TransportName[] = ['WebSockets', 'ServerSentEvents'];
/** Enough reconnect attempts for a slow machine. */
const DELAYS = [0, ...Array.from({ length: 100 }, () => 50)];

describe.each(TRANSPORTS)("Microsoft's client over %s", (transport) => {
  it('receives ReceiveActivity, both broadcast and addressed', async () => {
    const { hub, url, connected } = await startHub();
    const ann = client(url, 'ann', transport);
    const received: unknown[][] = [];
    ann.on('ReceiveActivity', (...args: unknown[]) => received.push(args));
    await ann.start();
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    expect(connected[0]).toMatchObject({ id: ann.connectionId, principal: { name: 'ann' } });
    expect(hub.broadcast('ReceiveActivity', [{ text: 'zwei\nZeilen \u2028 £ 🩺' }])).toBe(1);
    connected[0]?.send('ReceiveActivity', [1, null]);
    await vi.waitFor(() => expect(received).toHaveLength(2), soon);
    expect(received).toEqual([[{ text: 'zwei\nZeilen \u2028 £ 🩺' }], [1, null]]);
  });

  it('is refused without a token and with a wrong one', async () => {
    const { hub, url } = await startHub();
    for (const name of [undefined, 'nobody']) {
      await expect(client(url, name, transport).start()).rejects.toThrow("Status code '401'");
    }
    expect([...hub.connections()]).toEqual([]);
  });

  it('receives only what it may see', async () => {
    const { hub, url } = await startHub();
    const ann = client(url, 'ann', transport);
    const bob = client(url, 'bob', transport);
    const seen: string[] = [];
    ann.on('ReceiveActivity', (text: string) => seen.push(`ann ${text}`));
    bob.on('ReceiveActivity', (text: string) => seen.push(`bob ${text}`));
    await Promise.all([ann.start(), bob.start()]);
    await vi.waitFor(() => expect([...hub.connections()]).toHaveLength(2), soon);
    expect(hub.broadcast('ReceiveActivity', ['first'], ({ name }) => name === 'bob')).toBe(1);
    hub.broadcast('ReceiveActivity', ['second']);
    await vi.waitFor(() => expect(seen).toHaveLength(3), soon);
    expect(seen.toSorted()).toEqual(['ann second', 'bob first', 'bob second']);
  });

  it('reconnects after a Close that allows it', async () => {
    const { hub, url, connected } = await startHub();
    const ann = client(url, 'ann', transport, DELAYS);
    const received = vi.fn<(text: string) => void>();
    ann.on('ReceiveActivity', received);
    await ann.start();
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    connected[0]?.close(undefined, true);
    await vi.waitFor(() => expect(connected).toHaveLength(2), soon);
    expect(connected[1]?.id).not.toBe(connected[0]?.id);
    await vi.waitFor(() => expect(ann.state).toBe(HubConnectionState.Connected), soon);
    expect(hub.broadcast('ReceiveActivity', ['again'])).toBe(1);
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith('again'), soon);
  });

  it('reconnects after the server restarts', async () => {
    const first = await startHub();
    const ann = client(first.url, 'ann', transport, DELAYS);
    await ann.start();
    await first.app.close();
    await vi.waitFor(() => expect(ann.state).toBe(HubConnectionState.Reconnecting), soon);
    const second = await startHub({ port: first.port });
    await vi.waitFor(() => expect(second.connected).toHaveLength(1), soon);
    await vi.waitFor(() => expect(ann.state).toBe(HubConnectionState.Connected), soon);
  });

  it('receives the reason for the close and stays closed', async () => {
    const { url, connected, ended } = await startHub();
    const ann = client(url, 'ann', transport, DELAYS);
    const closed = vi.fn<(error?: Error) => void>();
    ann.onclose(closed);
    await ann.start();
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    connected[0]?.close('Your permissions changed.');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), soon);
    expect(closed.mock.calls[0]?.[0]?.message).toContain('Your permissions changed.');
    expect(ann.state).toBe(HubConnectionState.Disconnected);
    expect(ended).toEqual(['closed']);
  });

  it('is closed without an error when no reason is given', async () => {
    const { url, connected } = await startHub();
    const ann = client(url, 'ann', transport);
    const closed = vi.fn<(error?: Error) => void>();
    ann.onclose(closed);
    await ann.start();
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    connected[0]?.close();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledExactlyOnceWith(undefined), soon);
  });

  it('keeps a quiet connection open with pings in both directions', async () => {
    stopTimers();
    const { hub, url, connected, received } = await startHub({ limits: { keepAliveMs: 5_000 } });
    let heard = 0;
    const logger = {
      log: (_level: LogLevel, message: string) => void (heard += Number(message.includes('data received'))),
    };
    const ann = client(url, 'ann', transport, undefined, logger);
    ann.keepAliveIntervalInMilliseconds = 5_000;
    await ann.start();
    await vi.waitFor(() => expect(connected).toHaveLength(1), soon);
    // More than twice the silence that either side tolerates.
    for (let passed = 0; passed < 70_000; passed += 5_000) {
      const before = { heard, received: received() };
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(() => expect(heard).toBeGreaterThan(before.heard), soon);
      await vi.waitFor(() => expect(received()).toBeGreaterThan(before.received), soon);
    }
    expect(ann.state).toBe(HubConnectionState.Connected);
    expect([...hub.connections()]).toEqual(connected);
  });

  it('disconnects from a server that does not ping', async () => {
    stopTimers();
    const { url, ended } = await startHub({ limits: { keepAliveMs: 60_000, clientTimeoutMs: 60_000 } });
    const ann = client(url, 'ann', transport);
    await ann.start();
    await vi.advanceTimersByTimeAsync(ann.serverTimeoutInMilliseconds);
    await vi.waitFor(() => expect(ended).toEqual(['left']), soon);
  });

  it('gets "Unknown method" for a call, unless it expects no answer', async () => {
    const { hub, url, connected } = await startHub();
    const ann = client(url, 'ann', transport);
    await ann.start();
    await ann.send('Delete', 1);
    await expect(ann.invoke('Delete', 1)).rejects.toThrow('Unknown method');
    const failed = vi.fn<(error: Error) => void>();
    ann
      .stream('Watch')
      .subscribe({ next: failed, complete: () => failed(new Error('completed')), error: failed });
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), soon);
    expect(failed.mock.calls[0]?.[0].message).toBe('Unknown method');
    expect([...hub.connections()]).toEqual(connected);
  });

  it('disconnects when it stops', async () => {
    const { hub, url, ended } = await startHub();
    const ann = client(url, 'ann', transport);
    await ann.start();
    await ann.stop();
    await vi.waitFor(() => expect(ended).toEqual(['left']), soon);
    expect(hub.broadcast('ReceiveActivity', [])).toBe(0);
  });

  it('receives a broadcast together with 99 others', async () => {
    const { hub, url } = await startHub();
    const received = vi.fn<(text: string) => void>();
    const clients = Array.from({ length: 100 }, (_, index) => client(url, `user ${index}`, transport));
    for (const one of clients) one.on('ReceiveActivity', received);
    await Promise.all(clients.map((one) => one.start()));
    await vi.waitFor(() => expect([...hub.connections()]).toHaveLength(100), soon);
    expect(hub.broadcast('ReceiveActivity', ['news'])).toBe(100);
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(100), soon);
  }, 20_000);

  it('reconnects after app.close(), which does not wait', async () => {
    // Timers are stopped: all clients disconnect, so the grace period is not needed.
    stopTimers();
    const { app, url, connected } = await startHub();
    const clients = Array.from({ length: 5 }, (_, index) =>
      client(url, `user ${index}`, transport, [60_000]),
    );
    await Promise.all(clients.map((one) => one.start()));
    await vi.waitFor(() => expect(connected).toHaveLength(5), soon);
    await app.close();
    for (const one of clients) {
      await vi.waitFor(() => expect(one.state).toBe(HubConnectionState.Reconnecting), soon);
    }
  });
});

it('lets a client skip negotiation over WebSockets', async () => {
  const { url, connected } = await startHub();
  const ann = new HubConnectionBuilder()
    .withUrl(url, {
      transport: HttpTransportType.WebSockets,
      skipNegotiation: true,
      accessTokenFactory: () => 'ann',
    })
    .configureLogging(LogLevel.None)
    .build();
  onTestFinished(() => ann.stop());
  await ann.start();
  await vi.waitFor(() => expect(connected[0]?.principal).toEqual({ name: 'ann' }), soon);
});

it('logs a failing callback and keeps the connection', async () => {
  const { hub, url, logs } = await startHub({
    onConnected: () => {
      throw new Error('out of order');
    },
  });
  await client(url, 'ann', 'WebSockets').start();
  await vi.waitFor(() => expect(logs.join('')).toContain('out of order'), soon);
  expect([...hub.connections()]).toHaveLength(1);
});
