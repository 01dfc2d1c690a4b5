import { dictationExportText } from '@portal/contract/dictation-print';
import { dictationCreate, dictationGet, dictationSign } from '@portal/contract/dictations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSignatures } from '#cli/doctor-signatures.ts';
import { transact } from '#db/open-transaction.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { contentHash } from '../content-hash.ts';
import { fillLetterheads } from '../letterheads.ts';

const tableOf = (statement: string) => /(?:^update|from|into) (\w+) /.exec(statement)?.[1] ?? '';

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
  const start = () => fillLetterheads(portal.deps.db, portal.deps.config.practice);
  const doctor = (all = true) => checkSignatures(portal.deps.db, all, () => undefined);
  /** Writes past the triggers, as an administrator of the database can. */
  const tamper = async (statement: string) => {
    const table = tableOf(statement);
    await portal.owner.query(
      `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
    );
  };
  /** Signs as the earlier version did: hash version 1, and nothing about what it prints. */
  const signEarlier = async () => {
    const id = await makeDictation(portal, { ...desk, providerId: provider.id, status: 'Saved' });
    await portal.deps.db
      .updateTable('dictations')
      .set({
        status: 'Signed',
        signed_at: portal.clock.now(),
        signed_by: provider.id,
        signer_name: 'Test Signer',
        content_hash: Buffer.alloc(32, 1),
      })
      .where('id', '=', id)
      .execute();
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

  it('get what they print when they are signed, their letterhead at the next start, and keep both', async () => {
    const id = await signEarlier();
    const signed = await read(id);
    expect(signed.printed).toMatchObject({ letterhead: null });
    expect(signed.signature?.hashVersion).toBe(1);
    await expect(
      portal.owner.query(
        `update signed_prints set report = '{}' where dictation_id = '${id}'; delete from signed_prints`,
      ),
    ).rejects.toMatchObject({ code: '23001' });
    await start();
    const { printed } = await read(id);
    expect(printed).toMatchObject({
      takenAt: signed.printed?.takenAt,
      letterhead: { timeZone: portal.deps.config.practice.timeZone },
    });
    const text = async () =>
      (await portal.succeed(dictationExportText, { params: { id } }, admin)).blob.text();
    const before = await text();
    await portal.owner.query(`update templates set name = name || ' renamed'`);
    await portal.owner.query(`update offices set name = name || ' renamed'`);
    await start();
    expect(await text()).toBe(before);
    expect((await read(id)).printed).toEqual(printed);
    expect(await doctor()).toMatch(/^all \d+ match their hashes$/);
  });

  it('are not looked for by a start, however many notes are signed', async () => {
    await sign();
    await signEarlier();
    const scans = await transact(portal.deps.db, async (tx) => {
      // Also counts those of earlier transactions of the connection that it has not reported yet.
      const count = async () => {
        const { rows } = await sql<{ scans: number }>`
          select sum(seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables
          where relname in ('dictations', 'signed_prints')`.execute(tx);
        return rows[0]?.scans ?? Number.NaN;
      };
      const before = await count();
      await fillLetterheads(tx, portal.deps.config.practice);
      return (await count()) - before;
    });
    expect(scans).toBe(0);
  });

  it('are a warning of doctor if what they print is missing', async () => {
    const id = await signEarlier();
    await start();
    await tamper(`create table kept as select * from signed_prints where dictation_id = '${id}'`);
    await tamper(`delete from signed_prints where dictation_id = '${id}'`);
    expect(await doctor()).toEqual({ warning: expect.stringMatching(/^1 signed dictations have nothing/) });
    await tamper(`insert into signed_prints select * from kept`);
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
    const found = new RegExp(
      `^1 of \\d+ signed dictations differ from what was signed or co-signed: ${id}\\.`,
    );
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
