import { patientGet, patientUpdate } from '@portal/contract/patients';
import { FILL_BLANKS, UPDATE_FIELDS, type UpdateChoice } from '@portal/domain/patient-import/updates';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';
import { waitForLock } from '#test/locks.ts';
import { COMMAND } from '#audit/work-entry.ts';
import { beat, findImport } from '../import-repo.ts';
import { COLUMNS, HEADER, ImportDesk, importFile, nameOf } from '../test/import-desk.ts';
import { undoImport } from '../undo-import.ts';

/** More than a batch. */
const ROWS = 520;
const ALL: UpdateChoice = Object.fromEntries(UPDATE_FIELDS.map((field) => [field, 'edited' as const]));

const fileOf = (prefix: string, phone: string) =>
  [
    HEADER,
    ...Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},${prefix}${nameOf(n)},Ann,1/5/1980,${phone}`),
  ].join('\n');

describe('updates by an import at the same time as other work', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  let otherDesk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
    otherDesk = new ImportDesk(portal, await signedInAs(portal, 'Admin'));
  });
  afterAll(() => portal.close());

  const versionsOf = async (prefix: string) => {
    const { rows } = await portal.owner.query<{ version: number; count: number }>(
      `select version, count(*)::int as count from patients where former_mrn like $1 group by version order by version`,
      [`${prefix}-%`],
    );
    return rows;
  };
  const idsOf = async (prefix: string, count: number) => {
    const { rows } = await portal.owner.query<{ id: string }>(
      `select id from patients where former_mrn like $1 order by id limit $2`,
      [`${prefix}-%`, count],
    );
    return rows.map(({ id }) => id);
  };
  /** The audit entries of the updates of an import, and the patients that they are about. */
  const entriesOf = async (importId: string) => {
    const { rows } = await portal.owner.query(
      `select count(*)::int as entries, count(distinct patient_id)::int as patients from audit_log
      where entity_type = 'Patient' and action = 'Updated' and new_values ->> 'importId' = $1`,
      [importId],
    );
    return rows[0];
  };

  it('let an undo say that it is alive', async () => {
    const { id } = await desk.checked(fileOf('Alive', ''), COLUMNS);
    await desk.start(id, false, null);
    await desk.status(id);
    const client = await portal.owner.connect();
    await client.query(`begin; select from patients where former_mrn = 'Alive-0' for update`);
    await desk.undo(id);
    await lockAwaited(portal);
    const row = await findImport(portal.deps.db, id);
    expect(await beat(portal.deps.db, id, row?.run_id ?? '', portal.clock.now())).toBe(true);
    await client.query('rollback');
    client.release();
    expect(await desk.status(id)).toMatchObject({ status: 'Undone' });
  });

  it('happen once when two people start them forty times at one moment', async () => {
    await importFile(portal.deps, fileOf('Once', ''));
    const { id } = await desk.checked(fileOf('Once', '(410) 555-0101'), COLUMNS);
    const starts = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? desk : otherDesk).start(id, false, FILL_BLANKS)),
    );
    expect(starts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', updated: ROWS, failed: 0 });
    expect(await versionsOf('Once')).toEqual([{ version: 2, count: ROWS }]);
    expect(await entriesOf(id)).toEqual({ entries: ROWS, patients: ROWS });
    const undos = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? desk : otherDesk).undo(id)),
    );
    expect(undos.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await desk.status(id)).toMatchObject({ status: 'Undone' });
    expect(await versionsOf('Once')).toEqual([{ version: 3, count: ROWS }]);
  });

  it('neither lose nor overwrite what people save while they run', async () => {
    await importFile(portal.deps, fileOf('Edit', ''));
    const { id } = await desk.checked(fileOf('Edit', '(410) 555-0101'), COLUMNS);
    const ids = (await idsOf('Edit', ROWS)).filter((_, n) => n % 12 === 0);
    await desk.start(id, false, ALL);
    const saves = await Promise.all(
      ids.map(async (patientId) => {
        const params = { id: patientId };
        const { firstName, lastName, dateOfBirth, version } = await portal.succeed(
          patientGet,
          { params, query: {} },
          admin,
        );
        const body = { firstName, lastName, dateOfBirth, version, phone: '4105550199' };
        return portal.call(patientUpdate, { params, body }, admin);
      }),
    );
    const ended = await desk.status(id);
    expect(ended).toMatchObject({ status: 'Finished', trouble: null });
    expect(saves.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const saved = ids.filter((_, n) => saves[n]?.ok === true);
    const { rows } = await portal.owner.query<{ phone: string }>(
      'select phone from patients where id = any ($1)',
      [saved],
    );
    expect(rows.map(({ phone }) => phone)).toEqual(saved.map(() => '4105550199'));
    expect((ended.updated ?? 0) + (ended.failed ?? 0)).toBe(ROWS);
    expect(await entriesOf(id)).toEqual({ entries: ended.updated, patients: ended.updated });
  });

  it('stop, and continue later, while an earlier import is being undone', async () => {
    await importFile(portal.deps, fileOf('Both', ''));
    const earlier = await importFile(portal.deps, fileOf('Both', '(410) 555-0101'), { updates: FILL_BLANKS });
    const { id } = await desk.checked(fileOf('Both', '(410) 555-0102'), COLUMNS);
    const [patient = ''] = await idsOf('Both', 1);
    const holder = await portal.owner.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin');
    await holder.query('select from patients where id = $1 for update', [patient]);
    const undo = undoImport(portal.deps, earlier.id, COMMAND);
    await waitForLock(portal);
    await desk.start(id, false, ALL);
    expect(await desk.status(id)).toMatchObject({
      status: 'Stopped',
      updated: 0,
      trouble: 'Another import is being undone. Continue this one when that is done.',
    });
    await holder.query('commit');
    expect(await undo).toMatchObject({ state: 'Undone', updated: ROWS });
    await desk.start(id, false, ALL);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', updated: 0, failed: ROWS });
    expect(await versionsOf('Both')).toEqual([{ version: 3, count: ROWS }]);
  });
});
