import { expect, it, vi } from 'vitest';
import type { RelayedPost } from './relay.ts';
import { HANDSHAKE, eventStream, negotiate, post, soon, startHub, type TestHub } from './test/hub-server.ts';

const handshake = `${JSON.stringify(HANDSHAKE)}\u001e`;

/** Two hubs like two processes, with what they relayed. */
async function twoHubs() {
  const hubs: TestHub[] = [];
  const relayed: RelayedPost[] = [];
  const relay = async (message: RelayedPost) => {
    relayed.push(message);
    for (const { hub } of hubs) hub.deliver(message);
  };
  hubs.push(await startHub({ relay }), await startHub({ relay }));
  const [one, other] = hubs;
  if (!one || !other) throw new Error('unreachable');
  return { one, other, relayed };
}

it('an event stream negotiated with one process opens at another, and its POSTs go to either', async () => {
  const { one, other, relayed } = await twoHubs();
  const token = await negotiate(one.url, 'ann');
  const stream = await eventStream(other.url, token, 'ann');
  expect((await post(one.url, token, 'ann', handshake)).status).toBe(200);
  await vi.waitFor(() => expect(other.connected).toHaveLength(1), soon);
  expect(relayed).toEqual([{ connectionId: other.connected[0]?.id, text: handshake }]);
  expect((await post(other.url, token, 'ann', '{"type":6}\u001e')).status).toBe(200);
  expect(relayed).toHaveLength(1);
  expect((await post(one.url, token, 'ann', '{"type":7}\u001e')).status).toBe(200);
  expect(await stream.text()).toBe(':\n\ndata: {}\u001e\n\n');
  expect(other.ended).toEqual(['left']);
  expect(one.connected).toEqual([]);
});

it('a POST of another user is not relayed', async () => {
  const { one, other, relayed } = await twoHubs();
  const token = await negotiate(one.url, 'ann');
  await eventStream(other.url, token, 'ann');
  expect((await post(one.url, token, 'bob', handshake)).status).toBe(404);
  expect((await post(one.url, 'unknown', 'ann', handshake)).status).toBe(404);
  expect((await post(one.url, token, 'nobody', handshake)).status).toBe(401);
  expect(relayed).toEqual([]);
});

it.each([
  ['for a notification', 8_000, 200, 'The message is too large.'],
  ['for any message', 1_000_000, 413, 'The message could not be read.'],
])('a POST that is too large %s ends the stream of the other process', async (_, length, status, error) => {
  const { one, other } = await twoHubs();
  const token = await negotiate(one.url, 'ann');
  const stream = await eventStream(other.url, token, 'ann');
  expect((await post(one.url, token, 'ann', handshake)).status).toBe(200);
  expect((await post(one.url, token, 'ann', 'x'.repeat(length))).status).toBe(status);
  expect(await stream.text()).toBe(
    `:\n\ndata: {}\u001e\n\ndata: ${JSON.stringify({ type: 7, error })}\u001e\n\n`,
  );
  expect(other.ended).toEqual(['protocol']);
});

it('ignores relayed messages that are not for one of its event streams', async () => {
  const { one } = await twoHubs();
  const token = await negotiate(one.url, 'ann');
  await eventStream(one.url, token, 'ann');
  one.hub.deliver({ connectionId: 'unknown', text: handshake });
  one.hub.deliver({ connectionId: token.slice(0, 22) });
  expect((await post(one.url, token, 'ann', handshake)).status).toBe(200);
  await vi.waitFor(() => expect(one.connected).toHaveLength(1), soon);
});
