import { randomUUID } from 'node:crypto';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { activity } from '@portal/contract/dashboard';
import { dictationBatchFile, dictationBatchPrint } from '@portal/contract/dictation-print';
import { officeCreate } from '@portal/contract/offices';
import { liveTicket, logout } from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { notify, type Channel } from '#db/notifier.ts';
import { makeDictation, makeDictationDesk } from './dictation-factories.ts';
import { overridePermission, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { soon } from './soon.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };
let counter = 0;
const idsOf = (activities: readonly unknown[]) => activities.map((each) => activity.parse(each).entityId);

describe('two processes of one practice', () => {
  let a: TestPortal;
  let b: TestPortal;
  let hubOfA: string;
  let hubOfB: string;
  let admin: SignedInUser;
  beforeAll(async () => {
    a = await openTestPortal();
    b = await openTestPortal({ sameDatabaseAs: a });
    hubOfA = `${await a.listen()}/hubs/activity`;
    hubOfB = `${await b.listen()}/hubs/activity`;
    admin = await signedInAs(a, 'Admin');
  });
  afterAll(async () => {
    await b.close();
    await a.close();
  });

  /** Microsoft’s client connected to B, with the events received so far. */
  async function listenAtB(user: SignedInUser, transport: 'WebSockets' | 'ServerSentEvents') {
    const connection = new HubConnectionBuilder()
      .configureLogging(LogLevel.None)
      .withUrl(hubOfB, {
        transport: HttpTransportType[transport],
        accessTokenFactory: async () => (await b.succeed(liveTicket, {}, user)).ticket,
      })
      .build();
    const heard = { activities: new Array<unknown>(), permissionsChanged: 0, closed: false };
    connection.on('ReceiveActivity', (received: unknown) => void heard.activities.push(received));
    connection.on('PermissionsChanged', () => void (heard.permissionsChanged += 1));
    connection.onclose(() => {
      heard.closed = true;
    });
    await connection.start();
    onTestFinished(() => connection.stop());
    return heard;
  }

  /** Adds an office on A and returns its id. */
  async function addOffice(user: SignedInUser = admin, superAdminOnly = false): Promise<string> {
    counter += 1;
    const body = { ...FIELDS, name: `Branch ${counter}`, superAdminOnly };
    return (await a.succeed(officeCreate, { body }, user)).id;
  }

  describe.each(['WebSockets', 'ServerSentEvents'] as const)('over %s', (transport) => {
    it('pushes activity on A through B, with only the listed fields', async () => {
      const heard = await listenAtB(admin, transport);
      const id = await addOffice();
      // The sign-in may still arrive, too.
      await vi.waitFor(() => expect(idsOf(heard.activities)).toContain(id), soon);
      expect(heard.activities.filter((each) => idsOf([each])[0] === id)).toEqual([
        {
          id: expect.any(String),
          isOwn: true,
          description: `Office Branch ${counter} was added`,
          timestamp: a.clock.now().toISOString(),
          color: 'primary',
          icon: 'Business',
          entityType: 'Office',
          entityId: id,
        },
      ]);
    });

    it('pushes what each user’s permissions allow', async () => {
      const staff = await listenAtB(await signedInAs(a, 'Staff'), transport);
      const manager = await listenAtB(admin, transport);
      const superAdmin = await signedInAs(a, 'SuperAdmin');
      const boss = await listenAtB(superAdmin, transport);
      const hidden = await addOffice(superAdmin, true);
      const open = await addOffice(superAdmin);
      await vi.waitFor(
        () => expect(idsOf(boss.activities)).toEqual(expect.arrayContaining([hidden, open])),
        soon,
      );
      await vi.waitFor(() => expect(idsOf(manager.activities)).toContain(open), soon);
      expect(idsOf(manager.activities)).not.toContain(hidden);
      expect(staff.activities).toEqual([]);
    });

    it('closes the live connection on B after sign-out on A, and B refuses the token', async () => {
      const user = await signedInAs(a, 'Admin');
      const heard = await listenAtB(user, transport);
      await a.succeed(logout, {}, user);
      expect((await b.call(practice, {}, user)).status).toBe(401);
      await vi.waitFor(() => expect(heard.closed).toBe(true), soon);
    });

    it('notifies the client of a changed override, and stops pushing what it revokes', async () => {
      const user = await signedInAs(a, 'Admin');
      const heard = await listenAtB(user, transport);
      await overridePermission(a, user.id, 'Admin.ManageOffices', false);
      await notify(a.deps.db, 'permissions', { userId: user.id });
      await vi.waitFor(() => expect(heard.permissionsChanged).toBe(1), soon);
      const witness = await listenAtB(admin, transport);
      const id = await addOffice();
      await vi.waitFor(() => expect(idsOf(witness.activities)).toContain(id), soon);
      expect(idsOf(heard.activities)).not.toContain(id);
      expect(heard.closed).toBe(false);
    });
  });

  it('an event stream works when its requests reach different processes', async () => {
    const authorization = `Bearer ${admin.token}`;
    const negotiated = await fetch(`${hubOfA}/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization },
    });
    const { connectionToken } = z.object({ connectionToken: z.string() }).parse(await negotiated.json());
    const { ticket } = await b.succeed(liveTicket, {}, admin);
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const stream = await fetch(`${hubOfB}?id=${connectionToken}&access_token=${ticket}`, {
      signal: abort.signal,
    });
    const handshake = await fetch(`${hubOfA}?id=${connectionToken}`, {
      method: 'POST',
      headers: { authorization },
      body: '{"protocol":"json","version":1}\u001e',
    });
    expect([negotiated.status, stream.status, handshake.status]).toEqual([200, 200, 200]);
    const text = stream.body?.pipeThrough(new TextDecoderStream()).values();
    const readUntil = async (wanted: string) => {
      for (let read = ''; !read.includes(wanted);) {
        const next = await text?.next();
        if (next?.done !== false) throw new Error(`The stream ended: ${read}`);
        read += next.value;
      }
    };
    await readUntil('data: {}\u001e');
    await readUntil(await addOffice());
  });

  it('does not announce an unchanged permission', async () => {
    const heard = await listenAtB(admin, 'WebSockets');
    await notify(a.deps.db, 'permissions', {});
    await addOffice();
    await vi.waitFor(() => expect(heard.activities).toHaveLength(1), soon);
    expect(heard.permissionsChanged).toBe(0);
  });

  it('catches up with what B missed while its notifications were cut off', async () => {
    const user = await signedInAs(a, 'Admin');
    const heard = await listenAtB(user, 'WebSockets');
    const others = await listenAtB(admin, 'WebSockets');
    let reconnected = 0;
    b.deps.notifier.onReconnect(() => void (reconnected += 1));
    // Bypass the API, so that no notification is sent.
    await a.owner.query('update sessions set ended_at = now() where user_id = $1', [user.id]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'medical-portal-listen'`.execute(a.deps.db);
    await vi.waitFor(() => expect(reconnected).toBeGreaterThan(0), soon);
    await vi.waitFor(() => expect(heard.closed).toBe(true), soon);
    expect(others.closed).toBe(false);
    const id = await addOffice();
    await vi.waitFor(() => expect(idsOf(others.activities)).toContain(id), soon);
  });

  it('pushes what was committed while B heard no notifications, and nothing twice', async () => {
    const heard = await listenAtB(admin, 'WebSockets');
    const before = await addOffice();
    await vi.waitFor(() => expect(idsOf(heard.activities)).toContain(before), soon);
    // Without the notification.
    const missed = randomUUID();
    await a.owner.query(
      `insert into activities (at, description, icon, color, entity_type, entity_id, required_permission)
       select at, 'Missed', icon, color, entity_type, $1, required_permission from activities where entity_id = $2`,
      [missed, before],
    );
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'medical-portal-listen'`.execute(a.deps.db);
    await vi.waitFor(() => expect(idsOf(heard.activities)).toContain(missed), soon);
    const ids = idsOf(heard.activities);
    expect(ids.filter((id) => id === before || id === missed)).toEqual([before, missed]);
  });

  it('serves a batch print link of one process from the other', async () => {
    const provider = await signedInAs(a, 'ProviderPhysician');
    const dictation = await makeDictation(a, {
      ...(await makeDictationDesk(a)),
      providerId: provider.id,
    });
    const { pdfUrl } = await a.succeed(
      dictationBatchPrint,
      { body: { dictationIds: [dictation] } },
      provider,
    );
    const id = pdfUrl.split('/').at(-1) ?? '';
    const { blob } = await b.succeed(dictationBatchFile, { params: { id } }, provider);
    expect(blob.type).toBe('application/pdf');
  });

  it('survives payloads of other programs on the notification channels', async () => {
    const heard = await listenAtB(admin, 'WebSockets');
    const channels: readonly Channel[] = ['activity', 'sessions', 'permissions'];
    for (const channel of channels) {
      for (const payload of ['', 'x', 'null', '5', '[]', '{}', '{"id":"x"}', '{"userId":7}', '{"id":{}}'])
        await a.owner.query('select pg_notify($1, $2)', [`portal_${channel}`, payload]);
    }
    const id = await addOffice();
    await vi.waitFor(() => expect(idsOf(heard.activities)).toContain(id), soon);
  });
});
