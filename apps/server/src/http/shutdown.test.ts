import { officeUpdate } from '@portal/contract/offices';
import { endpointUrl, lockAwaited, portalForTest } from '#test/harness.ts';
import { makeOffice, signedInAs } from '#test/factories.ts';
import { expect, it } from 'vitest';

it('shutdown finishes running requests, accepts no new connections and leaves nothing open', async () => {
  const portal = await portalForTest();
  const origin = await portal.listen();
  const { token } = await signedInAs(portal, 'Admin');
  const id = await makeOffice(portal);
  const hold = await portal.owner.connect();
  await hold.query('begin');
  await hold.query('select from offices where id = $1 for update', [id]);
  const running = fetch(origin + endpointUrl(officeUpdate, { params: { id } }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Saved while closing',
      address: 'a',
      city: 'b',
      state: 'MD',
      zipCode: '21204',
      phone: '4105550123',
    }),
  });
  await lockAwaited(portal);
  const closed = portal.app.close();
  await expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed');
  await hold.query('commit');
  hold.release();
  const answer = await running;
  expect(answer.status).toBe(200);
  // The client would otherwise keep the connection open for its next request.
  expect(answer.headers.get('connection')).toBe('close');
  expect(await answer.json()).toMatchObject({ name: 'Saved while closing', version: 2 });
  await closed;
});
