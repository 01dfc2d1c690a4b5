import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { dictationExportText, dictationPrint } from '@portal/contract/dictation-print';
import { dictationGet, dictationList, dictationSign } from '@portal/contract/dictations';
import { documentDownload, documentList } from '@portal/contract/documents';
import { locationHeaderList, locationHeaderSave } from '@portal/contract/location-headers';
import { messageGet, messageList } from '@portal/contract/messages';
import { orderGet, orderList } from '@portal/contract/orders';
import { patientGet, patientList } from '@portal/contract/patients';
import { login } from '@portal/contract/session';
import { myTimecards } from '@portal/contract/timecards';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyAuditLog } from '#audit/verify.ts';
import { verifySignatures } from '#features/dictations/index.ts';
import { asSuperuser, onDatabase } from './empty-database.ts';
import { dropCopy, openTestPortal, TestClock, type TestPortal } from './harness.ts';
import { pdfPages } from './pdf-text.ts';
import { TEST_PASSWORD } from './settings.ts';

/** What the version of 2026-11-23 (commit 3b5b8594) left of an invented practice; CONTRIBUTING.md says how it was made. */
const LEFT = join(import.meta.dirname, 'older-folder');
const API_KEY = 'mpk_vjrd8q9emarz_OWQqrVVwL2M8UiP7KnD3r_S2STcKGLCUAVE09EQjJ8I';
const AUDIT_ENTRIES = 35;

async function loadDump() {
  const { appUrl, ownerUrl, superuserUrl } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser((client) => client.query(`create database ${name} owner portal_owner`));
  const dump = await promisify(gunzip)(await readFile(join(LEFT, 'database.sql.gz')));
  const client = new Client({ connectionString: onDatabase(superuserUrl, name) });
  await client.connect();
  await client.query(dump.toString());
  await client.end();
  return { appUrl: onDatabase(appUrl, name), ownerUrl: onDatabase(ownerUrl, name) };
}

