import { recentActivity } from '@portal/contract/dashboard';
import * as messages from '@portal/contract/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makeMessage,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CALL = {
  category: 'Prescription',
  callerName: 'Grace Hopper',
  callerPhone: '(410) 555-0142 ext. 7',
  message: 'Needs a refill.\nPharmacy on Main Street.',
  priority: 'High',
} as const;

describe('status of phone messages', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let other: SignedInUser;
  let admin: SignedInUser;
  let patientId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    other = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'Admin');
    ({ id: patientId } = await makePatient(portal));
  });
  afterAll(() => portal.close());

  const create = (body: object = {}, user = staff) =>
    portal.succeed(messages.messageCreate, { body: { ...CALL, ...body } }, user);
  const get = (id: string) => portal.succeed(messages.messageGet, { params: { id } }, staff);
  const assign = (id: string, userId: string | null, more: object = {}, user = staff) =>
    portal.call(messages.messageAssign, { params: { id }, body: { userId, ...more } }, user);
  const complete = (id: string, more: object = {}, user = staff) =>
    portal.call(
      messages.messageComplete,
      { params: { id }, body: { resolution: 'Called back, refill sent.', ...more } },
      user,
    );
  const setStatus = (
    id: string,
    status: 'New' | 'InProgress' | 'RequiresFollowUp' | 'Completed',
    more: object = {},
  ) => portal.call(messages.messageSetStatus, { params: { id }, body: { status, ...more } }, staff);
  const update = (id: string, more: object = {}) =>
    portal.call(messages.messageUpdate, { params: { id }, body: { ...CALL, ...more } }, staff);
  /** Sends a body that the typed client would not allow. */
  const send = (path: string, body: unknown) =>
    portal.raw({
      method: 'POST',
      url: `/api${path}`,
      token: staff.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const snapshot = async () => {
    const { rows } = await portal.owner.query(
      `select (select jsonb_agg(m order by m.id) from phone_messages m) as messages, (select count(*) from phone_message_events) as events`,
    );
    return JSON.stringify(rows);
  };

  describe('transitions', () => {
    it('go to InProgress when a New message is assigned, then between InProgress and RequiresFollowUp', async () => {
      const { id } = await create();
      expect(await assign(id, other.id)).toMatchObject({
        body: { status: 'InProgress', assignedToUser: { id: other.id }, version: 2 },
      });
      expect(await setStatus(id, 'RequiresFollowUp')).toMatchObject({ body: { status: 'RequiresFollowUp' } });
      expect(await assign(id, staff.id)).toMatchObject({ body: { status: 'RequiresFollowUp' } });
      expect(await update(id, { status: 'InProgress' })).toMatchObject({ body: { status: 'InProgress' } });
      expect(await assign(id, null)).toMatchObject({ body: { status: 'InProgress', assignedToUser: null } });
      const kinds = (await get(id)).events.map(({ kind }) => kind);
      expect(kinds).toEqual([
        'Created',
        'Assigned',
        'StatusChanged',
        'Assigned',
        'StatusChanged',
        'Assigned',
      ]);
    });

    it.each([
      ['New', 'RequiresFollowUp', 'Assign the message to someone first.'],
      ['New', 'Completed', 'Complete the message with a resolution.'],
      ['InProgress', 'New', 'A message cannot go back to New.'],
      ['RequiresFollowUp', 'Completed', 'Complete the message with a resolution.'],
    ] as const)('409 for %s to %s, by either call, changing nothing', async (from, to, text) => {
      const { id } = await makeMessage(portal, { status: from });
      const before = await snapshot();
      for (const answer of [await setStatus(id, to), await update(id, { status: to })])
        expect(answer).toMatchObject({ status: 409, error: { errors: { status: [text] } } });
      expect(await snapshot()).toBe(before);
    });

    it.each(['New', 'InProgress', 'RequiresFollowUp'] as const)(
      'allow completing a %s message',
      async (from) => {
        const { id } = await makeMessage(portal, { status: from, patientId });
        expect(await complete(id)).toMatchObject({
          body: {
            status: 'Completed',
            resolution: 'Called back, refill sent.',
            completedBy: { id: staff.id },
            completedAt: portal.clock.now().toISOString(),
          },
        });
        expect((await auditOf(portal, 'PhoneMessage', id)).at(-1)).toMatchObject({
          action: 'Updated',
          patient_id: patientId,
          old_values: { status: from },
        });
      },
    );

    it('end at Completed: neither status nor assignee can change afterwards', async () => {
      const { id } = await create();
      await complete(id);
      const before = await snapshot();
      for (const answer of [
        await complete(id),
        await setStatus(id, 'InProgress'),
        await assign(id, other.id),
        await assign(id, null),
      ])
        expect(answer).toMatchObject({
          status: 409,
          error: { code: 'CONFLICT', current: { status: 'Completed' } },
        });
      expect(await snapshot()).toBe(before);
    });

    it('let one of two concurrent users complete a message; the other gets the record and who completed it', async () => {
      const { id } = await create();
      const answers = await Promise.all([
        complete(id, { resolution: 'One' }),
        complete(id, { resolution: 'Two' }, other),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const lost = answers.find(({ ok }) => !ok);
      const { resolution } = await get(id);
      expect(lost).toMatchObject({
        error: {
          message: expect.stringMatching(
            /^This message was completed by Test User\d+ on \d\d\/\d\d\/\d{4} \d\d:\d\d/,
          ),
          current: { status: 'Completed', resolution },
        },
      });
      expect((await get(id)).events.filter(({ kind }) => kind === 'Completed')).toHaveLength(1);
    });

    it('400 without a resolution of 1 to 2000 characters', async () => {
      const { id } = await create();
      const before = await snapshot();
      for (const [resolution, text] of [
        [' \n ', 'Resolution is required'],
        [undefined, 'Resolution is required'],
        ['x'.repeat(2001), 'Resolution can have at most 2000 characters'],
      ])
        expect(await complete(id, { resolution })).toMatchObject({
          status: 400,
          error: { errors: { resolution: [text] } },
        });
      expect(await snapshot()).toBe(before);
      expect((await complete(id, { resolution: 'x'.repeat(2000) })).status).toBe(200);
    });

    it('409 STALE for assigning, completing or changing the status of a message that has changed', async () => {
      const { id } = await makeMessage(portal, { status: 'InProgress' });
      const { version } = await get(id);
      await update(id, { callerName: 'Changed' });
      const before = await snapshot();
      for (const answer of [
        await assign(id, other.id, { version }),
        await complete(id, { version }),
        await setStatus(id, 'RequiresFollowUp', { version }),
      ])
        expect(answer).toMatchObject({ status: 409, error: { code: 'STALE' } });
      expect(await snapshot()).toBe(before);
    });
  });

  describe('POST /phonemessage/{id}/assign', () => {
    it('400 for an unknown, inactive, malformed or missing assignee, and one who may not see messages', async () => {
      const { id } = await create();
      const inactive = await makeUser(portal, { isActive: false });
      const blind = await makeUser(portal);
      await overridePermission(portal, blind.id, 'Message.View', false);
      const before = await snapshot();
      for (const userId of ['00000000-0000-7000-8000-000000000000', inactive.id, blind.id, 'Bob'])
        expect(await assign(id, userId)).toMatchObject({
          status: 400,
          error: { errors: { userId: [expect.any(String)] } },
        });
      expect((await send(`/phonemessage/${id}/assign`, {})).status).toBe(400);
      expect(await snapshot()).toBe(before);
    });

    it('changes nothing when assigning the same user again, as on a double click', async () => {
      const { id, version } = await create();
      await assign(id, other.id, { version });
      expect(await assign(id, other.id, { version })).toMatchObject({ status: 200, body: { version: 2 } });
      expect((await get(id)).events).toHaveLength(2);
    });

    it('lists active users who may see messages by name at GET /user/assignable', async () => {
      const blind = await makeUser(portal, { lastName: 'Aaa' });
      await overridePermission(portal, blind.id, 'Message.View', false);
      const expired = await makeUser(portal, { lastName: 'Aab', firstName: 'Amy' });
      await overridePermission(portal, expired.id, 'Message.View', false, portal.clock.now());
      await makeUser(portal, { lastName: 'Aac', isActive: false });
      const people = await portal.succeed(messages.userAssignable, {}, staff);
      expect(people[0]).toEqual({ id: expired.id, firstName: 'Amy', lastName: 'Aab', title: null });
      expect(people.map(({ id }) => id)).toContain(admin.id);
      expect(people.map(({ lastName }) => lastName)).not.toContain('Aaa');
      expect(people.map(({ lastName }) => lastName)).not.toContain('Aac');
    });

    it('notifies only the assignee in the live feed, and updates their badge', async () => {
      const nurse = await signedInAs(portal, 'Staff');
      const mine = () => portal.succeed(messages.messageMine, {}, nurse);
      expect(await mine()).toEqual({ openCount: 0 });
      const { id } = await create({ message: 'Secret complaint' });
      await assign(id, nurse.id);
      expect(await mine()).toEqual({ openCount: 1 });
      const feed = async (user: SignedInUser) =>
        (await portal.succeed(recentActivity, { query: { count: '100' } }, user)).filter(
          ({ entityId }) => entityId === id,
        );
      const assigned = 'A phone message was assigned to you';
      expect((await feed(nurse)).map(({ description }) => description)).toContain(assigned);
      expect((await feed(staff)).map(({ description }) => description)).not.toContain(assigned);
      expect((await feed(admin)).map(({ description }) => description)).not.toContain(assigned);
      // Neither the caller nor the content.
      expect(JSON.stringify(await feed(nurse))).not.toMatch(/Secret|Hopper|555-?0142/);
      await overridePermission(portal, nurse.id, 'Message.View', false);
      expect(await feed(nurse)).toEqual([]);
      await complete(id);
      await portal.owner.query('delete from user_permission_overrides where user_id = $1', [nurse.id]);
      expect(await mine()).toEqual({ openCount: 0 });
    });
  });
});
