import { dictationUpdate, type DictationBody } from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('repeating a dictation update after a lost response', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const make = () => makeDictation(portal, { ...desk, providerId: physician.id });
  /** Sends an update based on version 1. */
  const change = (id: string, more: Partial<DictationBody>, user = physician) => {
    const { templateId: _, ...body } = noteBody(desk, { providerId: physician.id, ...more });
    return portal.call(dictationUpdate, { params: { id }, body: { ...body, version: 1 } }, user);
  };

  it('returns the same result', async () => {
    const id = await make();
    const first = await change(id, { complications: 'Bleeding' });
    portal.clock.advance({ seconds: 1 });
    const second = await change(id, { complications: 'Bleeding' });
    expect(first).toMatchObject({ ok: true, body: { version: 2, complications: 'Bleeding' } });
    expect(second).toMatchObject({ status: 200, body: first.ok ? first.body : {} });
  });

  it('is stale when the body differs', async () => {
    const id = await make();
    await change(id, { complications: 'Bleeding' });
    expect(await change(id, { complications: 'None' })).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { id, version: 2, complications: 'Bleeding' } },
    });
  });

  it('is stale when another user sent the same update', async () => {
    const id = await make();
    const assistant = await signedInAs(portal, 'MedicalAssistant');
    expect((await change(id, { complications: 'Bleeding' }, assistant)).status).toBe(200);
    expect(await change(id, { complications: 'Bleeding' })).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { id, version: 2 } },
    });
  });
});
