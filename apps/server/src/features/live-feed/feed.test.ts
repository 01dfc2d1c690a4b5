import { HubConnectionBuilder, LogLevel, type HubConnection } from '@microsoft/signalr';
import {
  user as userSchema,
  userDeactivate,
  userGet,
  userResetPassword,
  userUpdate,
} from '@portal/contract/users';
import { messageCreate } from '@portal/contract/messages';
import { notify } from '#db/notifier.ts';
import { transact } from '#db/open-transaction.ts';
import { addActivity } from '#live/activity-store.ts';
import {
  OWN_TIMECARD,
  timecardClockIn,
  timecardDelete,
  timecardLunchEnd,
  timecardLunchStart,
} from '@portal/contract/timecards';
import { notificationsRead } from '@portal/contract/notifications';
import { twoFactorPolicyGet, twoFactorPolicyUpdate } from '@portal/contract/required-two-factor';
import {
  CATEGORY_ICONS,
  categoryCreate,
  categoryDelete,
  categoryTopic,
} from '@portal/contract/template-categories';
import { SPEECH_TOPIC, speechSave } from '@portal/contract/speech';
import { scheduleSetWeek, scheduleTopic } from '@portal/contract/timecard-schedules';
import { heartbeat, liveTicket } from '@portal/contract/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/** Interval at which open connections are checked. */
const CHECK_MS = 30_000;

