import { recordEditing, recordEditors } from '@portal/contract/record-editors';
import type { EditedRecordType } from '@portal/domain/edited-record';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { soon } from '#test/soon.ts';

const RECORD = '01980000-0000-7000-8000-000000000001';

describe('who is editing a record', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let assistant: SignedInUser;
  let staff: SignedInUser;
  const changes: unknown[] = [];
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    staff = await signedInAs(portal, 'Staff');
    portal.deps.notifier.on('changes', (change) => changes.push(change));
  });
  afterAll(() => portal.close());

  const report = (who: SignedInUser, isEditing: boolean, entityType: EditedRecordType = 'MedicalOrder') =>
    portal.call(recordEditing, { body: { entityType, entityId: RECORD, isEditing } }, who);
  const seenBy = async (who: SignedInUser, entityType: EditedRecordType = 'MedicalOrder') =>
    (await portal.succeed(recordEditors, { query: { entityType, entityId: RECORD } }, who)).map(
      ({ userId }) => userId,
    );

  it('is shown to everyone else until they leave or are not seen any longer', async () => {
    expect((await report(provider, true)).status).toBe(204);
    expect((await report(assistant, true)).status).toBe(204);
    expect((await seenBy(staff)).toSorted()).toEqual([provider.id, assistant.id].toSorted());
    expect(await seenBy(provider)).toEqual([assistant.id]);
    portal.clock.advance({ seconds: 59 });
    await report(provider, true);
    portal.clock.advance({ seconds: 1 });
    expect(await seenBy(staff)).toEqual([provider.id]);
    await report(provider, false);
    expect(await seenBy(staff)).toEqual([]);
    expect(await seenBy(staff, 'Patient')).toEqual([]);
  });

  it('reaches open pages of users who may view such records, once for each change and without health data', async () => {
    changes.splice(0);
    for (const isEditing of [true, true, false, false]) await report(provider, isEditing);
    const told = { topic: `editing MedicalOrder ${RECORD}`, permission: 'Order.View' };
    await vi.waitFor(() => expect(changes).toEqual([told, told]), soon);
  });

  it('needs the permission to view, and to report the permission to edit, records of the type', async () => {
    expect((await report(staff, true)).status).toBe(403);
    expect((await report(assistant, true, 'Template')).status).toBe(403);
    const query = { entityType: 'Template', entityId: RECORD } as const;
    expect((await portal.call(recordEditors, { query }, staff)).status).toBe(403);
  });
});
