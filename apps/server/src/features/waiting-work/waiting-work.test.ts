import { dictationGet } from '@portal/contract/dictations';
import { messageAssign, messageGet, messageList, messageMine } from '@portal/contract/messages';
import { myWork } from '@portal/contract/my-work';
import { notificationList } from '@portal/contract/notifications';
import { orderGet } from '@portal/contract/orders';
import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import { userDeactivate, userGet, userRoles, userUpdate } from '@portal/contract/users';
import { userReassignWork, userWaitingWork } from '@portal/contract/waiting-work';
import type { PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, type DictationDesk } from '#test/dictation-factories.ts';
import {
  auditOf,
  makeMessage,
  makeOrder,
  makeUser,
  overridePermission,
  signedInAs,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const REASON = 'Leaves the practice today';

describe('work that waits for a person', () => {
  let portal: TestPortal;
  let desk: DictationDesk;
  let admin: SignedInUser;
  let leaver: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeDictationDesk(portal);
    admin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
  });
  beforeEach(async () => {
    leaver = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => portal.close());

  const read = (user = admin) => portal.succeed(userWaitingWork, { params: { id: leaver.id } }, user);
  const deactivate = (query: { reassignTo?: string } = {}) =>
    portal.succeed(userDeactivate, { params: { id: leaver.id }, query }, admin);
  const message = (more: Partial<Parameters<typeof makeMessage>[1]> = {}) =>
    makeMessage(portal, {
      assignedToUserId: leaver.id,
      status: 'InProgress',
      priority: 'Urgent',
      patientId: desk.patientId,
      ...more,
    });
  const get = (id: string) => portal.succeed(messageGet, { params: { id } }, staff);
  const unassigned = async () =>
    (await portal.succeed(messageList, { query: { unassigned: 'true', pageSize: '100' } }, staff)).data.map(
      ({ id }) => id,
    );
  const notices = async (user: SignedInUser) =>
    (await portal.succeed(notificationList, { query: {} }, user)).data.map(
      ({ kind, entityId }) => `${kind} ${entityId}`,
    );
  const revoke = async (name: PermissionName, more: object = {}) => {
    const all = await portal.succeed(permissionList, {}, admin);
    const permissionId = all.find((each) => each.name === name)?.id ?? '';
    await portal.succeed(
      userOverrideSet,
      { params: { id: leaver.id }, body: { permissionId, isGranted: false, reason: REASON, ...more } },
      admin,
    );
  };
  /** One of each kind. */
  const giveWork = async () => {
    const { id: messageId } = await message();
    const { id: orderId } = await makeOrder(portal, {
      patientId: desk.patientId,
      providerId: leaver.id,
      isStat: true,
    });
    const note = (status: 'Draft' | 'Completed') =>
      makeDictation(portal, { ...desk, providerId: leaver.id, status });
    return { messageId, orderId, signatureId: await note('Completed'), draftId: await note('Draft') };
  };

  it('is counted by kind and named before a change, and the entry names the patients', async () => {
    const work = await giveWork();
    for (let index = 0; index < 5; index += 1) await message({ priority: 'Low' });
    const { sections } = await read();
    expect(sections.map(({ kind, count, urgentCount }) => [kind, count, urgentCount])).toEqual([
      ['messages', 6, 1],
      ['orders', 1, 1],
      ['signatures', 1, 0],
      ['drafts', 1, 0],
    ]);
    expect(sections[0]?.rows).toHaveLength(5);
    expect(sections[0]?.rows[0]).toMatchObject({
      id: work.messageId,
      label: expect.stringMatching(/^MSG-/) as unknown,
      patientName: 'Ient, Pat',
      isUrgent: true,
    });
    const entries = await auditOf(portal, 'User', leaver.id);
    expect(entries.at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: { patientIds: [desk.patientId] },
    });
  });

  it('is counted without rows for administrators who may not view it', async () => {
    await giveWork();
    const other = await signedInAs(portal, 'Admin');
    for (const name of ['Message.View', 'Order.View', 'Dictation.View'] as const)
      await overridePermission(portal, other.id, name, false);
    const { sections } = await read(other);
    expect(sections.map(({ count, rows }) => [count, rows])).toEqual(
      sections.map(({ count }) => [count, []]),
    );
    expect(sections).toHaveLength(4);
  });

  it('is shown as unassigned after a deactivation, and those who can take it are notified of urgent work', async () => {
    const { messageId, orderId, signatureId, draftId } = await giveWork();
    expect((await get(messageId)).assignedToUser?.id).toBe(leaver.id);
    expect(await unassigned()).not.toContain(messageId);
    await deactivate();
    expect(await get(messageId)).toMatchObject({ assignedToUser: null, formerAssignee: { id: leaver.id } });
    expect(await unassigned()).toContain(messageId);
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    const shown = (await portal.succeed(myWork, {}, nurse)).unassigned ?? [];
    for (const [kind, id] of [
      ['messages', messageId],
      ['orders', orderId],
      ['signatures', signatureId],
      ['drafts', draftId],
    ] as const)
      expect(shown.find((section) => section.kind === kind)?.rows.map((row) => row.id)).toContain(id);
    expect(await notices(staff)).toContain(`MessageUnassigned ${messageId}`);
  });

  it('goes to the chosen person in the same change, with audit entries that name the patient', async () => {
    const { messageId, orderId, signatureId } = await giveWork();
    const successor = await signedInAs(portal, 'ProviderPhysician');
    await deactivate({ reassignTo: successor.id });
    expect(await get(messageId)).toMatchObject({
      assignedToUser: { id: successor.id },
      formerAssignee: null,
    });
    const order = await portal.succeed(orderGet, { params: { id: orderId } }, successor);
    expect(order.orderedByUser.id).toBe(successor.id);
    const note = await portal.succeed(dictationGet, { params: { id: signatureId } }, successor);
    expect(note).toMatchObject({ providerId: successor.id, status: 'Saved' });
    const [assigned] = (await auditOf(portal, 'MedicalOrder', orderId)).filter(
      ({ action }) => action === 'Updated',
    );
    expect(assigned).toMatchObject({
      patient_id: desk.patientId,
      new_values: { orderedByUserId: successor.id },
    });
    expect((await read()).sections.map(({ kind }) => kind)).toEqual(['drafts']);
    expect(await notices(successor)).toContain(`MessageAssigned ${messageId}`);
    expect(await notices(staff)).not.toContain(`MessageUnassigned ${messageId}`);
  });

  it('refuses a person who may take none of it, and then changes nothing', async () => {
    const { messageId } = await giveWork();
    const inactive = await makeUser(portal, { roles: ['Staff'], isActive: false });
    const { status } = await portal.call(
      userDeactivate,
      { params: { id: leaver.id }, query: { reassignTo: inactive.id } },
      admin,
    );
    expect(status).toBe(400);
    expect((await get(messageId)).assignedToUser?.id).toBe(leaver.id);
  });

  it('waits for nobody once the assignee may not view it, and returns when they may again', async () => {
    const { id } = await message();
    const hour = new Date(portal.clock.now().getTime() + 3_600_000).toISOString();
    await revoke('Message.View', { expiresAt: hour });
    expect(await get(id)).toMatchObject({ assignedToUser: null, formerAssignee: { id: leaver.id } });
    expect(await notices(staff)).toContain(`MessageUnassigned ${id}`);
    portal.clock.advance({ hours: 2 });
    const again = await signedInAs(portal, 'Staff');
    expect(await portal.succeed(messageGet, { params: { id } }, again)).toMatchObject({
      assignedToUser: { id: leaver.id },
      formerAssignee: null,
    });
    expect(await notices(again)).not.toContain(`MessageUnassigned ${id}`);
    staff = again;
    admin = await signedInAs(portal, 'SuperAdmin');
  });

  it('goes to the chosen person when a role or a permission is taken away', async () => {
    const [first, second] = [await message(), await message()];
    await revoke('Message.View', { reassignTo: staff.id });
    expect((await get(first.id)).assignedToUser?.id).toBe(staff.id);
    expect((await get(second.id)).assignedToUser?.id).toBe(staff.id);
    const { orderId } = await giveWork();
    const user = await portal.succeed(userGet, { params: { id: leaver.id } }, admin);
    if (!('email' in user)) throw new Error('expected the full record');
    const successor = await makeUser(portal, { roles: ['ProviderPhysician'] });
    const roleIds = (await portal.succeed(userRoles, {}, admin))
      .filter(({ name }) => name === 'ProviderPhysician')
      .map(({ id }) => id);
    const body = {
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      title: user.title,
      isActive: false,
      roleIds,
      version: user.version,
      reassignTo: successor.id,
    };
    await portal.succeed(userUpdate, { params: { id: leaver.id }, body }, admin);
    const order = await portal.succeed(orderGet, { params: { id: orderId } }, admin);
    expect(order.orderedByUser.id).toBe(successor.id);
  });

  it('can be reassigned later, and a reassigned message does not come back with a reactivation', async () => {
    const { messageId } = await giveWork();
    await deactivate();
    await portal.succeed(
      userReassignWork,
      { params: { id: leaver.id }, body: { reassignTo: staff.id } },
      admin,
    );
    expect((await get(messageId)).assignedToUser?.id).toBe(staff.id);
    await portal.owner.query('update users set is_active = true where id = $1', [leaver.id]);
    expect((await get(messageId)).assignedToUser?.id).toBe(staff.id);
  });

  it('removes "was assigned to you" when the message is assigned to someone else', async () => {
    const { id } = await message();
    const nurse = await signedInAs(portal, 'MedicalAssistant');
    await portal.succeed(messageAssign, { params: { id }, body: { userId: nurse.id } }, staff);
    expect(await notices(nurse)).toEqual([`MessageAssigned ${id}`]);
    await portal.succeed(messageAssign, { params: { id }, body: { userId: null } }, staff);
    expect(await notices(nurse)).toEqual([]);
    expect((await portal.succeed(messageMine, {}, nurse)).openCount).toBe(0);
  });

  it('waits for nobody once a granted permission has expired, without any change', async () => {
    const { id } = await message();
    const other = await signedInAs(portal, 'Staff');
    await portal.owner.query(
      `delete from role_permissions where permission_id = (select id from permissions where name = 'Message.View')
        and role_id = (select id from roles where name = 'MedicalAssistant')`,
    );
    await portal.owner.query(
      `update user_roles set role_id = (select id from roles where name = 'MedicalAssistant') where user_id = $1`,
      [other.id],
    );
    const inOneHour = new Date(portal.clock.now().getTime() + 3_600_000);
    await overridePermission(portal, other.id, 'Message.View', true, inOneHour);
    await portal.succeed(messageAssign, { params: { id }, body: { userId: other.id } }, staff);
    expect(await unassigned()).not.toContain(id);
    portal.clock.advance({ hours: 2 });
    staff = await signedInAs(portal, 'Staff');
    admin = await signedInAs(portal, 'SuperAdmin');
    expect(await unassigned()).toContain(id);
  });
});
