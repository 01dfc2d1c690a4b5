import { dictationCoSign, dictationSendBack } from '@portal/contract/co-signing';
import { groupCreate, groupSignAll } from '@portal/contract/dictation-groups';
import { dictationAddendum, dictationCreate, dictationGet, dictationSign } from '@portal/contract/dictations';
import { myWork } from '@portal/contract/my-work';
import { patientDeactivate } from '@portal/contract/patients';
import { userDeactivate } from '@portal/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDictationDesk, NOTE_CONTENT, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { waitForLock } from '#test/locks.ts';
import { makeTemplate } from '#test/template-factories.ts';
import { verifySignatures } from '../signing/verify-signatures.ts';

const REASON = 'The level is missing in the plan.';

/** Calls at once; the statuses in order. */
async function atOnce(count: number, call: (index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('co-signatures', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: DictationDesk;
  let author: SignedInUser;
  let supervisor: SignedInUser;
  let other: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'SuperAdmin');
    other = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
  });
  beforeEach(async () => {
    author = await signedInAs(portal, 'ProviderMidLevel');
    supervisor = await signedInAs(portal, 'ProviderPhysician');
    await supervise(author, supervisor);
  });
  afterAll(() => portal.close());

  const supervise = (of: SignedInUser, by: SignedInUser | null) =>
    portal.owner.query('update users set supervisor_id = $2 where id = $1', [of.id, by?.id ?? null]);
  const write = async (user: SignedInUser, more: Partial<DictationDesk> = {}) =>
    (
      await portal.succeed(
        dictationCreate,
        { body: noteBody({ ...desk, ...more }, { status: 'Completed' }) },
        user,
      )
    ).id;
  const sign = (id: string, user: SignedInUser) =>
    portal.succeed(dictationSign, { params: { id }, body: { version: 1 } }, user);
  /** Writes and signs a note; its version is 2. */
  const signNote = async (user = author, more: Partial<DictationDesk> = {}) =>
    (await sign(await write(user, more), user)).id;
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);
  const coSign = (id: string, version = 2, user = supervisor) =>
    portal.call(dictationCoSign, { params: { id }, body: { version } }, user);
  const sendBack = (id: string, version = 2, user = supervisor) =>
    portal.call(dictationSendBack, { params: { id }, body: { reason: REASON, version } }, user);
  const add = (id: string) =>
    portal.call(dictationAddendum, { params: { id }, body: { text: 'Level L4-L5.' } }, author);
  const deactivate = (user: SignedInUser, reassignTo?: string) =>
    portal.succeed(
      userDeactivate,
      { params: { id: user.id }, query: reassignTo === undefined ? {} : { reassignTo } },
      admin,
    );
  const coSigned = async (id: string) =>
    (await auditOf(portal, 'Dictation', id)).filter(
      ({ new_values: values }) => (values as { coSignature?: string } | null)?.coSignature === 'CoSigned',
    );

  it('are given once, of forty calls of two physicians at once', async () => {
    const id = await signNote();
    const statuses = await atOnce(40, (index) => coSign(id, 2, index % 2 === 0 ? supervisor : other));
    // Who co-signed gets the same answer again.
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(20).fill(409)]);
    expect(await coSigned(id)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ version: 3, coSignature: { state: 'CoSigned' } });
    expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [] });
  });

  it('cover exactly the addenda that were there, with an addendum at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await signNote();
      const [signing, adding] = await Promise.all([coSign(id), add(id)]);
      expect(adding.status).toBe(201);
      const { coSignature, addendums } = await read(id);
      expect(addendums).toHaveLength(1);
      const refused = { status: 409, error: { code: 'STALE' } };
      expect(signing).toMatchObject(signing.ok ? { status: 200 } : refused);
      expect(coSignature?.signature?.addendumCount).toBe(signing.ok ? 0 : undefined);
    }
    expect(await verifySignatures(portal.deps.db)).toMatchObject({ changed: [] });
  });

  it('are given or sent back, with both at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await signNote();
      const [signing, sending] = await Promise.all([coSign(id), sendBack(id, 2, other)]);
      expect([signing.status, sending.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect((await read(id)).coSignature?.state).toBe(signing.ok ? 'CoSigned' : 'Returned');
    }
  });

  it('are reassigned while they are given, without a deadlock', async () => {
    const id = await signNote();
    const hold = await portal.owner.connect();
    await hold.query('begin');
    await hold.query('select from dictations where id = $1 for no key update', [id]);
    const leaving = deactivate(supervisor, other.id);
    await waitForLock(portal);
    // What the holder does next needs the row that reassigning must not have taken yet.
    await hold.query(`update co_signatures set state = 'Awaiting' where dictation_id = $1`, [id]);
    await hold.query('commit');
    hold.release();
    await leaving;
    expect((await read(id)).coSignature?.supervisor?.id).toBe(other.id);
  });

  it('are refused to a supervisor who is deactivated, or no physician any longer', async () => {
    const id = await signNote();
    await portal.owner.query(
      `update user_roles set role_id = (select id from roles where name = 'ProviderMidLevel') where user_id = $1`,
      [supervisor.id],
    );
    expect(await coSign(id)).toMatchObject({ status: 403 });
    expect(await sendBack(id)).toMatchObject({ status: 403 });
    await deactivate(supervisor);
    expect(await coSign(id)).toMatchObject({ status: 401 });
    expect((await read(id)).coSignature?.state).toBe('Awaiting');
    // Somebody can take what waits, and any physician may co-sign it at once.
    const { unassigned = [] } = await portal.succeed(myWork, {}, other);
    expect(unassigned.find(({ kind }) => kind === 'coSignatures')?.rows.map((row) => row.id)).toContain(id);
    expect(await coSign(id, 2, other)).toMatchObject({ status: 200 });
  });

  it('wait for any physician if who sent the note back has left before the addendum', async () => {
    const id = await signNote();
    await sendBack(id);
    await deactivate(supervisor);
    expect(await add(id)).toMatchObject({
      status: 201,
      body: {
        coSignature: { state: 'Awaiting', supervisor: null, returned: { byUser: { id: supervisor.id } } },
      },
    });
    expect((await portal.succeed(myWork, {}, other)).coSignatures?.rows.map((row) => row.id)).toContain(id);
  });

  it('may be those of two physicians who supervise each other, each for the other', async () => {
    await supervise(supervisor, other);
    await supervise(other, supervisor);
    const [one, two] = [await signNote(supervisor), await signNote(other)];
    expect(await coSign(one, 2, supervisor)).toMatchObject({ status: 403 });
    expect(await coSign(two, 2, other)).toMatchObject({ status: 403 });
    expect(await coSign(one, 2, other)).toMatchObject({ status: 200 });
    expect(await coSign(two, 2, supervisor)).toMatchObject({ status: 200 });
    await supervise(other, null);
  });

  it('are never those of the provider, not even of a provider who becomes a physician', async () => {
    const id = await signNote();
    await portal.owner.query(
      `insert into user_roles (user_id, role_id) select $1, id from roles where name = 'ProviderPhysician'`,
      [author.id],
    );
    expect(await coSign(id, 2, author)).toMatchObject({ status: 403 });
  });

  it('are asked for each note of a group that needs one', async () => {
    const plain = await signedInAs(portal, 'ProviderMidLevel');
    const needing = await makeTemplate(portal, { needsCoSignature: true, content: NOTE_CONTENT });
    const ids = [await write(plain), await write(plain, { templateId: needing })];
    const { id } = await portal.succeed(groupCreate, { body: { dictationIds: ids } }, plain);
    expect(await portal.succeed(groupSignAll, { params: { id } }, plain)).toMatchObject({ signedCount: 2 });
    const states = [];
    for (const note of ids) states.push((await read(note)).coSignature?.state ?? null);
    expect(states).toEqual([null, 'Awaiting']);
  });

  it('are decided by signing: a template or a supervisor that needs them later changes no signed note', async () => {
    const plain = await signedInAs(portal, 'ProviderMidLevel');
    const templateId = await makeTemplate(portal, { content: NOTE_CONTENT });
    const [before, open] = [await signNote(plain, { templateId }), await write(plain, { templateId })];
    await portal.owner.query('update templates set needs_co_signature = true where id = $1', [templateId]);
    await supervise(plain, supervisor);
    await sign(open, plain);
    expect((await read(before)).coSignature).toBeNull();
    expect((await read(open)).coSignature?.state).toBe('Awaiting');
    expect(await coSign(before)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    // And one that needs them no longer takes none away.
    await portal.owner.query('update templates set needs_co_signature = false where id = $1', [templateId]);
    await supervise(plain, null);
    expect(await coSign(open)).toMatchObject({ status: 200 });
  });

  it('are given to a note whose patient was deactivated, and not to one that was', async () => {
    const { id: patientId } = await makePatient(portal);
    const [note, gone] = [await signNote(author, { patientId }), await signNote()];
    await portal.succeed(
      patientDeactivate,
      { params: { id: patientId }, body: { reason: 'Moved to another state' } },
      admin,
    );
    await portal.owner.query(
      'update dictations set is_active = false, deactivated_at = now() where id = $1',
      [gone],
    );
    expect(await coSign(note)).toMatchObject({ status: 200 });
    expect(await coSign(gone)).toMatchObject({ status: 404 });
    expect(await sendBack(gone)).toMatchObject({ status: 404 });
  });

  it('cannot be forged by the role of the portal in the database', async () => {
    const id = await signNote();
    const { db } = portal.deps;
    const forge = (userId: string) =>
      db
        .updateTable('co_signatures')
        .set({
          state: 'CoSigned',
          signed_at: portal.clock.now(),
          signed_by: userId,
          signer_name: 'Forged',
          content_hash: Buffer.alloc(32),
          addendum_count: 0,
        })
        .where('dictation_id', '=', id)
        .execute();
    await expect(forge(author.id)).rejects.toThrow('not by its provider');
    await coSign(id);
    await expect(forge(other.id)).rejects.toThrow('a co-signature does not change');
    await expect(db.deleteFrom('co_signatures').where('dictation_id', '=', id).execute()).rejects.toThrow(
      'permission denied',
    );
  });
});
