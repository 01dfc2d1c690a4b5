import * as messages from '@portal/contract/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
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

describe('phone messages', () => {
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
  const setStatus = (id: string, status: 'New' | 'InProgress' | 'RequiresFollowUp' | 'Completed') =>
    portal.call(messages.messageSetStatus, { params: { id }, body: { status } }, staff);
  const update = (id: string, more: object = {}) =>
    portal.call(messages.messageUpdate, { params: { id }, body: { ...CALL, ...more } }, staff);
  const note = (id: string, user = staff) =>
    portal.call(messages.messageAddNote, { params: { id }, body: { text: 'Left a voicemail.' } }, user);
  /** Sends a body that the typed client would not allow. */
  const send = (path: string, body: unknown) =>
    portal.raw({
      method: 'POST',
      url: `/api${path}`,
      token: staff.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const sendCreate = (body: unknown) => send('/phonemessage', body);
  const snapshot = async () => {
    const { rows } = await portal.owner.query(
      `select (select jsonb_agg(m order by m.id) from phone_messages m) as messages, (select count(*) from phone_message_events) as events`,
    );
    return JSON.stringify(rows);
  };

  describe('POST /phonemessage', () => {
    it('creates a New message numbered MSG-YYYY-NNNNNN, with the phone as digits and the call time now by default', async () => {
      const first = await create({ patientId });
      const second = await create({ callDateTime: '2026-01-05T09:30:00-05:00' });
      expect(first).toMatchObject({
        messageNumber: expect.stringMatching(/^MSG-\d{4}-\d{6}$/),
        status: 'New',
        priority: 'High',
        callerPhone: '41055501427',
        callDateTime: portal.clock.now().toISOString(),
        patient: { id: patientId },
        takenBy: { id: staff.id },
        assignedToUser: null,
        message: CALL.message,
        version: 1,
        events: [{ kind: 'Created', user: { id: staff.id } }],
      });
      expect(second.callDateTime).toBe('2026-01-05T14:30:00.000Z');
      expect(Number(second.messageNumber.slice(-6))).toBe(Number(first.messageNumber.slice(-6)) + 1);
      expect((await create({ priority: undefined, callerPhone: '' })).priority).toBe('Normal');
      const [entry] = await auditOf(portal, 'PhoneMessage', first.id);
      expect(entry).toMatchObject({ action: 'Created', patient_id: patientId, user_id: staff.id });
    });

    it('numbers messages uniquely and without gaps under concurrency', async () => {
      const made = await Promise.all(Array.from({ length: 12 }, () => create()));
      const numbers = made
        .map(({ messageNumber }) => Number(messageNumber.slice(-6)))
        .toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    });

    it('assigns the new message on request, which makes it InProgress', async () => {
      const message = await create({ assignedToUserId: other.id });
      expect(message).toMatchObject({ status: 'InProgress', assignedToUser: { id: other.id } });
      expect(message.events).toMatchObject([
        { kind: 'Created' },
        { kind: 'Assigned', assignedTo: { id: other.id }, status: 'InProgress' },
      ]);
    });

    it('links a follow-up and its original to each other', async () => {
      const original = await create();
      const followUp = await create({ followUpToId: original.id });
      expect(followUp.followUpTo).toMatchObject({ id: original.id, messageNumber: original.messageNumber });
      const reread = await get(original.id);
      expect(reread.followUps).toMatchObject([{ id: followUp.id, messageNumber: followUp.messageNumber }]);
      expect(reread.events.at(-1)).toMatchObject({ kind: 'FollowUp', text: followUp.messageNumber });
    });

    it('creates one message for a repeated idempotency key', async () => {
      const headers = { 'idempotency-key': 'message-once' };
      const body = { ...CALL, message: 'Only once' };
      const first = await portal.succeed(messages.messageCreate, { body }, { ...staff, headers });
      const again = await portal.succeed(messages.messageCreate, { body }, { ...staff, headers });
      expect(again).toEqual(first);
      const changed = await portal.call(
        messages.messageCreate,
        { body: { ...body, message: 'Another' } },
        { ...staff, headers },
      );
      expect(changed.status).toBe(422);
    });

    it('400 reports every invalid field and stores nothing', async () => {
      const inactive = await makeUser(portal, { isActive: false });
      const blind = await makeUser(portal);
      await overridePermission(portal, blind.id, 'Message.View', false);
      const { id: gone } = await makePatient(portal, { isActive: false });
      const nobody = '00000000-0000-7000-8000-000000000000';
      const before = await snapshot();
      const cases: [object, string, string][] = [
        [{ category: 'Gossip' }, 'category', 'Choose a category'],
        [{ category: undefined }, 'category', 'Choose a category'],
        [{ callerName: '  ' }, 'callerName', 'Caller name is required'],
        [{ callerName: 'x'.repeat(101) }, 'callerName', 'Caller name can have at most 100 characters'],
        [
          { callerPhone: '555-0142' },
          'callerPhone',
          'Enter one US number with its area code, such as (555) 123-4567 ext. 89',
        ],
        [{ message: undefined }, 'message', 'Message is required'],
        [{ message: 'x'.repeat(2001) }, 'message', 'Message can have at most 2000 characters'],
        [{ message: 'a\u0000b' }, 'message', 'Message contains characters that are not allowed'],
        [{ priority: 'STAT' }, 'priority', 'Priority must be Urgent, High, Normal or Low'],
        [{ callDateTime: 'yesterday' }, 'callDateTime', 'Call time must be a date and time'],
        [{ callDateTime: '2999-01-01T00:00:00Z' }, 'callDateTime', 'Call time cannot be in the future'],
        [{ callDateTime: '1999-01-01T00:00:00Z' }, 'callDateTime', 'Call time is too long ago'],
        [{ patientId: 'Ada' }, 'patientId', 'Not a valid id'],
        [{ patientId: nobody }, 'patientId', 'This patient does not exist'],
        [{ patientId: gone }, 'patientId', 'This patient is inactive'],
        [{ assignedToUserId: nobody }, 'assignedToUserId', 'This user does not exist'],
        [
          { assignedToUserId: inactive.id },
          'assignedToUserId',
          'This user is no longer active. Choose someone else.',
        ],
        [
          { assignedToUserId: blind.id },
          'assignedToUserId',
          'This user does not have access to phone messages. Choose someone else.',
        ],
        [{ followUpToId: nobody }, 'followUpToId', 'The original message does not exist or was deleted.'],
      ];
      for (const [change, field, text] of cases) {
        const answer = await sendCreate({ ...CALL, ...change });
        expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [text] } } });
      }
      const unknown = { ...CALL, status: 'Completed' };
      expect((await sendCreate(unknown)).status).toBe(400);
      expect(await snapshot()).toBe(before);
    });

    it('403 on the assignee field without Message.Assign', async () => {
      const taker = await signedInAs(portal, 'Staff');
      await overridePermission(portal, taker.id, 'Message.Assign', false);
      const before = await snapshot();
      const answer = await portal.call(
        messages.messageCreate,
        { body: { ...CALL, assignedToUserId: other.id } },
        taker,
      );
      expect(answer).toMatchObject({
        status: 403,
        error: { errors: { assignedToUserId: ['You do not have permission to assign phone messages.'] } },
      });
      expect(await snapshot()).toBe(before);
    });
  });

  describe('GET /phonemessage/{id}', () => {
    it('is audited under the patient; returns 404 for unknown and 400 for malformed ids', async () => {
      const { id } = await create({ patientId });
      await get(id);
      expect((await auditOf(portal, 'PhoneMessage', id)).at(-1)).toMatchObject({
        action: 'Viewed',
        patient_id: patientId,
      });
      expect(
        (
          await portal.call(
            messages.messageGet,
            { params: { id: '00000000-0000-7000-8000-000000000000' } },
            staff,
          )
        ).status,
      ).toBe(404);
      expect((await portal.call(messages.messageGet, { params: { id: '42' } }, staff)).status).toBe(400);
    });
  });

  describe('PUT /phonemessage/{id}', () => {
    it('updates a message; the thread names the changed fields, never their old values', async () => {
      const { id, version } = await create();
      const answer = await update(id, {
        callerName: 'Grace B. Hopper',
        priority: 'Urgent',
        patientId,
        version,
      });
      expect(answer).toMatchObject({
        body: { callerName: 'Grace B. Hopper', priority: 'Urgent', patient: { id: patientId }, version: 2 },
      });
      expect((await get(id)).events.at(-1)).toMatchObject({
        kind: 'Edited',
        changedFields: ['callerName', 'patientId', 'priority'],
        text: null,
      });
      expect((await auditOf(portal, 'PhoneMessage', id)).at(1)).toMatchObject({
        action: 'Updated',
        old_values: { callerName: 'Grace Hopper', priority: 'High', patientId: null },
        new_values: { callerName: 'Grace B. Hopper', priority: 'Urgent', patientId },
      });
    });

    it('keeps the call time by default, and a patient who has since been deactivated', async () => {
      const { id: patient } = await makePatient(portal);
      const { id } = await create({ patientId: patient, callDateTime: '2026-01-05T14:30:00.000Z' });
      await portal.owner.query('update patients set is_active = false where id = $1', [patient]);
      expect(await update(id, { patientId: patient })).toMatchObject({
        status: 200,
        body: { callDateTime: '2026-01-05T14:30:00.000Z', patient: { id: patient } },
      });
    });

    it('409 STALE with the current record', async () => {
      const { id, version } = await create();
      await update(id, { callerName: 'Theirs', version });
      const before = await snapshot();
      const answer = await update(id, { callerName: 'Mine', version });
      expect(answer).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { callerName: 'Theirs', version: 2 } },
      });
      expect(await snapshot()).toBe(before);
    });

    it.each(['message', 'callerName'] as const)('400 for an empty %s, changing nothing', async (field) => {
      const { id } = await create();
      const before = await snapshot();
      for (const text of ['', ' \n '])
        expect(await update(id, { [field]: text })).toMatchObject({
          status: 400,
          error: { errors: { [field]: [expect.stringMatching(/ is required$/)] } },
        });
      expect(await snapshot()).toBe(before);
    });

    it('refuses to edit a Completed message', async () => {
      const { id } = await create();
      await complete(id);
      const before = await snapshot();
      expect(await update(id, { callerName: 'Late' })).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT' },
      });
      expect(await snapshot()).toBe(before);
    });
  });

  describe('notes in the thread', () => {
    it('can be added by users with Message.Edit and by the assignee, also after completion', async () => {
      const { id } = await create({ patientId });
      const reader = await signedInAs(portal, 'Staff');
      await overridePermission(portal, reader.id, 'Message.Edit', false);
      await assign(id, reader.id);
      await complete(id);
      const { version } = await get(id);
      expect(await note(id)).toMatchObject({ status: 201, body: { version } });
      expect((await get(id)).events.at(-1)).toMatchObject({ kind: 'Note', text: 'Left a voicemail.' });
      const bystander = await signedInAs(portal, 'Staff');
      await overridePermission(portal, bystander.id, 'Message.Edit', false);
      const before = await snapshot();
      expect(await note(id, bystander)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
      expect(await snapshot()).toBe(before);
      expect((await note(id, reader)).status).toBe(201);
      expect((await auditOf(portal, 'PhoneMessage', id)).at(-1)).toMatchObject({
        action: 'Added',
        user_id: reader.id,
        patient_id: patientId,
      });
    });

    it('400 without text and with more than 2000 characters', async () => {
      const { id } = await create();
      for (const text of [' ', 'x'.repeat(2001)])
        expect(
          (await portal.call(messages.messageAddNote, { params: { id }, body: { text } }, staff)).status,
        ).toBe(400);
    });
  });

  describe('DELETE /phonemessage/{id}', () => {
    it('soft-deletes: hidden from every list and endpoint, kept with the reason', async () => {
      const original = await create({ patientId });
      const { id } = await create({ followUpToId: original.id, patientId });
      const remove = () =>
        portal.call(
          messages.messageDelete,
          { params: { id }, body: { reason: 'Entered twice by mistake' } },
          admin,
        );
      expect((await remove()).status).toBe(204);
      expect((await remove()).status).toBe(404);
      for (const answer of [
        await portal.call(messages.messageGet, { params: { id } }, staff),
        await assign(id, other.id),
        await complete(id),
        await setStatus(id, 'InProgress'),
        await update(id),
        await note(id),
      ])
        expect(answer).toMatchObject({
          status: 404,
          error: { message: 'This phone message does not exist or was deleted.' },
        });
      const list = await portal.succeed(
        messages.messageList,
        { query: { pageSize: '100', patientId } },
        staff,
      );
      expect(list.data.map((row) => row.id)).not.toContain(id);
      expect((await get(original.id)).followUps).toEqual([]);
      const { rows } = await portal.owner.query(
        'select message, deleted_by from phone_messages where id = $1',
        [id],
      );
      expect(rows).toEqual([{ message: CALL.message, deleted_by: admin.id }]);
      const deleted = (await auditOf(portal, 'PhoneMessage', id)).find(({ action }) => action === 'Deleted');
      expect(deleted).toMatchObject({ reason: 'Entered twice by mistake', patient_id: patientId });
    });
  });
});