describe('live feed', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let url: string;
  let checks: readonly (() => void)[];
  beforeAll(async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval');
    portal = await openTestPortal();
    const isCheck = intervals.mock.calls.map(([, ms]) => ms === CHECK_MS);
    checks = intervals.mock.calls.filter((_, index) => isCheck[index]).map(([check]) => check);
    // Only tests call them.
    for (const [index, { value }] of intervals.mock.results.entries())
      if (isCheck[index]) clearInterval(value);
    intervals.mockRestore();
    url = `${await portal.listen()}/hubs/activity`;
  });
  beforeEach(async () => {
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  /** Microsoft’s client, connected as the user, with the events received so far. */
  async function connect(user: SignedInUser, reconnect: boolean, query = '') {
    const builder = new HubConnectionBuilder().configureLogging(LogLevel.None).withUrl(`${url}${query}`, {
      accessTokenFactory: async () => (await portal.succeed(liveTicket, {}, user)).ticket,
    });
    const connection: HubConnection = (reconnect ? builder.withAutomaticReconnect([0, 0]) : builder).build();
    const heard: string[] = [];
    const waiting = new Map<string, () => void>();
    const note = (event: string) => {
      heard.push(event);
      waiting.get(event)?.();
    };
    for (const event of ['ReceiveActivity', 'PermissionsChanged', 'NotificationsChanged'])
      connection.on(event, () => note(event));
    connection.on('Changed', (topic: unknown) => note(`Changed ${String(topic)}`));
    connection.onclose(() => note('closed'));
    connection.onreconnected(() => note('reconnected'));
    await connection.start();
    onTestFinished(() => connection.stop());
    const until = async (event: string) => {
      if (!heard.includes(event)) await new Promise<void>((resolve) => void waiting.set(event, resolve));
    };
    return { heard, until };
  }

  const inMs = (ms: number) => new Date(portal.clock.now().getTime() + ms);

  const giveRoles = async (user: SignedInUser, names: string[]) => {
    const params = { id: user.id };
    const { email, firstName, lastName, title, isActive } = userSchema.parse(
      await portal.succeed(userGet, { params }, admin),
    );
    const rows = await portal.deps.db.selectFrom('roles').select('id').where('name', 'in', names).execute();
    const body = { email, firstName, lastName, title, isActive, roleIds: rows.map(({ id }) => id) };
    await portal.succeed(userUpdate, { params, body }, admin);
  };

  it('closes the connection on a role change; the client is notified and reconnects', async () => {
    const user = await signedInAs(portal, 'Staff');
    const live = await connect(user, true);
    await giveRoles(user, ['Staff', 'Admin']);
    await live.until('reconnected');
    expect(live.heard.filter((event) => event !== 'ReceiveActivity')).toEqual([
      'PermissionsChanged',
      'reconnected',
    ]);
    live.heard.splice(0);
    await giveRoles(user, ['Staff', 'Admin']);
    await live.until('ReceiveActivity');
    expect(live.heard).not.toContain('closed');
  });

  it('contains only what the new roles can read after a role change', async () => {
    const user = await signedInAs(portal, 'Admin');
    const live = await connect(user, true);
    await giveRoles(user, ['Staff']);
    await live.until('reconnected');
    live.heard.splice(0);
    await giveRoles(await signedInAs(portal, 'Staff'), ['Staff']);
    await giveRoles(user, ['Staff', 'MedicalAssistant']);
    await live.until('PermissionsChanged');
    expect(live.heard).not.toContain('ReceiveActivity');
  });

  it('tells only the pages of the user who clocks in, takes a break, or is corrected', async () => {
    const [user, other] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Staff')];
    const [live, bystander] = [await connect(user, false), await connect(other, false)];
    const changed = `Changed ${OWN_TIMECARD}`;
    const card = await portal.succeed(timecardClockIn, { body: { notes: null } }, user);
    await live.until(changed);
    for (const step of [timecardLunchStart, timecardLunchEnd]) {
      live.heard.splice(0);
      await portal.succeed(step, { params: { id: card.id } }, user);
      await live.until(changed);
    }
    live.heard.splice(0);
    const reason = 'Clocked in on the wrong day';
    await portal.succeed(timecardDelete, { params: { id: card.id }, body: { reason } }, admin);
    await live.until(changed);
    expect(bystander.heard).not.toContain(changed);
  });

  it('tells open forms of a schedule, a template category or the words for speech what others changed, not the one who did', async () => {
    const [author, other] = [admin, await signedInAs(portal, 'Admin')];
    const [own, live] = [await connect(author, false), await connect(other, false)];
    const category = await portal.succeed(
      categoryCreate,
      { body: { name: `Spine ${author.id}`, displayOrder: 1, icon: CATEGORY_ICONS[0] } },
      author,
    );
    await portal.succeed(categoryDelete, { params: { id: String(category.id) } }, author);
    await live.until(`Changed ${categoryTopic(category.id)}`);
    const params = { userId: other.id };
    await portal.succeed(
      scheduleSetWeek,
      { params, body: { effectiveFrom: '2099-01-05', days: [] } },
      author,
    );
    await live.until(`Changed ${scheduleTopic(other.id)}`);
    await portal.succeed(speechSave, { body: { words: 'Zilretta', commandWord: 'portal' } }, author);
    await live.until(`Changed ${SPEECH_TOPIC}`);
    expect(own.heard.filter((event) => event.startsWith('Changed'))).toEqual([]);
  });

  it('tells only the pages of the user whose notifications have changed', async () => {
    const [user, other] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Staff')];
    const [live, second, bystander] = [
      await connect(user, false),
      await connect(user, false),
      await connect(other, false),
    ];
    const body = {
      category: 'Medical',
      callerName: 'Ida',
      message: 'Call',
      assignedToUserId: user.id,
    } as const;
    await portal.succeed(messageCreate, { body }, admin);
    await Promise.all([live.until('NotificationsChanged'), second.until('NotificationsChanged')]);
    for (const page of [live, second]) page.heard.splice(0);
    await portal.succeed(notificationsRead, { body: { until: portal.clock.now().toISOString() } }, user);
    await Promise.all([live.until('NotificationsChanged'), second.until('NotificationsChanged')]);
    expect(bystander.heard).not.toContain('NotificationsChanged');
  });

  it('first gets the news since its page began to read, and nothing older', async () => {
    const [user, other] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Staff')];
    const body = {
      category: 'Medical',
      callerName: 'Ida',
      message: 'Call',
      assignedToUserId: user.id,
    } as const;
    const early = await connect(user, false);
    portal.clock.advance({ minutes: 1 });
    await portal.succeed(messageCreate, { body }, admin);
    await early.until('NotificationsChanged');
    portal.clock.advance({ seconds: 5 });
    const live = await connect(user, false, '?waited=5000');
    await live.until('NotificationsChanged');
    const others = [
      await connect(user, false),
      await connect(user, false, '?waited=3000'),
      await connect(other, false, '?waited=5000'),
    ];
    for (const who of [user, other]) await portal.succeed(timecardClockIn, { body: { notes: null } }, who);
    for (const page of [live, ...others]) await page.until(`Changed ${OWN_TIMECARD}`);
    expect(live.heard.filter((event) => event === 'NotificationsChanged')).toHaveLength(1);
    for (const page of others) expect(page.heard).not.toContain('NotificationsChanged');
  });

  it('makes its page read again if that is too long ago', async () => {
    const live = await connect(await signedInAs(portal, 'Staff'), false, '?waited=999999999');
    await live.until('Changed null');
    expect(live.heard).toContain('NotificationsChanged');
  });

  it.each([userDeactivate, userResetPassword])('is closed permanently by $method $path', async (endpoint) => {
    const user = await signedInAs(portal, 'Staff');
    const live = await connect(user, true);
    await portal.succeed(endpoint, { params: { id: user.id } }, admin);
    await live.until('closed');
    expect(live.heard).toEqual(['closed']);
  });

  it('is closed and refused to users who must set up 2FA', async () => {
    const superAdmin = await signedInAs(portal, 'SuperAdmin');
    const user = await signedInAs(portal, 'MedicalAssistant');
    const live = await connect(user, false);
    const { roles, graceDays, version } = await portal.succeed(twoFactorPolicyGet, {}, superAdmin);
    const requiredRoleIds = roles
      .filter(({ roleName }) => roleName === 'MedicalAssistant')
      .map(({ roleId }) => roleId);
    const change = (days: number, from: number) => {
      const body = { requiredRoleIds, graceDays: days, reason: 'Agreed by the owner', version: from };
      return portal.succeed(twoFactorPolicyUpdate, { body }, superAdmin);
    };
    await change(graceDays, version);
    await live.until('PermissionsChanged');
    expect(live.heard).not.toContain('closed');
    await change(0, version + 1);
    await live.until('closed');
    expect(await portal.call(liveTicket, {}, user)).toMatchObject({
      error: { code: 'TWO_FACTOR_SETUP_REQUIRED' },
    });
  });

  const announceToAuditors = () =>
    transact(portal.deps.db, (tx) =>
      addActivity(
        tx,
        {
          event: 'user.updated',
          description: 'Something for auditors',
          icon: 'Security',
          color: 'info',
          entityType: 'User',
          entityId: null,
          requiredPermission: 'Admin.ViewAuditLogs',
        },
        portal.clock.now(),
        null,
      ),
    );
  const giveUntil = (user: SignedInUser, ms: number) =>
    overridePermission(portal, user.id, 'Admin.ViewAuditLogs', true, inMs(ms));
  const endSession = async (user: SignedInUser, ms: number) => {
    await overridePermission(portal, user.id, 'Admin.ViewAuditLogs', true);
    await portal.owner.query('update sessions set expires_at = $2 where user_id = $1', [user.id, inMs(ms)]);
  };

  describe.each([
    { what: 'an override', end: giveUntil, told: 'PermissionsChanged' },
    { what: 'a session', end: endSession, told: 'closed' },
  ])('at the moment when $what ends', ({ end, told }) => {
    it('pages are told by a timer, without any check in between', async () => {
      const user = await signedInAs(portal, 'Staff');
      await end(user, 200);
      const live = await connect(user, false);
      portal.clock.advance({ ms: 200 });
      await live.until(told);
      expect(live.heard).toEqual([told]);
    });

    it('pushes end, even before the timer comes', async () => {
      const [user, other] = [await signedInAs(portal, 'Staff'), await signedInAs(portal, 'Staff')];
      await end(user, 5 * 60_000);
      await overridePermission(portal, other.id, 'Admin.ViewAuditLogs', true);
      const [live, colleague] = [await connect(user, false), await connect(other, false)];
      await announceToAuditors();
      await Promise.all([live.until('ReceiveActivity'), colleague.until('ReceiveActivity')]);
      for (const page of [live, colleague]) page.heard.splice(0);
      portal.clock.advance({ minutes: 5 });
      await announceToAuditors();
      await colleague.until('ReceiveActivity');
      await notify(portal.deps.db, 'notifications', { userId: user.id });
      await live.until('NotificationsChanged');
      expect(live.heard).not.toContain('ReceiveActivity');
    });
  });

  describe('the next check closes the connection of an expired session', () => {
    it('twelve hours after signing in, however busy', async () => {
      const user = await signedInAs(portal, 'Staff');
      const live = await connect(user, false);
      for (let count = 0; count < 71; count += 1) {
        portal.clock.advance({ minutes: 10 });
        await portal.succeed(heartbeat, {}, user);
      }
      portal.clock.advance({ minutes: 9, seconds: 59 });
      await portal.succeed(heartbeat, {}, user);
      portal.clock.advance({ seconds: 1 });
      checks.forEach((check) => check());
      await live.until('closed');
      expect(live.heard).toEqual(['closed']);
    });

    it('after fifteen minutes without activity', async () => {
      const user = await signedInAs(portal, 'Staff');
      const live = await connect(user, false);
      portal.clock.advance({ minutes: 15 });
      checks.forEach((check) => check());
      await live.until('closed');
      expect(live.heard).toEqual(['closed']);
    });
  });
});
