import { draftSave } from '@portal/contract/dictation-drafts';
import { myWork, waitingCounts } from '@portal/contract/my-work';
import { timecardClockIn } from '@portal/contract/timecards';
import type { PermissionName } from '@portal/domain/permissions';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, type DictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makeTimecard,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const idsOf = (section: { rows: readonly { id: string }[] } | undefined) => section?.rows.map(({ id }) => id);

describe('GET /dashboard/my-work', () => {
  let portal: TestPortal;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const read = (user: SignedInUser) => portal.succeed(myWork, {}, user);
  const hoursAgo = (hours: number) => new Date(portal.clock.now().getTime() - hours * 3_600_000);

  it('lists my open messages by priority, then longest waiting, and counts all of them', async () => {
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    const other = await makeUser(portal);
    const mine = { assignedToUserId: nurse.id, status: 'InProgress' } as const;
    const add = async (options: Parameters<typeof makeMessage>[1]) => (await makeMessage(portal, options)).id;
    const recent = await add({ ...mine, callAt: hoursAgo(1) });
    const old = await add({ ...mine, callAt: hoursAgo(9) });
    const urgent = await add({ ...mine, priority: 'Urgent', callAt: hoursAgo(1) });
    await add({ ...mine, status: 'Completed', callAt: hoursAgo(50) });
    await add({ assignedToUserId: other.id });
    await add({});
    expect(idsOf((await read(nurse)).messages)).toEqual([urgent, old, recent]);
    for (let index = 0; index < 4; index += 1) await add({ ...mine, priority: 'Low' });
    const { messages } = await read(nurse);
    expect(messages?.totalCount).toBe(7);
    expect(messages?.rows).toHaveLength(5);
  });

  it('lists what awaits my signature, for providers only', async () => {
    const physician = await signedInAs(portal, 'ProviderPhysician');
    const add = (status: 'Draft' | 'Saved' | 'Completed' | 'Signed', procedureDate: string) =>
      makeDictation(portal, { ...desk, providerId: physician.id, status, procedureDate });
    const completed = await add('Completed', '2026-11-19');
    const saved = await add('Saved', '2026-11-18');
    await add('Signed', '2026-11-17');
    await add('Draft', '2026-11-16');
    const other = await signedInAs(portal, 'ProviderMidLevel');
    expect(idsOf((await read(physician)).signatures)).toEqual([saved, completed]);
    expect(idsOf((await read(other)).signatures)).toEqual([]);
    expect(await read(await signedInAs(portal, 'SuperAdmin'))).not.toHaveProperty('signatures');
    expect(await portal.succeed(waitingCounts, {}, physician)).toMatchObject({ signatures: 2 });
  });

  it('lists my unfinished dictations: autosaved texts and saved drafts, each once', async () => {
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    const draft = (providerId: string) => makeDictation(portal, { ...desk, providerId });
    const [saved, edited] = [await draft(nurse.id), await draft(nurse.id)];
    await draft((await makeUser(portal)).id);
    const autosave = (dictationId: string | null, patientId: string | null) => {
      const id = randomUUID();
      const body = {
        dictationId,
        templateId: desk.templateId,
        templateVersion: 1,
        baseVersion: dictationId === null ? null : 1,
        revision: 0,
        editorId: randomUUID(),
        content: {
          patientId,
          procedureDate: '',
          procedureLocation: '',
          providerId: null,
          locationId: null,
          formData: {},
          editedFields: [],
          editedFrom: {},
          billingCodes: null,
          billingOption: 'standard' as const,
          complications: '',
          createKey: id,
        },
      };
      portal.clock.advance({ seconds: 1 });
      return portal.succeed(draftSave, { params: { id }, body }, nurse);
    };
    const unsaved = await autosave(null, null);
    const changes = await autosave(edited, desk.patientId);
    const { drafts } = await read(nurse);
    expect(drafts?.totalCount).toBe(3);
    expect(drafts?.rows).toEqual([
      expect.objectContaining({ draftId: changes.id, dictationId: edited, patientId: desk.patientId }),
      expect.objectContaining({ draftId: unsaved.id, dictationId: null, patientName: null }),
      expect.objectContaining({
        draftId: null,
        dictationId: saved,
        patientName: expect.stringMatching(/Ient, Pat|Pat Ient/) as unknown,
      }),
    ]);
  });

  it('lists my open orders that are STAT or overdue, STAT first', async () => {
    const physician = await signedInAs(portal, 'ProviderPhysician');
    const add = async (options: Partial<Parameters<typeof makeOrder>[1]>) =>
      (await makeOrder(portal, { patientId: desk.patientId, providerId: physician.id, ...options })).id;
    // Today is 2026-11-21.
    const overdue = await add({ orderDate: '2026-11-06', status: 'Scheduled' });
    const stat = await add({ orderDate: '2026-11-21', isStat: true });
    await add({ orderDate: '2026-11-07' });
    await add({ orderDate: '2026-11-01', status: 'Completed' });
    await add({ isStat: true, status: 'Cancelled' });
    const other = await makeUser(portal, { roles: ['ProviderMidLevel'] });
    await add({ providerId: other.id, isStat: true });
    const entered = await add({ providerId: other.id, isStat: true, orderDate: '2026-11-19' });
    await portal.owner.query('update medical_orders set created_by = $1 where id = $2', [
      physician.id,
      entered,
    ]);
    expect(idsOf((await read(physician)).orders)).toEqual([entered, stat, overdue]);
    expect(await portal.succeed(waitingCounts, {}, physician)).toMatchObject({ orders: 3 });
  });

  it('lists unconfirmed timecards for those who correct them', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const { id: employee } = await makeUser(portal);
    const open = await makeTimecard(portal, employee, hoursAgo(20));
    const closed = await makeTimecard(portal, employee, hoursAgo(70), hoursAgo(50));
    const confirmed = await makeTimecard(portal, employee, hoursAgo(170), hoursAgo(150));
    await makeTimecard(portal, (await makeUser(portal)).id, hoursAgo(3));
    await portal.deps.db
      .updateTable('timecards')
      .set({ hours_confirmed: true })
      .where('id', '=', confirmed)
      .execute();
    expect(idsOf((await read(admin)).corrections)).toEqual([open, closed]);
    expect(await portal.succeed(waitingCounts, {}, admin)).toMatchObject({ corrections: 2 });
  });

  it('shows my clock', async () => {
    const staff = await signedInAs(portal, 'Staff');
    expect((await read(staff)).clock).toEqual({ state: 'NotClockedIn', clockInTime: null, isTooLong: false });
    const { clockInTime } = await portal.succeed(timecardClockIn, { body: null }, staff);
    expect((await read(staff)).clock).toEqual({ state: 'ClockedIn', clockInTime, isTooLong: false });
  });

  it.each([
    ['Message.View', 'messages'],
    ['Dictation.View', 'signatures'],
    ['Dictation.View', 'drafts'],
    ['Order.View', 'orders'],
    ['Timecard.ManageTimecards', 'corrections'],
    ['Timecard.View', 'clock'],
  ] as const satisfies (readonly [PermissionName, string])[])(
    'without %s there is no section "%s"',
    async (permission, section) => {
      const user = await signedInAs(portal, 'ProviderPhysician');
      await overridePermission(portal, user.id, permission, true);
      expect(await read(user)).toHaveProperty(section);
      const other = await signedInAs(portal, 'ProviderPhysician');
      await overridePermission(portal, other.id, permission, false);
      expect(await read(other)).not.toHaveProperty(section);
      expect(await portal.succeed(waitingCounts, {}, other)).not.toHaveProperty(section);
    },
  );

  it('answers a user without any of these permissions, and 401 without a session', async () => {
    const user = await signedInAs(portal, 'Staff');
    for (const permission of ['Message.View', 'Order.View', 'Timecard.View'] as const)
      await overridePermission(portal, user.id, permission, false);
    expect(await read(user)).toEqual({});
    expect(await portal.succeed(waitingCounts, {}, user)).toEqual({});
    expect((await portal.call(myWork, {})).status).toBe(401);
    expect((await portal.call(waitingCounts, {})).status).toBe(401);
  });

  it('is audited once with the records and patients shown', async () => {
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    const { patientId } = desk;
    const { id } = await makeMessage(portal, { assignedToUserId: nurse.id, patientId });
    await read(nurse);
    const entries = (await auditOf(portal, 'Patient', null)).filter(({ user_id }) => user_id === nurse.id);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'Accessed',
        new_values: expect.objectContaining({
          messageIds: [id],
          dictationIds: [],
          draftIds: [],
          orderIds: [],
          patientIds: [patientId],
        }) as unknown,
      }),
    ]);
  });
});
