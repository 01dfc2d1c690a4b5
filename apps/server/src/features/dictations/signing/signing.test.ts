import { randomUUID } from 'node:crypto';
import {
  dictationAddendum,
  dictationBatchStatus,
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
} from '@portal/contract/dictations';
import {
  dictationDelete,
  dictationReactivate,
  dictationsBulkDelete,
  managedDictations,
} from '@portal/contract/dictation-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../content-hash.ts';
import { findDictations } from '../dictation-repo.ts';
import { presentDictation } from '../dictation-view.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

describe('signing, addenda, batches and cleanup of dictations', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let colleague: SignedInUser;
  let assistant: SignedInUser;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    colleague = await signedInAs(portal, 'ProviderMidLevel');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    desk = await makeDictationDesk(portal);
    await makeBillingCode(portal, '64483');
  });
  afterAll(() => portal.close());

  const make = (options: Partial<Parameters<typeof makeDictation>[1]> = {}) =>
    makeDictation(portal, { ...desk, providerId: physician.id, status: 'Completed', ...options });
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);
  const sign = (id: string, user = physician, version = 1) =>
    portal.call(dictationSign, { params: { id }, body: { version } }, user);

  const add = (id: string, text: string, user = physician) =>
    portal.call(dictationAddendum, { params: { id }, body: { text, reason: 'Forgot' } }, user);
  const move = (
    dictationIds: string[],
    newStatus: 'Draft' | 'Saved' | 'Completed',
    user: SignedInUser = physician,
  ) => portal.call(dictationBatchStatus, { body: { dictationIds, newStatus } }, user);
  const statuses = async (ids: readonly string[]) => {
    const found = [];
    for (const id of ids) found.push((await read(id)).status);
    return found;
  };
  const remove = (dictationIds: string[], permanent: boolean, user = admin) =>
    portal.call(dictationsBulkDelete, { body: { dictationIds, permanent } }, user);
  const listed = async (includeInactive: boolean) => {
    const query = { includeInactive: includeInactive ? 'true' : 'false', pageSize: '100' } as const;
    return (await portal.succeed(managedDictations, { query }, admin)).data.map(({ id }) => id);
  };

  describe('a no-show', () => {
    it.each(['noshow-patient', 'noshow-provider'] as const)(
      'requires no template fields for %s to save, complete, move, and sign',
      async (billingOption) => {
        const body = (status: 'Draft' | 'Saved' | 'Completed', option: typeof billingOption | 'standard') =>
          noteBody(desk, { status, billingOption: option, formData: {} });
        const made = await portal.succeed(dictationCreate, { body: body('Saved', billingOption) }, physician);
        const { templateId: _template, ...change } = body('Completed', billingOption);
        await portal.succeed(dictationUpdate, { params: { id: made.id }, body: change }, physician);
        for (const status of ['Draft', 'Saved', 'Completed'] as const)
          expect(await move([made.id], status)).toMatchObject({ status: 200 });
        expect(await sign(made.id, physician, 5)).toMatchObject({ status: 200, body: { status: 'Signed' } });
        expect(
          await portal.call(dictationCreate, { body: body('Saved', 'standard') }, physician),
        ).toMatchObject({ status: 400 });
      },
    );
  });

  describe('signing', () => {
    it('stores name, title, time, and a content hash; signing again returns the same', async () => {
      const made = await portal.succeed(
        dictationCreate,
        { body: noteBody(desk, { status: 'Completed', billingCodes: ['64483'] }) },
        physician,
      );
      const signed = await portal.succeed(
        dictationSign,
        { params: { id: made.id }, body: { version: 1 } },
        physician,
      );
      expect(signed).toMatchObject({
        status: 'Signed',
        signedAt: portal.clock.now().toISOString(),
        signature: { name: physician.name, title: 'MD', signedAt: portal.clock.now().toISOString() },
      });
      const [stored] = (await findDictations(portal.deps.db, [made.id])).map((row) => presentDictation(row));
      if (stored === undefined || stored.signature === null) throw new Error('not signed');
      expect(stored.signature.contentHash).toBe(contentHash(stored, stored.signature).toString('hex'));
      const other = contentHash({ ...stored, complications: 'x' }, stored.signature).toString('hex');
      expect(stored.signature.contentHash).not.toBe(other);
      portal.clock.advance({ minutes: 1 });
      expect(await sign(made.id)).toMatchObject({ status: 200, body: { signature: signed.signature } });
      const entries = (await auditOf(portal, 'Dictation', made.id)).filter(
        ({ action }) => action === 'Signed',
      );
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({ patient_id: desk.patientId, user_id: physician.id });
    });

    it('lets a provider sign a dictation saved for review', async () => {
      expect(await sign(await make({ status: 'Saved' }))).toMatchObject({ body: { status: 'Signed' } });
    });

    it('creates one signature when two are sent at once', async () => {
      const id = await make();
      const both = await Promise.all([sign(id), sign(id)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(
        (await auditOf(portal, 'Dictation', id)).filter(({ action }) => action === 'Signed'),
      ).toHaveLength(1);
      expect(await read(id)).toMatchObject({ version: 2 });
    });

    it('400 for empty required fields, with their labels', async () => {
      const id = await make({ formData: { note: 'Nothing else' } });
      expect(await sign(id)).toMatchObject({
        status: 400,
        error: {
          message: 'Please complete the following required fields: Side',
          errors: { 'formData.side': ['Side is required'] },
        },
      });
      expect(await read(id)).toMatchObject({ status: 'Completed', signature: null });
    });

    it('403 for anyone but the dictation’s provider, SuperAdmins included', async () => {
      const id = await make();
      for (const user of [colleague, assistant, admin, superAdmin])
        expect((await sign(id, user)).status).toBe(403);
      const own = await make({ providerId: superAdmin.id });
      expect((await sign(own, superAdmin)).status).toBe(403);
    });

    it('404 and 409 for unknown, inactive, stale and already signed dictations', async () => {
      expect((await sign(randomUUID())).status).toBe(404);
      expect((await sign(await make({ isActive: false }))).status).toBe(404);
      expect(await sign(await make(), physician, 7)).toMatchObject({ error: { code: 'STALE' } });
      expect(await sign(await make({ status: 'Draft' }), physician, 7)).toMatchObject({
        error: { code: 'STALE' },
      });
      expect(await sign(await make({ status: 'Signed' }), colleague)).toMatchObject({
        status: 409,
        error: { message: 'This dictation is already signed.' },
      });
    });
  });

  describe('signed content', () => {
    it('cannot be changed in the database, nor its codes and addenda, even by the owner', async () => {
      const made = await portal.succeed(
        dictationCreate,
        { body: noteBody(desk, { status: 'Completed', billingCodes: ['64483'] }) },
        physician,
      );
      const { id } = made;
      expect((await sign(id)).status).toBe(200);
      await portal.succeed(dictationAddendum, { params: { id }, body: { text: 'More' } }, physician);
      const statements = [
        `update dictations set form_data = '{}' where id = '${id}'`,
        `update dictations set status = 'Draft', signed_at = null, signed_by = null, signer_name = null, signer_title = null,
          content_hash = null where id = '${id}'`,
        `update dictations set signer_name = 'Someone' where id = '${id}'`,
        `update dictations set content_hash = '\\x00' where id = '${id}'`,
        `update dictations set patient_id = (select id from patients where id <> patient_id limit 1) where id = '${id}'`,
        `delete from dictations where id = '${id}'`,
        `update dictation_codes set modifiers = '50' where dictation_id = '${id}'`,
        `delete from dictation_codes where dictation_id = '${id}'`,
        `insert into dictation_codes values ('${id}', 7, 'CPT', '99999', '', '', null)`,
        `update dictation_addenda set text = 'Less' where dictation_id = '${id}'`,
        `delete from dictation_addenda where dictation_id = '${id}'`,
        'truncate dictations cascade',
        'truncate dictation_addenda',
      ];
      const before = await read(id);
      for (const statement of statements)
        await expect(portal.owner.query(statement)).rejects.toThrow(
          /signed dictation|addenda do not change|are not emptied/,
        );
      expect(await read(id)).toEqual(before);
      // Columns outside the signed content can change, such as the patient sort key.
      await portal.owner.query(`update dictations set patient_key = 'x' where id = '${id}'`);
    });

    it('cannot gain a code while it is being signed', async () => {
      const id = await make();
      const client = await portal.owner.connect();
      await client.query('begin');
      await client.query(`insert into dictation_codes values ('${id}', 0, 'CPT', '64483', '', '', null)`);
      const signing = sign(id);
      await client.query('commit');
      client.release();
      const answer = await signing;
      if (!answer.ok) throw new Error('not signed');
      // Whichever came first, the hash matches the stored content.
      const [stored] = (await findDictations(portal.deps.db, [id])).map((row) => presentDictation(row));
      if (stored === undefined || stored.signature === null) throw new Error('not signed');
      expect(stored.signature.contentHash).toBe(contentHash(stored, stored.signature).toString('hex'));
    });
  });

  describe('addenda', () => {
    it('are added to signed dictations by users who may edit, in order, with name and title', async () => {
      const id = await make({ status: 'Signed' });
      const hash = (await read(id)).signature?.contentHash;
      await add(id, 'First\nof two');
      const second = await add(id, 'Second', assistant);
      expect(second).toMatchObject({
        status: 201,
        body: {
          hasAddendums: true,
          addendums: [
            { text: 'First\nof two', reason: 'Forgot', authorTitle: 'MD' },
            { text: 'Second', authorTitle: null },
          ],
        },
      });
      expect((await read(id)).signature?.contentHash).toBe(hash);
      const entries = await auditOf(portal, 'Dictation', id);
      expect(entries.at(-2)).toMatchObject({
        action: 'Modified',
        reason: 'Forgot',
        patient_id: desk.patientId,
      });
    });

    it('409 for an unsigned dictation, 404 for an unknown one, 400 without text or with too much', async () => {
      expect(await add(await make(), 'x')).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      expect((await add(randomUUID(), 'x')).status).toBe(404);
      expect((await add(await make({ status: 'Signed', isActive: false }), 'x')).status).toBe(404);
      const id = await make({ status: 'Signed' });
      expect((await add(id, ' ')).status).toBe(400);
      expect((await add(id, 'x'.repeat(4001))).status).toBe(400);
    });
  });

  describe('batch status', () => {
    it('moves Draft to Saved, Saved to Completed by the provider, and back to Draft', async () => {
      const ids = [await make({ status: 'Draft' }), await make({ status: 'Draft' })];
      expect(await move([...ids, ...ids], 'Saved', assistant)).toMatchObject({
        status: 200,
        body: { updatedCount: 2, message: '2 dictations changed to Saved.' },
      });
      expect(await statuses(ids)).toEqual(['Saved', 'Saved']);
      expect((await move(ids, 'Completed', assistant)).status).toBe(403);
      expect((await move(ids, 'Completed', colleague)).status).toBe(403);
      expect((await move(ids, 'Completed')).status).toBe(200);
      expect((await move(ids, 'Draft', assistant)).status).toBe(200);
      expect(await statuses(ids)).toEqual(['Draft', 'Draft']);
    });

    it('changes nothing when one id is forbidden', async () => {
      const draft = await make({ status: 'Draft' });
      const empty = await make({ status: 'Draft', formData: {} });
      const cases: [string[], 'Draft' | 'Saved' | 'Completed', number][] = [
        [[draft, await make({ status: 'Signed' })], 'Saved', 409],
        [[draft, await make()], 'Saved', 409],
        [[draft], 'Completed', 409],
        [[draft], 'Draft', 409],
        [[draft, empty], 'Saved', 400],
        [[draft, randomUUID()], 'Saved', 404],
        [[draft, await make({ status: 'Draft', isActive: false })], 'Saved', 404],
        [[], 'Saved', 400],
      ];
      for (const [ids, to, status] of cases) expect((await move(ids, to)).status).toBe(status);
      expect(await statuses([draft, empty])).toEqual(['Draft', 'Draft']);
      const signed = await portal.raw({
        method: 'POST',
        url: '/api/dictation/batch/status',
        token: physician.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ dictationIds: [draft], newStatus: 'Signed' }),
      });
      expect(signed.status).toBe(400);
    });
  });

  describe('cleanup', () => {
    it('deactivates and reactivates dictations, including signed ones', async () => {
      const ids = [await make(), await make({ status: 'Signed' })];
      expect(await remove(ids, false)).toMatchObject({
        body: { count: 2, message: '2 dictations were deactivated.' },
      });
      expect(await listed(false)).not.toContain(ids[0]);
      expect(await listed(true)).toEqual(expect.arrayContaining(ids));
      const [first = ''] = ids;
      expect((await remove(ids, false)).status).toBe(409);
      const again = await portal.succeed(dictationReactivate, { params: { id: first } }, superAdmin);
      expect(again).toMatchObject({ id: first, isActive: true });
      expect((await portal.call(dictationReactivate, { params: { id: first } }, admin)).status).toBe(409);
      expect((await auditOf(portal, 'Dictation', first)).map(({ action }) => action)).toEqual([
        'Deleted',
        'Updated',
      ]);
    });

    it('deletes dictations permanently, but never a signed one', async () => {
      const { id } = await portal.succeed(
        dictationCreate,
        { body: noteBody(desk, { billingCodes: ['64483'] }) },
        physician,
      );
      const signed = await make({ status: 'Signed' });
      expect(await remove([id, signed], true)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      expect((await read(id)).id).toBe(id);
      const one = await portal.call(
        dictationDelete,
        { params: { id: signed }, query: { permanent: 'true' } },
        admin,
      );
      expect(one).toMatchObject({
        status: 409,
        error: { message: 'A signed dictation cannot be deleted. You can deactivate it instead.' },
      });
      expect(
        await portal.succeed(dictationDelete, { params: { id }, query: { permanent: 'true' } }, admin),
      ).toMatchObject({
        message: '1 dictation was permanently deleted.',
        count: 1,
        dictations: [{ id, patientName: expect.any(String), templateName: expect.any(String) }],
      });
      const left = await portal.owner.query(
        'select id from dictations where id = $1 union all select dictation_id from dictation_codes where dictation_id = $1',
        [id],
      );
      expect(left.rows).toEqual([]);
      expect((await auditOf(portal, 'Dictation', id)).at(-1)).toMatchObject({
        action: 'Deleted',
        patient_id: desk.patientId,
        new_values: { permanent: true },
      });
    });

    it.each([true, false])(
      'records with a deletion whether the dictation was active (%s)',
      async (isActive) => {
        const id = await make();
        if (!isActive) await remove([id], false);
        expect(await remove([id], true)).toMatchObject({ status: 200 });
        expect((await auditOf(portal, 'Dictation', id)).at(-1)).toMatchObject({
          action: 'Deleted',
          old_values: { isActive },
          new_values: { permanent: true },
        });
      },
    );

    it('404 for an unknown dictation, changing nothing; 400 for an empty list', async () => {
      const id = await make();
      expect((await remove([id, randomUUID()], false)).status).toBe(404);
      expect((await read(id)).isActive).toBe(true);
      expect((await remove([], true)).status).toBe(400);
    });
  });
});
