import { dictationExportText } from '@portal/contract/dictation-print';
import { dictationCreate, dictationGet, dictationSign } from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSignatures } from '#cli/doctor-signatures.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { contentHash } from '../content-hash.ts';
import { fillPrints } from '../letterheads.ts';

const tableOf = (update: string) => /^update (\w+) /.exec(update)?.[1] ?? '';

describe('dictations that an earlier version signed during an update', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'SuperAdmin');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);
  const start = () => fillPrints(portal.deps.db, portal.deps.config.practice, portal.clock.now());
  const doctor = (all = true) => checkSignatures(portal.deps.db, all, () => undefined);
  /** Writes past the triggers, as an administrator of the database can. */
  const tamper = async (statement: string) => {
    const table = tableOf(statement);
    await portal.owner.query(
      `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
    );
  };
  /** Signs as the earlier version did: hash version 1, and nothing stored of what it prints. */
  const signEarlier = async () => {
    const id = await makeDictation(portal, { ...desk, providerId: provider.id, status: 'Signed' });
    const dictation = await read(id);
    if (dictation.signature === null) throw new Error('The dictation is not signed');
    const hash = contentHash(dictation, dictation.signature).toString('hex');
    await tamper(`update dictations set content_hash = '\\x${hash}' where id = '${id}'`);
    return id;
  };
  const sign = async () => {
    const body = noteBody(desk, { providerId: provider.id, status: 'Saved', complications: 'None' });
    const { id } = await portal.succeed(dictationCreate, { body }, admin);
    await portal.succeed(dictationSign, { params: { id } }, provider);
    return id;
  };

  it('get what they print at the next start, marked with that day, and keep it', async () => {
    const id = await signEarlier();
    expect((await read(id)).printed).toBeNull();
    expect(await doctor()).toEqual({
      warning: expect.stringMatching(/^1 were signed .* Restart the portal/),
    });
    await expect(
      portal.owner.query(
        `insert into signed_prints select s.* from (select '${id}'::uuid, 'A', 'B', 'C', 'D', null::date, null, 'E', 'F', 'G', 'H',
           '\\x00'::bytea, '{}'::jsonb, now()) s`,
      ),
    ).rejects.toMatchObject({ code: '23001' });
    portal.clock.advance({ minutes: 2 });
    await start();
    const { printed, signature } = await read(id);
    expect(printed?.takenAt).toBe(portal.clock.now().toISOString());
    expect(printed?.letterhead).toMatchObject({ timeZone: portal.deps.config.practice.timeZone });
    expect(signature?.hashVersion).toBe(1);
    const text = async () =>
      (await portal.succeed(dictationExportText, { params: { id } }, admin)).blob.text();
    const before = await text();
    await portal.owner.query(`update templates set name = name || ' renamed'`);
    await portal.owner.query(`update offices set name = name || ' renamed'`);
    portal.clock.advance({ minutes: 2 });
    await start();
    expect(await text()).toBe(before);
    expect((await read(id)).printed?.takenAt).toBe(printed?.takenAt);
    expect(await doctor()).toMatch(/^all \d+ match their hashes$/);
  });

  it.each([
    ['version 1', signEarlier, `update dictations set complications = 'Other' where id = `],
    ['version 2', sign, `update dictations set complications = 'Other' where id = `],
    ['version 2', sign, `update signed_prints set patient_last_name = 'Other' where dictation_id = `],
  ])('doctor finds what was changed after a signature of %s', async (_version, signIt, change) => {
    const id = await signIt();
    await start();
    expect(await doctor()).toMatch(/^all \d+ match their hashes$/);
    const table = tableOf(change);
    const key = table === 'dictations' ? 'id' : 'dictation_id';
    const { rows } = await portal.owner.query(`select * from ${table} where ${key} = $1`, [id]);
    await tamper(`${change}'${id}'`);
    const found = new RegExp(`^1 of \\d+ signed dictations differ from what was signed: ${id}\\.`);
    await expect(doctor()).rejects.toThrow(found);
    await expect(doctor(false)).rejects.toThrow(found);
    const [column] = /set (\w+)/.exec(change)?.slice(1) ?? [];
    const value = rows[0]?.[column ?? ''];
    await tamper(
      `update ${table} set ${column} = ${value === null ? 'null' : `'${value}'`} where ${key} = '${id}'`,
    );
    expect(await doctor()).toMatch(/^all \d+ match their hashes$/);
  });
});
