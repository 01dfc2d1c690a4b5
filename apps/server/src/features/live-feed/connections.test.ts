import { liveTicket } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { makeUser, signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const PATH = '/hubs/activity';
/** Most live connections of one person. */
const MOST = 20;

/** Opens a WebSocket. Returns 101, or the status of the refusal. */
async function open(at: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(at.replace('http', 'ws'), { headers });
  onTestFinished(() => socket.terminate());
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.on('open', () => resolve(101));
  socket.on('unexpected-response', (_request, response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
  });
  socket.on('error', () => undefined);
  return promise;
}
async function stream(at: string, headers: Record<string, string> = {}): Promise<number> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  return (await fetch(at, { signal: abort.signal, headers })).status;
}

describe('live connections', () => {
  let portal: TestPortal;
  let second: TestPortal;
  let url: string;
  let secondUrl: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    second = await openTestPortal({ sameDatabaseAs: portal });
    url = (await portal.listen()) + PATH;
    secondUrl = (await second.listen()) + PATH;
  });
  afterAll(async () => {
    await second.close();
    await portal.close();
  });

  const ticketOf = async (user: Pick<SignedInUser, 'token'>) =>
    (await portal.succeed(liveTicket, {}, user)).ticket;

  const negotiate = async (ticket: string) => {
    const response = await fetch(`${url}/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ticket}` },
    });
    const body: unknown = await response.json();
    return String(Object(body).connectionToken);
  };

  it('need a ticket each, whatever the transport, header or process', async () => {
    const user = await signedInAs(portal, 'Staff');
    const ticket = await ticketOf(user);
    const token = await negotiate(ticket);
    const other = await negotiate(ticket);
    expect(await open(`${url}?id=${token}&access_token=${ticket}`)).toBe(101);
    expect(await open(`${url}?access_token=${ticket}`)).toBe(401);
    expect(await open(`${url}?id=${other}&access_token=${ticket}`)).toBe(401);
    expect(await stream(`${url}?id=${other}&access_token=${ticket}`)).toBe(401);
    expect(await open(url, { authorization: `Bearer ${ticket}` })).toBe(401);
    expect(await stream(`${url}?id=${other}`, { authorization: `Bearer ${ticket}` })).toBe(401);
    expect(await open(`${secondUrl}?access_token=${ticket}`)).toBe(401);
    expect(await open(`${url}?access_token=${await ticketOf(user)}`)).toBe(101);
  });

  it('are opened by one of several that use a ticket at once', async () => {
    const ticket = await ticketOf(await signedInAs(portal, 'Staff'));
    const statuses = await Promise.all(
      [url, secondUrl, url, secondUrl].map((at) => open(`${at}?access_token=${ticket}`)),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([101, 401, 401, 401]);
  });

  it(`are at most ${MOST} per person, in all sessions together`, async () => {
    const { userName } = await makeUser(portal, { roles: ['Staff'] });
    const sessions = [await signIn(portal, userName), await signIn(portal, userName)];
    const statuses: number[] = [];
    for (let count = 0; count <= MOST; count += 1) {
      const token = sessions[count % 2] ?? '';
      statuses.push(await open(`${url}?access_token=${await ticketOf({ token })}`));
    }
    expect(statuses).toEqual([...Array.from({ length: MOST }, () => 101), 429]);
    const colleague = await signedInAs(portal, 'Staff');
    expect(await open(`${url}?access_token=${await ticketOf(colleague)}`)).toBe(101);
  });
});
