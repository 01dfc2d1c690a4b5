import { dictationSign } from '@portal/contract/dictations';
import { messageAssign, messageComplete, messageCreate, messageDelete } from '@portal/contract/messages';
import { notificationCaller, notificationList, notificationsRead } from '@portal/contract/notifications';
import { permissionList } from '@portal/contract/permissions';
import { timecardAdd, timecardChange, timecardDelete } from '@portal/contract/timecards';
import { userDeactivate, userPreferences } from '@portal/contract/users';
import { userOverrideSet } from '@portal/contract/user-permissions';
import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import type { NotificationKind } from '@portal/domain/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('notifications', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  let nurse: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
  });
  beforeEach(async () => {
    nurse = await signedInAs(portal, 'MedicalAssistant');
  });
  afterAll(() => portal.close());

  const list = (user = nurse, query: object = {}) => portal.succeed(notificationList, { query }, user);
  const texts = async (user = nurse) => (await list(user)).data.map(({ text }) => text);
  const newMessage = (body: object = {}, user = staff) =>
    portal.succeed(
      messageCreate,
      {
        body: { category: 'Medical', callerName: 'Grace Hopper', message: 'Secret complaint', ...body },
      },
      user,
    );
  const assign = (id: string, userId: string | null, user = staff) =>
    portal.succeed(messageAssign, { params: { id }, body: { userId } }, user);
  const complete = (id: string, user = staff) =>
    portal.succeed(messageComplete, { params: { id }, body: { resolution: 'Done.' } }, user);
  const mute = (user: SignedInUser, ...mutedNotifications: NotificationKind[]) =>
    portal.succeed(userPreferences, { body: { ...DEFAULT_PREFERENCES, mutedNotifications } }, user);
  const maintain = (now: Date) => runMaintenance({ ...portal.deps, clock: { now: () => now } });
  const later = (ms: number) => new Date(portal.clock.now().getTime() + ms);
  const send = (body: unknown, user = nurse) =>
    portal.raw({
      method: 'POST',
      url: '/api/notifications/read',
      token: user.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });

  const override = async (expiresAt: Date) => {
    const all = await portal.succeed(permissionList, {}, admin);
    const permissionId = all.find(({ name }) => name === 'Order.Cancel')?.id ?? '';
    const body = { permissionId, isGranted: true, reason: 'Covers the front desk', expiresAt };
    await portal.succeed(
      userOverrideSet,
      { params: { id: nurse.id }, body: { ...body, expiresAt: expiresAt.toISOString() } },
      admin,
    );
  };
  const callerOf = (id: string, user = nurse) => portal.call(notificationCaller, { params: { id } }, user);

  describe('are added', () => {
    it('for an assigned message, without its caller, text or patient', async () => {
      const { id: patientId } = await makePatient(portal, { lastName: 'Quillfeather' });
      const created = await newMessage({ patientId, assignedToUserId: nurse.id, priority: 'Urgent' });
      const other = await newMessage();
      portal.clock.advance({ minutes: 1 });
      await assign(other.id, nurse.id);
      const answer = await list();
      expect(answer).toMatchObject({ totalCount: 2, unreadCount: 2 });
      expect(answer.data).toMatchObject([
        {
          kind: 'MessageAssigned',
          entityId: other.id,
          isRead: false,
          isUrgent: false,
          text: `${other.messageNumber} was assigned to you by ${staff.name}`,
        },
        { kind: 'MessageAssigned', entityId: created.id, isUrgent: true },
      ]);
      expect(JSON.stringify(answer)).not.toMatch(/Hopper|Secret|Quillfeather/);
      expect(await list(staff)).toMatchObject({ totalCount: 0, unreadCount: 0 });
    });

    it('for the assignee when someone else completes the message, but not when they do so themselves', async () => {
      const { id, messageNumber } = await newMessage();
      await assign(id, nurse.id, nurse);
      expect(await texts()).toEqual([]);
      await complete(id);
      expect(await texts()).toEqual([
        `${messageNumber}, which is assigned to you, was completed by ${staff.name}`,
      ]);
      const own = await newMessage();
      await assign(own.id, nurse.id, nurse);
      await complete(own.id, nurse);
      expect(await list()).toMatchObject({ totalCount: 1 });
    });

    it('for the author of a dictation that its provider signs', async () => {
      const physician = await signedInAs(portal, 'ProviderPhysician');
      const desk = await makeDictationDesk(portal);
      const make = () =>
        makeDictation(portal, {
          ...desk,
          providerId: physician.id,
          status: 'Completed',
          procedureDate: '2026-11-20',
        });
      const [id, own] = [await make(), await make()];
      await portal.owner.query('update dictations set created_by = $2 where id = $1', [id, nurse.id]);
      for (const each of [id, own])
        await portal.succeed(dictationSign, { params: { id: each }, body: { version: 1 } }, physician);
      expect((await list()).data).toMatchObject([
        {
          kind: 'DictationSigned',
          entityId: id,
          text: `${physician.name} signed a dictation that you entered (procedure on 11/20/2026)`,
        },
      ]);
      expect(await texts(physician)).toEqual([]);
      await overridePermission(portal, nurse.id, 'Dictation.View', false);
      expect(await texts()).toEqual([]);
    });

    it('for a timecard that someone else adds, corrects or deletes', async () => {
      const times = { lunchStartTime: null, lunchEndTime: null, notes: null, reason: 'From the paper list' };
      const clock = { clockInTime: '2026-11-02T13:00:00.000Z', clockOutTime: '2026-11-02T21:00:00.000Z' };
      const { id, version } = await portal.succeed(
        timecardAdd,
        { body: { userId: nurse.id, ...clock, ...times } },
        admin,
      );
      const changed = { ...clock, ...times, clockInTime: '2026-11-02T14:00:00.000Z', version };
      await portal.succeed(timecardChange, { params: { id }, body: changed }, admin);
      await portal.succeed(timecardDelete, { params: { id }, body: { reason: 'Added twice' } }, admin);
      const text = `${admin.name} corrected your timecard of 11/02/2026`;
      expect(await texts()).toEqual([text, text, text]);
      expect((await list()).data[0]).toMatchObject({ entityId: id, day: '2026-11-02' });
      await portal.succeed(timecardAdd, { body: { userId: admin.id, ...clock, ...times } }, admin);
      expect(await texts(admin)).toEqual([]);
    });

    it('together with their cause or not at all', async () => {
      const { id } = await newMessage();
      await portal.owner.query(
        `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refuse before insert on notifications for each row execute function refuse()`,
      );
      const body = { userId: nurse.id };
      expect((await portal.call(messageAssign, { params: { id }, body }, staff)).status).toBe(500);
      await portal.owner.query('drop trigger refuse on notifications; drop function refuse');
      const { rows } = await portal.owner.query(
        'select assigned_to_user_id from phone_messages where id = $1',
        [id],
      );
      expect(rows).toEqual([{ assigned_to_user_id: null }]);
      expect(await texts()).toEqual([]);
    });

    it('only for wanted kinds, and not for deactivated users', async () => {
      await mute(nurse, 'MessageAssigned');
      const { id, messageNumber } = await newMessage();
      await assign(id, nurse.id);
      expect(await texts()).toEqual([]);
      await complete(id);
      expect(await texts()).toEqual([
        `${messageNumber}, which is assigned to you, was completed by ${staff.name}`,
      ]);
      const leaver = await signedInAs(portal, 'Staff');
      const left = await newMessage({ assignedToUserId: leaver.id });
      await portal.succeed(userDeactivate, { params: { id: leaver.id } }, admin);
      await complete(left.id);
      const { rows } = await portal.owner.query('select kind from notifications where user_id = $1', [
        leaver.id,
      ]);
      expect(rows).toEqual([{ kind: 'MessageAssigned' }]);
    });
  });

  describe('of permission overrides', () => {
    it('come once, three days before they expire, and again when they have expired', async () => {
      const end = later(10 * DAY);
      await override(end);
      await maintain(later(6 * DAY));
      expect(await texts()).toEqual([]);
      await maintain(later(7 * DAY));
      await maintain(later(8 * DAY));
      const rows = (await list()).data;
      expect(rows).toMatchObject([{ kind: 'PermissionExpiring', isUrgent: false }]);
      expect(rows[0]?.text).toMatch(/^Your permission override expires on .*: Cancel medical orders$/);
      await maintain(later(10 * DAY));
      await maintain(later(11 * DAY));
      expect((await list()).data).toMatchObject([
        {
          kind: 'PermissionExpired',
          text: expect.stringMatching(/^Your permission override expired on .*: Cancel medical orders$/),
        },
      ]);
    });

    it('go when there is an override again', async () => {
      await override(later(DAY));
      await maintain(later(2 * DAY));
      expect((await list()).data).toMatchObject([{ kind: 'PermissionExpired' }]);
      await override(later(20 * DAY));
      expect(await list()).toMatchObject({ totalCount: 0, unreadCount: 0 });
    });

    it('do not announce one that was changed in the meantime, or that is muted', async () => {
      await override(later(DAY));
      await maintain(later(HOUR));
      expect(await list()).toMatchObject({ totalCount: 1 });
      await override(later(20 * DAY));
      expect(await list()).toMatchObject({ totalCount: 0, unreadCount: 0 });
      await mute(nurse, 'PermissionExpired', 'PermissionExpiring');
      await maintain(later(19 * DAY));
      await maintain(later(21 * DAY));
      expect(await list()).toMatchObject({ totalCount: 0 });
    });
  });

  describe('are shown', () => {
    it('only while the user may see the record and it is not deleted', async () => {
      const kept = await newMessage({ assignedToUserId: nurse.id });
      const deleted = await newMessage({ assignedToUserId: nurse.id });
      await portal.succeed(messageDelete, { params: { id: deleted.id }, body: null }, admin);
      expect((await list()).data.map(({ entityId }) => entityId)).toEqual([kept.id]);
      await overridePermission(portal, nurse.id, 'Message.View', false);
      expect(await list()).toEqual({ data: [], totalCount: 0, unreadCount: 0 });
    });

    it('in pages, newest first; a page past the end is the last one', async () => {
      const numbers = [];
      for (let count = 0; count < 5; count += 1) {
        portal.clock.advance({ minutes: 1 });
        numbers.unshift((await newMessage({ assignedToUserId: nurse.id })).messageNumber);
      }
      const shown = numbers.map((number) => `${number} was assigned to you by ${staff.name}`);
      const page = async (number: string) => {
        const { data, totalCount } = await list(nurse, { page: number, pageSize: '2' });
        expect(totalCount).toBe(5);
        return data.map(({ text }) => text);
      };
      expect([...(await page('1')), ...(await page('2')), ...(await page('3'))]).toEqual(shown);
      expect(await page('4000000')).toEqual(shown.slice(4));
      expect((await portal.call(notificationList, { query: { page: 'x' } }, nurse)).status).toBe(400);
    });

    it('for 30 days', async () => {
      await newMessage({ assignedToUserId: nurse.id });
      await maintain(later(30 * DAY));
      expect(await texts()).toHaveLength(1);
      await maintain(later(30 * DAY + 1));
      expect(await texts()).toEqual([]);
    });
  });

  describe('POST /notifications/read', () => {
    it('marks some, or all up to a moment, and never those of other users', async () => {
      await newMessage({ assignedToUserId: nurse.id });
      await newMessage({ assignedToUserId: nurse.id });
      const seen = (await list()).data[0];
      portal.clock.advance({ seconds: 1 });
      await newMessage({ assignedToUserId: nurse.id });
      const [newest, first] = (await list()).data;
      const ids = [first?.id ?? ''];
      expect(await send({ ids }, staff)).toMatchObject({ status: 204 });
      expect(await list()).toMatchObject({ unreadCount: 3 });
      await portal.succeed(notificationsRead, { body: { ids: [...ids, ...ids] } }, nurse);
      expect((await list()).data.map(({ isRead }) => isRead)).toEqual([false, true, false]);
      await portal.succeed(notificationsRead, { body: { until: seen?.at } }, nurse);
      expect((await list()).data.map(({ isRead }) => isRead)).toEqual([false, true, true]);
      await portal.succeed(notificationsRead, { body: { until: newest?.at } }, nurse);
      expect(await list()).toMatchObject({ totalCount: 3, unreadCount: 0 });
    });

    it.each([
      {},
      { ids: [], until: '2026-11-21T15:00:00Z' },
      { ids: ['x'] },
      { ids: "' or true --" },
      { ids: [null] },
      { ids: Array.from({ length: 101 }, () => '00000000-0000-7000-8000-000000000000') },
      { until: 'yesterday' },
      { until: '275760-09-13T00:00:00Z' },
      { until: '2026-11-21T15:00:00Z', userId: '00000000-0000-7000-8000-000000000000' },
    ])('refuses %j with 400', async (body) => {
      expect(await send(body)).toMatchObject({ status: 400 });
    });

    it('requires a session', async () => {
      expect((await portal.call(notificationList, { query: {} })).status).toBe(401);
      expect((await portal.call(notificationsRead, { body: { ids: [] } })).status).toBe(401);
    });
  });

  describe('GET /notifications/:id/caller', () => {
    it('names the caller of an urgent message to its assignee, and records that', async () => {
      const { id: patientId } = await makePatient(portal);
      const message = await newMessage({ assignedToUserId: nurse.id, priority: 'Urgent', patientId });
      const id = (await list()).data[0]?.id ?? '';
      expect(await callerOf(id)).toMatchObject({ status: 200, body: { callerName: 'Grace Hopper' } });
      expect((await auditOf(portal, 'PhoneMessage', message.id)).at(-1)).toMatchObject({
        action: 'Accessed',
        user_id: nurse.id,
        patient_id: patientId,
      });
      expect((await callerOf(id, staff)).status).toBe(404);
      expect((await callerOf(message.id)).status).toBe(404);
      await overridePermission(portal, nurse.id, 'Message.View', false);
      expect((await callerOf(id)).status).toBe(403);
    });

    it('is missing for other messages', async () => {
      await newMessage({ assignedToUserId: nurse.id, priority: 'High' });
      const id = (await list()).data[0]?.id ?? '';
      expect((await callerOf(id)).status).toBe(404);
    });
  });
});
