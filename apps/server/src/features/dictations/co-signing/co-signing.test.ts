import { dictationCoSign, dictationSendBack } from '@portal/contract/co-signing';
import { dictationExportText, dictationPrint } from '@portal/contract/dictation-print';
import {
  dictationAddendum,
  dictationCreate,
  dictationGet,
  dictationList,
  dictationSign,
} from '@portal/contract/dictations';
import { myWork, waitingCounts } from '@portal/contract/my-work';
import { notificationList } from '@portal/contract/notifications';
import { userDeactivate } from '@portal/contract/users';
import type { CoSignatureState } from '@portal/domain/dictation/co-signature';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDictationDesk, NOTE_CONTENT, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { makeTemplate } from '#test/template-factories.ts';
import { verifySignatures } from '../signing/verify-signatures.ts';

const REASON = 'The level is missing in the plan.';

describe('co-signatures', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let assistant: SignedInUser;
  let desk: DictationDesk;
  let author: SignedInUser;
  let supervisor: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'SuperAdmin');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    desk = await makeDictationDesk(portal);
  });
  beforeEach(async () => {
    // What waits for any physician is shown to all.
    await portal.owner.query(
      'update dictations set is_active = false, deactivated_at = now() where is_active',
    );
    author = await signedInAs(portal, 'ProviderMidLevel');
    supervisor = await signedInAs(portal, 'ProviderPhysician');
    await supervise(author, supervisor);
  });
  afterAll(() => portal.close());

  const supervise = (of: SignedInUser, by: SignedInUser | null) =>
    portal.owner.query('update users set supervisor_id = $2 where id = $1', [of.id, by?.id ?? null]);
  /** Writes and signs a note; its version is 2. */
  async function signNote(user = author, templateId = desk.templateId): Promise<string> {
    const body = noteBody({ ...desk, templateId }, { status: 'Completed' });
    const { id } = await portal.succeed(dictationCreate, { body }, user);
    await portal.succeed(dictationSign, { params: { id }, body: { version: 1 } }, user);
    return id;
  }
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);
  const coSign = (id: string, version = 2, user = supervisor) =>
    portal.call(dictationCoSign, { params: { id }, body: { version } }, user);
  const sendBack = (id: string, version = 2, user = supervisor) =>
    portal.call(dictationSendBack, { params: { id }, body: { reason: REASON, version } }, user);
  const add = (id: string, user = author) =>
    portal.succeed(dictationAddendum, { params: { id }, body: { text: 'Level L4-L5.' } }, user);
  const notices = async (user: SignedInUser) =>
    (await portal.succeed(notificationList, { query: {} }, user)).data.map(
      ({ kind, entityId }) => `${kind} ${entityId}`,
    );
  const waiting = async (user: SignedInUser) =>
    (await portal.succeed(myWork, {}, user)).coSignatures?.rows.map(({ id }) => id) ?? [];
  const listed = async (query: { coSignature: CoSignatureState; supervisorId?: string }) =>
    (await portal.succeed(dictationList, { query: { ...query, pageSize: '100' } }, admin)).data.map(
      ({ id }) => id,
    );
  const lastAudit = async (id: string, action: string) =>
    (await auditOf(portal, 'Dictation', id)).findLast((entry) => entry.action === action);

  describe('are asked for', () => {
    it('from the supervisor, when a provider who has one signs', async () => {
      const id = await signNote();
      expect(await read(id)).toMatchObject({
        status: 'Signed',
        version: 2,
        coSignature: {
          state: 'Awaiting',
          supervisor: { id: supervisor.id },
          requestedAt: portal.clock.now().toISOString(),
          returned: null,
          signature: null,
        },
      });
      expect(
        (await auditOf(portal, 'Dictation', id)).find(({ action }) => action === 'Signed'),
      ).toMatchObject({
        new_values: { status: 'Signed', coSignature: 'Awaiting', supervisorId: supervisor.id },
      });
      expect(await notices(supervisor)).toContain(`CoSignatureRequested ${id}`);
      expect(await waiting(supervisor)).toEqual([id]);
      expect(await portal.succeed(waitingCounts, {}, supervisor)).toMatchObject({ coSignatures: 1 });
      expect(await listed({ coSignature: 'Awaiting', supervisorId: supervisor.id })).toContain(id);
    });

    it.each([
      ['nobody', false, 'ProviderMidLevel', false],
      ['a mid-level provider and a template that needs one', true, 'ProviderMidLevel', true],
      ['a physician and a template that needs one', true, 'ProviderPhysician', false],
    ] as const)('with %s, without a supervisor: %s', async (_who, needsCoSignature, role, isAsked) => {
      const signer = await signedInAs(portal, role);
      const physician = await signedInAs(portal, 'ProviderPhysician');
      const id = await signNote(
        signer,
        await makeTemplate(portal, { needsCoSignature, content: NOTE_CONTENT }),
      );
      const { coSignature } = await read(id);
      expect(coSignature?.state).toBe(isAsked ? 'Awaiting' : undefined);
      expect(coSignature?.supervisor ?? null).toBeNull();
      // Any physician is asked.
      expect((await waiting(physician)).includes(id)).toBe(isAsked);
      const { rows } = await portal.owner.query<{ description: string }>(
        `select description from activities where entity_id = $1 and description like '%co-signature'`,
        [id],
      );
      expect(rows.map(({ description }) => description)).toEqual(
        isAsked ? ['A dictation awaits a physician’s co-signature'] : [],
      );
    });

    it.each([
      'update users set is_active = false where id = $1',
      'delete from user_roles where user_id = $1',
    ])('from any physician if the supervisor is one no longer (%s)', async (leave) => {
      await portal.owner.query(leave, [supervisor.id]);
      const id = await signNote();
      expect((await read(id)).coSignature).toMatchObject({ state: 'Awaiting', supervisor: null });
    });

    it('from another physician, never from the signer', async () => {
      const physician = await signedInAs(portal, 'ProviderPhysician');
      await supervise(physician, supervisor);
      await portal.owner.query('update users set is_active = false where id = $1', [supervisor.id]);
      const id = await signNote(physician);
      expect((await read(id)).coSignature).toMatchObject({ state: 'Awaiting', supervisor: null });
      expect(await waiting(physician)).not.toContain(id);
      expect(await coSign(id, 2, physician)).toMatchObject({ status: 403 });
    });
  });

  describe('co-signing', () => {
    it('adds name, title, time and a hash over the first signature, and changes nothing else', async () => {
      const id = await signNote();
      const before = await read(id);
      portal.clock.advance({ minutes: 5 });
      const answer = await coSign(id);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status: 'Signed',
          signature: before.signature,
          printed: before.printed,
          coSignature: {
            state: 'CoSigned',
            signature: {
              userId: supervisor.id,
              name: supervisor.name,
              title: 'MD',
              signedAt: portal.clock.now().toISOString(),
              contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
              addendumCount: 0,
            },
          },
        },
      });
      expect(await lastAudit(id, 'Signed')).toMatchObject({
        user_id: supervisor.id,
        patient_id: desk.patientId,
        new_values: { coSignature: 'CoSigned' },
      });
      expect(await waiting(supervisor)).toEqual([]);
      expect(await notices(supervisor)).not.toContain(`CoSignatureRequested ${id}`);
      expect(await listed({ coSignature: 'CoSigned' })).toContain(id);
      // Repeating the call changes nothing.
      const again = await coSign(id);
      expect(again).toMatchObject({ status: 200 });
      expect(
        (await auditOf(portal, 'Dictation', id)).filter(({ action }) => action === 'Signed'),
      ).toHaveLength(2);
    });

    it('may be done by another physician than the one who is asked', async () => {
      const id = await signNote();
      const other = await signedInAs(portal, 'ProviderPhysician');
      expect(await coSign(id, 2, other)).toMatchObject({
        status: 200,
        body: { coSignature: { signature: { name: other.name }, supervisor: { id: supervisor.id } } },
      });
    });

    it('is refused for the provider, mid-level providers and SuperAdmins', async () => {
      const id = await signNote();
      const midLevel = await signedInAs(portal, 'ProviderMidLevel');
      for (const user of [author, midLevel, admin, assistant])
        expect(await coSign(id, 2, user)).toMatchObject({ status: 403 });
      for (const user of [author, midLevel, admin, assistant])
        expect(await sendBack(id, 2, user)).toMatchObject({ status: 403 });
      expect((await read(id)).coSignature).toMatchObject({ state: 'Awaiting' });
    });

    it('is refused if an addendum came in between, and if there is nothing to co-sign', async () => {
      const id = await signNote();
      await add(id);
      expect(await coSign(id)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { version: 3 } },
      });
      expect(await coSign(id, 3)).toMatchObject({ status: 200 });
      const other = await signedInAs(portal, 'ProviderPhysician');
      expect(await coSign(id, 4, other)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      expect(await sendBack(id, 4, other)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      await supervise(author, null);
      const plain = await signNote();
      expect(await coSign(plain)).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', message: 'This dictation needs no co-signature.' },
      });
      const { id: open } = await portal.succeed(dictationCreate, { body: noteBody(desk) }, author);
      expect(await coSign(open, 1)).toMatchObject({
        status: 409,
        error: { message: 'This dictation is not signed.' },
      });
      expect(await coSign('00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    });

    it('is checked together with signatures: a changed co-signature or addendum is found', async () => {
      const id = await signNote();
      await add(id);
      await coSign(id, 3);
      // Later addenda are not part of it.
      await add(id);
      expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [] });
      await portal.owner.query('alter table co_signatures disable trigger user');
      await portal.owner.query(`update co_signatures set signer_name = 'Forged' where dictation_id = $1`, [
        id,
      ]);
      expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [id] });
      await portal.owner.query('update co_signatures set signer_name = $2 where dictation_id = $1', [
        id,
        supervisor.name,
      ]);
      await portal.owner.query('alter table co_signatures enable trigger user');
      expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [] });
    });

    it('cannot be changed or deleted in the database', async () => {
      const id = await signNote();
      await coSign(id);
      const run = (text: string) => portal.owner.query(text, [id]);
      await expect(run(`update co_signatures set signer_name = 'x' where dictation_id = $1`)).rejects.toThrow(
        'a co-signature does not change',
      );
      await expect(run('delete from co_signatures where dictation_id = $1')).rejects.toThrow(
        'a co-signature is never deleted',
      );
      await expect(portal.owner.query('truncate co_signatures')).rejects.toThrow(
        'dictations are not emptied',
      );
      const { id: open } = await portal.succeed(dictationCreate, { body: noteBody(desk) }, author);
      await expect(
        portal.owner.query('insert into co_signatures (dictation_id, requested_at) values ($1, now())', [
          open,
        ]),
      ).rejects.toThrow('only a signed dictation is co-signed');
    });
  });

  describe('sending back', () => {
    it('asks the provider for an addendum with a reason; their addendum makes it wait again', async () => {
      const id = await signNote();
      expect(await sendBack(id)).toMatchObject({
        status: 200,
        body: {
          version: 3,
          coSignature: {
            state: 'Returned',
            returned: {
              reason: REASON,
              byUser: { id: supervisor.id },
              returnedAt: portal.clock.now().toISOString(),
            },
          },
        },
      });
      expect(await lastAudit(id, 'Updated')).toMatchObject({
        reason: REASON,
        patient_id: desk.patientId,
        new_values: { coSignature: 'Returned' },
      });
      expect(await notices(author)).toContain(`CoSignatureReturned ${id}`);
      expect(await waiting(supervisor)).toEqual([]);
      const work = await portal.succeed(myWork, {}, author);
      expect(work.sentBack?.rows.map((row) => row.id)).toEqual([id]);
      expect(await listed({ coSignature: 'Returned' })).toContain(id);
      expect(await sendBack(id, 3)).toMatchObject({
        status: 409,
        error: { message: 'This dictation was already sent back.' },
      });

      // Only a provider answers.
      await add(id, assistant);
      expect((await read(id)).coSignature?.state).toBe('Returned');
      await add(id);
      const { coSignature, version } = await read(id);
      expect(coSignature).toMatchObject({ state: 'Awaiting', returned: { reason: REASON } });
      expect(await notices(author)).not.toContain(`CoSignatureReturned ${id}`);
      expect(await notices(supervisor)).toContain(`CoSignatureRequested ${id}`);
      expect(await waiting(supervisor)).toEqual([id]);
      expect(await coSign(id, version)).toMatchObject({
        status: 200,
        body: { coSignature: { signature: { addendumCount: 2 } } },
      });
    });

    it('by another physician makes that one the one who is asked', async () => {
      const id = await signNote();
      const other = await signedInAs(portal, 'ProviderPhysician');
      await sendBack(id, 2, other);
      await add(id);
      expect(await waiting(supervisor)).toEqual([]);
      expect(await waiting(other)).toEqual([id]);
    });

    it('can be taken back by co-signing, and needs a reason', async () => {
      const id = await signNote();
      const answer = await portal.call(
        dictationSendBack,
        { params: { id }, body: { reason: 'short', version: 2 } },
        supervisor,
      );
      expect(answer).toMatchObject({ status: 400, error: { errors: { reason: expect.any(Array) } } });
      await sendBack(id);
      expect(await coSign(id, 3)).toMatchObject({ status: 200 });
    });
  });

  it('of a supervisor who is deactivated are reassigned, but not to the provider', async () => {
    const id = await signNote();
    const next = await signedInAs(portal, 'ProviderPhysician');
    await portal.succeed(
      userDeactivate,
      { params: { id: supervisor.id }, query: { reassignTo: next.id } },
      admin,
    );
    expect((await read(id)).coSignature).toMatchObject({ state: 'Awaiting', supervisor: { id: next.id } });
    expect(await notices(next)).toContain(`CoSignatureRequested ${id}`);
    expect(await lastAudit(id, 'Updated')).toMatchObject({
      patient_id: desk.patientId,
      old_values: { supervisorId: supervisor.id },
      new_values: { supervisorId: next.id },
    });
    expect(await waiting(next)).toEqual([id]);
    const physician = await signedInAs(portal, 'ProviderPhysician');
    await supervise(physician, next);
    const own = await signNote(physician);
    await portal.succeed(
      userDeactivate,
      { params: { id: next.id }, query: { reassignTo: physician.id } },
      admin,
    );
    expect((await read(own)).coSignature?.supervisor?.id).toBe(next.id);
    expect((await read(id)).coSignature?.supervisor?.id).toBe(physician.id);
  });

  it('print below the signature in PDF and text', async () => {
    const id = await signNote();
    const text = async () =>
      (await portal.succeed(dictationExportText, { params: { id } }, admin)).blob.text();
    expect(await text()).toContain(`\nAwaits co-signature of ${supervisor.name}\n`);
    await coSign(id);
    expect(await text()).toMatch(
      new RegExp(
        `Electronically signed by ${author.name}, MD on .+\nElectronically co-signed by ${supervisor.name}, MD on .+`,
      ),
    );
    const { blob } = await portal.succeed(dictationPrint, { params: { id } }, admin);
    const pages = (await pdfPages(Buffer.from(await blob.arrayBuffer()))).join(' ');
    expect(pages).toContain(`Electronically signed by ${author.name}, MD`);
    expect(pages).toContain(`Electronically co-signed by ${supervisor.name}, MD`);
  });
});
