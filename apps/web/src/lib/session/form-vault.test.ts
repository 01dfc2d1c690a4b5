import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#lib/api/client.ts';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { createFormVault } from './form-vault.ts';

const OWNER = {
  userId: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
};
const KEY_CALL = `GET /auth/sessions/${OWNER.sessionId}/form-key`;
const VALUES = { 'patient form': { firstName: 'Winifred', diagnosis: 'M54.16' } };
const key = (byte: number) => ({ body: { key: btoa(String.fromCharCode(byte).repeat(32)) } });

let server: FakeServer;

/** A new vault, as after a page load: only the storage remains from the previous one. */
function openPage() {
  const call = createClient({ baseUrl: '/api', fetch: server.fetch, token: () => 't', retryDelayMs: 1 });
  return createFormVault(sessionStorage, call);
}
async function lockOnce() {
  const vault = openPage();
  vault.prepare(OWNER);
  await vault.lock(VALUES);
}
const stored = () => JSON.stringify(Object.entries(sessionStorage));

beforeEach(() => {
  sessionStorage.clear();
  server = createFakeServer();
  server.on(KEY_CALL, key(1));
});

describe('values of unsaved forms in the browser', () => {
  it('survive a reload, and cannot be read in the storage', async () => {
    await lockOnce();
    for (const text of ['Winifred', 'M54.16', 'patient form', 'firstName'])
      expect(stored()).not.toContain(text);
    const vault = openPage();
    expect(vault.userId()).toBe(OWNER.userId);
    expect(await vault.unlock()).toEqual(VALUES);
  });

  it('are removed when the server no longer provides the key', async () => {
    await lockOnce();
    server.on(KEY_CALL, { status: 404, body: { message: 'Gone', code: 'NOT_FOUND' } });
    const vault = openPage();
    expect(await vault.unlock()).toBeNull();
    expect(vault.userId()).toBeNull();
  });

  it('are removed when the key is wrong or the data was modified', async () => {
    await lockOnce();
    server.on(KEY_CALL, key(2));
    expect(await openPage().unlock()).toBeNull();
    expect(openPage().userId()).toBeNull();
    server.on(KEY_CALL, key(1));
    await lockOnce();
    sessionStorage.setItem('unsaved', (sessionStorage.getItem('unsaved') ?? '').replace('1111', '3333'));
    expect(await openPage().unlock()).toBeNull();
  });

  it('stay while the server is unreachable', async () => {
    await lockOnce();
    server.on(KEY_CALL, { status: 503, body: '' });
    expect(await openPage().unlock()).toBeNull();
    server.on(KEY_CALL, key(1));
    expect(await openPage().unlock()).toEqual(VALUES);
  });

  it('are not stored without a key, or after the vault was cleared', async () => {
    const vault = openPage();
    await vault.lock(VALUES);
    vault.prepare(OWNER);
    const locking = vault.lock(VALUES);
    vault.clear();
    await locking;
    expect(sessionStorage).toHaveLength(0);
  });

  it('ignore other data in the storage', async () => {
    for (const text of ['{broken', '7', '{"userId":1}']) {
      sessionStorage.setItem('unsaved', text);
      expect(openPage().userId()).toBeNull();
      expect(await openPage().unlock()).toBeNull();
    }
  });
});
