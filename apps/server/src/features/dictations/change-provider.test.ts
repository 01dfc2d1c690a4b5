import {
  dictationGet,
  dictationSign,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import type { DictationStatus } from '@portal/domain/dictation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('reassigning a dictation to another provider', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let colleague: SignedInUser;
  let assistant: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    colleague = await signedInAs(portal, 'ProviderMidLevel');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const make = (status: DictationStatus) =>
    makeDictation(portal, { ...desk, providerId: physician.id, status });
  const change = (id: string, more: Partial<DictationBody>, user: SignedInUser) => {
    const { templateId: _, ...body } = noteBody(desk, more);
    return portal.call(dictationUpdate, { params: { id }, body }, user);
  };
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);

  it.each(['Saved', 'Completed'] as const)(
    '403 for other users while it is %s; they cannot sign it either',
    async (status) => {
      const id = await make(status);
      for (const user of [colleague, assistant])
        for (const next of ['Draft', 'Saved'] as const)
          expect(await change(id, { providerId: colleague.id, status: next }, user)).toMatchObject({
            status: 403,
            error: { message: expect.stringContaining('or an administrator can reassign this dictation') },
          });
      expect((await change(id, { providerId: colleague.id, status: 'Completed' }, colleague)).status).toBe(
        403,
      );
      expect((await portal.call(dictationSign, { params: { id } }, colleague)).status).toBe(403);
      expect(await read(id)).toMatchObject({ status, providerId: physician.id, version: 1 });
    },
  );

  it('403 after it was returned to draft', async () => {
    const id = await make('Completed');
    expect((await change(id, { providerId: physician.id, status: 'Draft' }, colleague)).status).toBe(200);
    expect((await change(id, { providerId: colleague.id, status: 'Draft' }, colleague)).status).toBe(403);
    expect(await read(id)).toMatchObject({ status: 'Draft', providerId: physician.id });
  });

  it.each([
    ['its own provider', 'Completed', () => physician],
    ['its own provider', 'Draft', () => physician],
    ['an Admin', 'Saved', () => admin],
  ] as const)('%s can request %s, and it becomes Saved for the new provider', async (_who, status, user) => {
    const id = await make('Completed');
    expect(await change(id, { providerId: colleague.id, status }, user())).toMatchObject({
      status: 200,
      body: { status: 'Saved', providerId: colleague.id },
    });
    expect((await auditOf(portal, 'Dictation', id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { status: 'Completed', providerId: physician.id },
      new_values: { status: 'Saved', providerId: colleague.id },
    });
    const notified = await portal.deps.db
      .selectFrom('activities')
      .select('recipient_user_id')
      .where('entity_id', '=', id)
      .execute();
    expect(notified.map(({ recipient_user_id: to }) => to)).toEqual([colleague.id]);
    expect((await portal.call(dictationSign, { params: { id } }, colleague)).status).toBe(200);
  });

  it('400 with empty required fields, because it would become Saved', async () => {
    const id = await make('Completed');
    const answer = await change(id, { providerId: colleague.id, status: 'Draft', formData: {} }, physician);
    expect(answer).toMatchObject({
      status: 400,
      error: { errors: { 'formData.side': ['Side is required'] } },
    });
    expect(await read(id)).toMatchObject({ status: 'Completed', providerId: physician.id });
  });

  it('lets the author reassign a draft, which stays a draft', async () => {
    const id = await make('Draft');
    await portal.owner.query('update dictations set created_by = $2 where id = $1', [id, assistant.id]);
    expect(await change(id, { providerId: colleague.id, status: 'Draft' }, assistant)).toMatchObject({
      body: { status: 'Draft', providerId: colleague.id },
    });
  });

  it('lets other users change its other values', async () => {
    const id = await make('Completed');
    const more = { providerId: physician.id, status: 'Saved', complications: 'None' } as const;
    expect(await change(id, more, assistant)).toMatchObject({
      body: { status: 'Saved', providerId: physician.id, complications: 'None' },
    });
  });
});
