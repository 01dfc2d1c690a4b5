import { dictationSessionSave } from '@portal/contract/dictation-session';
import { dictationCreate, dictationGet, dictationSign } from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../content-hash.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

describe('POST /dictation/{id}/sign without a version', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let colleague: SignedInUser;
  let superAdmin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    colleague = await signedInAs(portal, 'ProviderMidLevel');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    desk = await makeDictationDesk(portal);
    await makeBillingCode(portal, '64483');
  });
  afterAll(() => portal.close());

  const make = (options: Partial<Parameters<typeof makeDictation>[1]> = {}) =>
    makeDictation(portal, { ...desk, providerId: physician.id, status: 'Completed', ...options });
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, superAdmin);
  const sign = (id: string, user = physician) => portal.call(dictationSign, { params: { id } }, user);

  it('signs the current version without a body, or with an empty or null JSON body', async () => {
    for (const request of [
      {},
      { headers: { 'content-type': 'application/json' } },
      { headers: { 'content-type': 'application/json' }, payload: '{}' },
      { headers: { 'content-type': 'application/json' }, payload: 'null' },
    ]) {
      const url = `/api/dictation/${await make()}/sign`;
      const answer = await portal.raw({ method: 'POST', url, token: physician.token, ...request });
      expect(answer).toMatchObject({ status: 200, body: { status: 'Signed' } });
    }
  });

  it('signs a draft through Completed, audits both steps, and hashes the content', async () => {
    await portal.succeed(
      dictationSessionSave,
      { body: { providerId: physician.id, locationId: desk.locationId, sessionDate: '2026-11-21' } },
      physician,
    );
    const { locationId: _, ...created } = noteBody(desk, { billingCodes: ['64483'] });
    const draft = await portal.succeed(dictationCreate, { body: created }, physician);
    expect(draft.status).toBe('Draft');
    const signed = await portal.succeed(dictationSign, { params: { id: draft.id } }, physician);
    expect(signed).toMatchObject({ status: 'Signed', version: draft.version + 2 });
    if (signed.signature === null) throw new Error('not signed');
    expect(signed.signature.contentHash).toBe(contentHash(signed, signed.signature).toString('hex'));
    const entries = await auditOf(portal, 'Dictation', draft.id);
    expect(entries.map(({ action, old_values, new_values }) => [action, old_values, new_values])).toEqual([
      ['Created', null, expect.anything()],
      ['Updated', { status: 'Draft' }, { status: 'Completed' }],
      ['Signed', { status: 'Completed' }, { status: 'Signed', contentHash: signed.signature.contentHash }],
    ]);
  });

  it('changes nothing in an incomplete draft', async () => {
    const id = await make({ status: 'Draft', formData: { note: 'Nothing else' } });
    expect(await sign(id)).toMatchObject({
      status: 400,
      error: { errors: { 'formData.side': ['Side is required'] } },
    });
    expect(await read(id)).toMatchObject({ status: 'Draft', version: 1, signature: null });
    expect((await auditOf(portal, 'Dictation', id)).map(({ action }) => action)).toEqual(['Viewed']);
  });

  it('403 for another provider’s draft, and for a SuperAdmin who is its provider', async () => {
    const id = await make({ status: 'Draft' });
    expect(await sign(id, colleague)).toMatchObject({
      status: 403,
      error: { message: 'Only the dictation’s provider can sign it.' },
    });
    const own = await make({ status: 'Draft', providerId: superAdmin.id });
    expect(await sign(own, superAdmin)).toMatchObject({
      status: 403,
      error: { message: 'Only providers can sign dictations.' },
    });
    expect([(await read(id)).status, (await read(own)).status]).toEqual(['Draft', 'Draft']);
  });
});
