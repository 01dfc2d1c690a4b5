import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { officeCreate, officeList } from '@portal/contract/offices';
import { practice, ready } from '@portal/contract/system';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddedPostgres } from '#db/embedded/start.ts';
import { query, Workplace } from '#db/embedded/test/folders.ts';
import { restartAsStandby } from '#db/embedded/test/standby.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { soon } from './soon.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };
const UNAVAILABLE = { status: 503, headers: { 'retry-after': '2' }, error: { code: 'UNAVAILABLE' } };

describe('a fail-over of the database', () => {
  let workplace: Workplace;
  let database: EmbeddedPostgres;
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeEach(async () => {
    workplace = new Workplace();
    database = await workplace.start(join(await workplace.folder(), 'data'));
    portal = await openTestPortal({ database });
    admin = await signedInAs(portal, 'Admin');
  });
  afterEach(async () => {
    await portal.close();
    await workplace.cleanUp();
  });

  const create = (name: string, key: string = randomUUID()) =>
    portal.call(
      officeCreate,
      { body: { ...FIELDS, name } },
      { token: admin.token, headers: { 'idempotency-key': key } },
    );
  const isReady = async () => (await portal.call(ready, {})).status === 200;

  it('never reads from a standby, and works again when it is promoted', async () => {
    workplace.atEnd(await restartAsStandby(database));
    await vi.waitFor(
      async () =>
        expect(await query(database.superuserUrl, 'select pg_is_in_recovery() as standby')).toEqual([
          { standby: true },
        ]),
      soon,
    );
    const answers = [
      await portal.call(practice, {}, admin),
      await portal.call(officeList, {}, admin),
      await create('On a standby'),
    ];
    expect(answers).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    expect(await isReady()).toBe(false);
    expect(portal.deps.notifier.connected).toBe(false);
    await query(database.superuserUrl, 'select pg_promote()');
    await vi.waitFor(async () => expect(await isReady()).toBe(true), soon);
    expect((await create('On the new primary')).status).toBe(201);
    await vi.waitFor(() => expect(portal.deps.notifier.connected).toBe(true), soon);
  });

  it('reports no success for a commit that no synchronous standby has, and repeats it only once', async () => {
    const superuser = new Client({ connectionString: database.superuserUrl });
    await superuser.connect();
    const reload = async (change: string) => {
      await superuser.query(`alter system ${change}`);
      await superuser.query('select pg_reload_conf()');
    };
    try {
      await superuser.query('alter database portal set synchronous_commit = on');
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'medical-portal'`,
      );
      await reload(`set synchronous_commit = on`);
      await reload(`set synchronous_standby_names = 'gone'`);
      const key = randomUUID();
      const waiting = vi.waitFor(async () => {
        const answer = await create('Unconfirmed', key);
        expect(answer.status === 503 && !portal.logged().includes('UnconfirmedCommit')).toBe(false);
        return answer;
      }, soon);
      // What the statement timeout does after 30 seconds.
      await vi.waitFor(async () => {
        const { rows } = await superuser.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
        );
        expect(rows).toHaveLength(1);
      }, soon);
      expect(await waiting).toMatchObject(UNAVAILABLE);
      await reload('reset synchronous_standby_names');
      const repeated = await create('Unconfirmed', key);
      expect(repeated).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
      const offices = await portal.succeed(officeList, {}, admin);
      expect(offices.filter(({ name }) => name === 'Unconfirmed')).toHaveLength(1);
    } finally {
      await superuser.end();
    }
  });
});