describe('the data folder of an older version', () => {
  let portal: TestPortal;
  let closeAll: () => Promise<void>;
  let physician: { token: string };
  let admin: { token: string };

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-older-'));
    for (const name of ['files', 'keys'])
      await cp(join(LEFT, name), join(dataDir, name), { recursive: true });
    const database = await loadDump();
    const clock = new TestClock();
    // After everything that the older version recorded.
    clock.advance({ hours: 10 * 24 });
    portal = await openTestPortal({
      env: { DATA_DIR: dataDir, MASTER_KEY: '' },
      database,
      clock,
      databaseTime: async () => clock.now(),
    });
    closeAll = async () => {
      await portal.close();
      await dropCopy(database);
      await rm(dataDir, { recursive: true, force: true });
    };
    [admin, physician] = [await signedIn('abyron'), await signedIn('ghale')];
  });
  afterAll(() => closeAll());

  /** Signs in with the password that the user set in the older version. */
  const signedIn = (username: string) =>
    portal.succeed(login, { body: { username, password: TEST_PASSWORD } });

  /** The only signed note and its patient. */
  async function signedNote() {
    const { data } = await portal.succeed(dictationList, { query: { status: 'Signed' } }, admin);
    const [note] = data;
    if (note === undefined) throw new Error('no signed note');
    return note;
  }

  it('has its records', async () => {
    const { data: patients } = await portal.succeed(patientList, { query: {} }, admin);
    expect(patients.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()).toEqual([
      'Wren Quillfeather',
      "Zoë D'Amico-Łuk",
    ]);
    const [order] = (await portal.succeed(orderList, { query: {} }, admin)).data;
    expect(await portal.succeed(orderGet, { params: { id: order?.id ?? '' } }, admin)).toMatchObject({
      status: 'Scheduled',
      bodyPart: 'Lumbar spine',
      history: [{ toStatus: 'Pending' }, { toStatus: 'Scheduled', note: 'By phone' }],
    });
    const [message] = (await portal.succeed(messageList, { query: {} }, admin)).data;
    expect(await portal.succeed(messageGet, { params: { id: message?.id ?? '' } }, admin)).toMatchObject({
      callerName: 'Wren Quillfeather',
      events: [{ kind: 'Created' }, { kind: 'Note', text: 'Called back, no answer.' }],
    });
    const staff = await signedIn('rortiz');
    const { data: cards } = await portal.succeed(
      myTimecards,
      { query: { startDate: '2026-11-27', endDate: '2026-11-27' } },
      staff,
    );
    expect(cards).toMatchObject([{ clockOutTime: expect.any(String) }]);
  });

  it('prints a signed note as it was signed, also after its patient and letterhead changed', async () => {
    const { id, patientId } = await signedNote();
    // That version wrote headings in capitals.
    const asSigned = (await readFile(join(LEFT, 'signed-note.txt'), 'utf8')).toLowerCase();
    const exported = async () =>
      (
        await (await portal.succeed(dictationExportText, { params: { id } }, physician)).blob.text()
      ).toLowerCase();
    expect(await exported()).toBe(asSigned);

    const patient = await portal.succeed(patientGet, { params: { id: patientId }, query: {} }, admin);
    const [letterhead] = await portal.succeed(locationHeaderList, {}, admin);
    const { locationId = '', version } = letterhead ?? {};
    await portal.owner.query(`update patients set last_name = 'Changed' where id = $1`, [patient.id]);
    await portal.succeed(
      locationHeaderSave,
      { body: { locationId, headerHTML: '<p>Changed</p>', footerHTML: '', version } },
      admin,
    );
    expect(await exported()).toBe(asSigned);
    const { blob } = await portal.succeed(dictationPrint, { params: { id } }, physician);
    const pages = (await pdfPages(new Uint8Array(await blob.arrayBuffer()))).join('\n');
    expect(pages).toContain('Harbor Pain at Main Street');
    expect(pages).toContain('Quillfeather, Wren');
    expect(pages).not.toContain('Changed');
    expect(await verifySignatures(portal.deps.db, {})).toEqual({ compared: 1, changed: [] });
  });

  it('reads a social security number and a document with its master key', async () => {
    const { patientId: id } = await signedNote();
    expect(
      await portal.succeed(patientGet, { params: { id }, query: { fullSsn: 'true' } }, admin),
    ).toMatchObject({ socialSecurityNumber: '219-09-9999' });
    const [document] = (await portal.succeed(documentList, { query: {} }, admin)).data;
    const { blob, fileName } = await portal.succeed(
      documentDownload,
      { params: { id: document?.id ?? '' } },
      admin,
    );
    expect([fileName, await blob.text()]).toEqual(['lab.pdf', expect.stringContaining('% a lab result')]);
  });

  it('lets its people and its API key in', async () => {
    expect(physician).toMatchObject({ user: { username: 'ghale', roles: ['ProviderPhysician'] } });
    expect(await portal.call(patientList, { query: {} }, { token: API_KEY })).toMatchObject({ ok: true });
  });

  it('continues its unsigned note and its audit log, which is intact', async () => {
    const [unsigned] = (await portal.succeed(dictationList, { query: { status: 'Saved' } }, physician)).data;
    const params = { id: unsigned?.id ?? '' };
    const { version } = await portal.succeed(dictationGet, { params }, physician);
    const signed = await portal.succeed(dictationSign, { params, body: { version } }, physician);
    expect(signed).toMatchObject({ status: 'Signed', signature: { name: 'Gregory Hale', title: 'MD' } });
    expect(await verifySignatures(portal.deps.db, {})).toEqual({ compared: 2, changed: [] });

    const { rows } = await portal.owner.query(
      `select count(*)::int as older from audit_log where at < '2026-11-28'`,
    );
    expect(rows).toEqual([{ older: AUDIT_ENTRIES }]);
    const { db, keys } = portal.deps;
    const { firstBad, entries } = await verifyAuditLog(db, keys.audit);
    expect(firstBad).toBeNull();
    expect(entries).toBeGreaterThan(AUDIT_ENTRIES);
  });
});
