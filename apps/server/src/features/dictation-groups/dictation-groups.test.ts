import {
  groupAdd,
  groupAvailable,
  groupCreate,
  groupDelete,
  groupElsewhere,
  groupGet,
  groupRemove,
  groupsOfDate,
  groupsOfProvider,
  groupSignAll,
  groupValidate,
} from '@portal/contract/dictation-groups';
import { dictationGet, dictationUpdate } from '@portal/contract/dictations';
import type { DictationStatus } from '@portal/domain/dictation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makeOffice, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const DAY = '2026-11-20';

describe('dictation groups', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let assistant: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    admin = await signedInAs(portal, 'SuperAdmin');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const addDictation = (
    status: DictationStatus = 'Draft',
    more: { procedureDate?: string; providerId?: string } = {},
  ) => makeDictation(portal, { ...desk, providerId: provider.id, status, ...more });
  const addDictations = (...statuses: DictationStatus[]) =>
    Promise.all(statuses.map((status) => addDictation(status)));
  const group = async (...statuses: DictationStatus[]) =>
    portal.succeed(groupCreate, { body: { dictationIds: await addDictations(...statuses) } }, assistant);
  const create = (dictationIds: string[]) => portal.call(groupCreate, { body: { dictationIds } }, assistant);
  const groupIdOf = async (id: string) =>
    (
      await portal.deps.db
        .selectFrom('dictations')
        .select('group_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).group_id;

  describe('2xx', () => {
    it('names a new group by its date and count', async () => {
      const ids = await addDictations('Draft', 'Completed', 'Saved');
      const created = await portal.succeed(
        groupCreate,
        { body: { dictationIds: [...ids, ...ids], notes: 'Morning list' } },
        assistant,
      );
      expect(created).toMatchObject({
        groupName: 'Group - 11/20/2026 (3 procedures)',
        notes: 'Morning list',
        providerId: provider.id,
        locationId: desk.locationId,
        procedureDate: DAY,
        dictationCount: 3,
        signedCount: 0,
        completedCount: 1,
        draftCount: 1,
        version: 1,
      });
      expect(created.dictations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(created.dictations[0]).toMatchObject({ groupId: created.id, groupName: created.groupName });
      expect(await auditOf(portal, 'DictationGroup', created.id)).toMatchObject([
        { action: 'Created', user_id: assistant.id, new_values: { procedureDate: DAY } },
      ]);
    });

    it('takes a custom group name', async () => {
      const body = { dictationIds: [await addDictation()], groupName: ' Room 2 ' };
      expect(await portal.succeed(groupCreate, { body }, assistant)).toMatchObject({
        groupName: 'Room 2',
        notes: null,
      });
    });

    it('finds groups by id, by provider with dates, and by date', async () => {
      const { id } = await group('Draft');
      expect(await portal.succeed(groupGet, { params: { id } }, assistant)).toMatchObject({
        id,
        dictations: [{ groupId: id }],
      });
      const ofProvider = (query: { startDate?: string; endDate?: string }) =>
        portal.succeed(groupsOfProvider, { params: { id: provider.id }, query }, assistant);
      expect((await ofProvider({ startDate: DAY, endDate: DAY })).map((one) => one.id)).toContain(id);
      expect(await ofProvider({ startDate: '2026-11-21' })).toEqual([]);
      expect(await ofProvider({ endDate: '2026-11-19' })).toEqual([]);
      const ofDate = (date: string, query: { providerId?: string }) =>
        portal.succeed(groupsOfDate, { params: { date }, query }, assistant);
      expect((await ofDate(DAY, {})).map((one) => one.id)).toContain(id);
      expect(await ofDate(DAY, { providerId: assistant.id })).toEqual([]);
      expect(await ofDate('2026-11-19', {})).toEqual([]);
    });

    it('counts the unsigned and ungrouped dictations of other providers, locations and dates', async () => {
      const mine = (await signedInAs(portal, 'ProviderPhysician')).id;
      const theirs = (await signedInAs(portal, 'ProviderPhysician')).id;
      const date = '2026-10-05';
      const count = (query: { providerId?: string; locationId?: string }) =>
        portal.succeed(groupElsewhere, { params: { date }, query }, assistant);
      await addDictation('Saved', { procedureDate: date, providerId: mine });
      await addDictation('Saved', { procedureDate: date, providerId: theirs });
      await addDictation('Completed', { procedureDate: date, providerId: theirs });
      await addDictation('Signed', { procedureDate: date, providerId: theirs });
      await addDictation('Draft', { procedureDate: '2026-10-06', providerId: mine });
      const grouped = await addDictation('Saved', { procedureDate: '2026-10-07', providerId: mine });
      await portal.succeed(groupCreate, { body: { dictationIds: [grouped] } }, assistant);
      expect(await count({ providerId: mine, locationId: desk.locationId })).toEqual({
        onDate: 2,
        otherDates: 1,
      });
      expect(await count({ providerId: mine, locationId: ABSENT })).toEqual({ onDate: 3, otherDates: 0 });
      expect(await count({})).toMatchObject({ onDate: 0 });
    });

    it('lists the dictations of a date that can be grouped and those that already are', async () => {
      const free = await addDictation('Completed', { procedureDate: '2026-10-01' });
      const grouped = await addDictation('Draft', { procedureDate: '2026-10-01' });
      const { groupName } = await portal.succeed(
        groupCreate,
        { body: { dictationIds: [grouped] } },
        assistant,
      );
      const available = (query: { providerId?: string; locationId?: string }) =>
        portal.succeed(groupAvailable, { params: { date: '2026-10-01' }, query }, assistant);
      const found = await available({ providerId: provider.id, locationId: desk.locationId });
      expect(found).toHaveLength(2);
      expect(found.find(({ id }) => id === free)).toMatchObject({
        isGrouped: false,
        groupName: null,
        patientName: 'Ient, Pat',
        status: 'Completed',
      });
      expect(found.find(({ id }) => id === grouped)).toMatchObject({ isGrouped: true, groupName });
      expect(await available({ locationId: ABSENT })).toEqual([]);
    });

    it('validates whether dictations can be grouped', async () => {
      const ids = await addDictations('Draft', 'Draft');
      const validate = (body: string[]) => portal.succeed(groupValidate, { body }, assistant);
      expect(await validate(ids)).toEqual({ canGroup: true, message: '2 dictations can be grouped.' });
      await portal.succeed(groupCreate, { body: { dictationIds: ids.slice(0, 1) } }, assistant);
      expect(await validate(ids)).toEqual({
        canGroup: false,
        message: '1 dictation you selected is already in a group. A dictation can be in only one group.',
      });
      expect((await validate([ABSENT])).canGroup).toBe(false);
      expect(await groupIdOf(ids[1] ?? '')).toBeNull();
    });

    it('adds and removes dictations', async () => {
      const { id, dictations } = await group('Draft');
      const added = await addDictation('Saved');
      const larger = await portal.succeed(
        groupAdd,
        { params: { id }, body: { dictationIds: [added] } },
        assistant,
      );
      expect(larger).toMatchObject({
        groupName: 'Group - 11/20/2026 (2 procedures)',
        dictationCount: 2,
        version: 2,
      });
      const first = dictations[0]?.id ?? '';
      const smaller = await portal.succeed(groupRemove, { params: { id, dictationId: first } }, assistant);
      expect(smaller).toMatchObject({ groupName: 'Group - 11/20/2026 (1 procedure)' });
      expect(smaller.dictations).toMatchObject([{ id: added, groupName: smaller.groupName }]);
      expect(await groupIdOf(first)).toBeNull();
      expect((await auditOf(portal, 'DictationGroup', id)).map(({ action }) => action)).toEqual([
        'Created',
        'Updated',
        'Updated',
      ]);
    });

    it('keeps the dictations of a deleted group, signed ones as well', async () => {
      const { id, dictations } = await group('Draft', 'Signed');
      const { message } = await portal.succeed(groupDelete, { params: { id } }, assistant);
      expect(message).toBe('The group was deleted. Its dictations were kept.');
      for (const row of dictations) {
        expect(await portal.succeed(dictationGet, { params: { id: row.id } }, assistant)).toMatchObject({
          groupId: null,
          status: row.status,
          version: row.version,
        });
      }
      expect((await portal.call(groupGet, { params: { id } }, assistant)).status).toBe(404);
    });

    it('signs all Completed dictations of a group, and none twice', async () => {
      const { id } = await group('Completed', 'Completed', 'Saved', 'Draft');
      const sign = () => portal.succeed(groupSignAll, { params: { id } }, provider);
      const { signedCount, group: signed } = await sign();
      expect(signedCount).toBe(2);
      expect(signed).toMatchObject({ signedCount: 2, completedCount: 0, draftCount: 1, dictationCount: 4 });
      expect((await sign()).signedCount).toBe(0);
      const one = signed.dictations.find(({ status }) => status === 'Signed')?.id ?? '';
      expect(
        (await auditOf(portal, 'Dictation', one)).filter(({ action }) => action === 'Signed'),
      ).toHaveLength(1);
    });

    it('does not count deactivated dictations', async () => {
      const { id, dictations } = await group('Draft', 'Draft');
      await portal.deps.db
        .updateTable('dictations')
        .set({ is_active: false, deactivated_at: portal.clock.now() })
        .where('id', '=', dictations[0]?.id ?? '')
        .execute();
      const left = await portal.succeed(groupGet, { params: { id } }, assistant);
      expect(left.dictationCount).toBe(1);
      expect(left.dictations).toHaveLength(1);
    });
  });

  describe('400', () => {
    it('requires at least one dictation in a group', async () => {
      for (const answer of [
        await create([]),
        await portal.call(groupValidate, { body: [] }, assistant),
        await portal.call(groupAdd, { params: { id: ABSENT }, body: { dictationIds: [] } }, assistant),
      ]) {
        expect(answer.status).toBe(400);
        expect(JSON.stringify(answer)).toContain('Please select at least one dictation');
      }
    });

    it.each([
      [{ note: 'no side' }, 'Please complete the following required fields: Side'],
      [
        { side: 'Left', note: 'At {{level}}' },
        'Correct this before you sign: Note still says {{level}}, which was not filled in.',
      ],
    ])('signs nothing when one of them cannot be signed: %j', async (formData, message) => {
      const complete = await addDictation('Completed');
      const refused = await makeDictation(portal, {
        ...desk,
        providerId: provider.id,
        status: 'Completed',
        formData,
      });
      const { id } = await portal.succeed(
        groupCreate,
        { body: { dictationIds: [complete, refused] } },
        assistant,
      );
      const answer = await portal.call(groupSignAll, { params: { id } }, provider);
      expect(answer).toMatchObject({ status: 400, error: { message } });
      expect((await portal.succeed(groupGet, { params: { id } }, assistant)).signedCount).toBe(0);
    });
  });

  it('403 for signing by anyone but the group’s provider, SuperAdmins included', async () => {
    const { id } = await group('Completed');
    const other = await signedInAs(portal, 'ProviderMidLevel');
    for (const user of [other, admin, assistant])
      expect((await portal.call(groupSignAll, { params: { id } }, user)).status).toBe(403);
    expect((await portal.succeed(groupGet, { params: { id } }, assistant)).signedCount).toBe(0);
  });

  it('404 "Group not found" and unknown dictations', async () => {
    const params = { id: ABSENT };
    const { id } = await group('Draft');
    const absent = [
      await portal.call(groupGet, { params }, assistant),
      await portal.call(groupSignAll, { params }, provider),
      await portal.call(groupAdd, { params, body: { dictationIds: [await addDictation()] } }, assistant),
      await portal.call(groupRemove, { params: { id: ABSENT, dictationId: ABSENT } }, assistant),
      await portal.call(groupDelete, { params }, assistant),
    ];
    for (const answer of absent)
      expect(answer).toMatchObject({ status: 404, error: { message: 'Group not found' } });
    expect((await create([ABSENT])).status).toBe(404);
    expect((await portal.call(groupsOfProvider, { params, query: {} }, assistant)).status).toBe(404);
    const elsewhere = await addDictation();
    expect(
      (await portal.call(groupRemove, { params: { id, dictationId: elsewhere } }, assistant)).status,
    ).toBe(404);
  });

  describe('409', () => {
    it('allows only one provider, location and date in a group', async () => {
      const first = await addDictation();
      const otherProvider = await signedInAs(portal, 'ProviderPhysician');
      const differing: readonly (readonly [string, string])[] = [
        [await addDictation('Draft', { providerId: otherProvider.id }), 'provider'],
        [await addDictation('Draft', { procedureDate: '2026-11-19' }), 'procedure date'],
        [
          await makeDictation(portal, {
            ...desk,
            locationId: await makeOffice(portal),
            patientId: (await makePatient(portal)).id,
            providerId: provider.id,
          }),
          'location',
        ],
      ];
      const { id } = await group('Draft');
      for (const [other, what] of differing) {
        const message = `All dictations in a group must have the same ${what}.`;
        expect(await create([first, other])).toMatchObject({ status: 409, error: { message } });
        expect(
          await portal.call(groupAdd, { params: { id }, body: { dictationIds: [other] } }, assistant),
        ).toMatchObject({ status: 409, error: { message } });
      }
      expect(await groupIdOf(first)).toBeNull();
    });

    it('allows a dictation in only one group, even when several are created at once', async () => {
      const ids = await addDictations('Draft', 'Draft', 'Draft');
      const answers = await Promise.all([create(ids), create(ids.toReversed()), create(ids.slice(1))]);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      expect(new Set(await Promise.all(ids.slice(1).map(groupIdOf))).size).toBe(1);
    });

    it('enforces one provider, location and date in the database', async () => {
      const { dictations } = await group('Draft');
      await expect(
        portal.owner.query('update dictations set procedure_date = $1 where id = $2', [
          '2026-01-01',
          dictations[0]?.id,
        ]),
      ).rejects.toThrow(/dictations_group_fkey/);
    });

    it('keeps the provider, location, and date of a grouped dictation; other values can change', async () => {
      const { dictations } = await group('Draft');
      const id = dictations[0]?.id ?? ABSENT;
      const { templateId: _, ...body } = noteBody(desk, { providerId: provider.id, procedureDate: DAY });
      const change = (more: Partial<typeof body>) =>
        portal.call(dictationUpdate, { params: { id }, body: { ...body, ...more } }, provider);
      const colleague = await signedInAs(portal, 'ProviderMidLevel');
      for (const more of [
        { providerId: colleague.id },
        { locationId: await makeOffice(portal) },
        { procedureDate: '2026-11-19' },
      ])
        expect(await change(more)).toMatchObject({
          status: 409,
          error: { code: 'CONFLICT', current: { id, version: 1 } },
        });
      expect(await change({ complications: 'None' })).toMatchObject({ status: 200 });
    });

    it('removes nothing from a group that has a signed dictation', async () => {
      const { id, dictations } = await group('Draft', 'Signed');
      for (const row of dictations)
        expect(
          await portal.call(groupRemove, { params: { id, dictationId: row.id } }, assistant),
        ).toMatchObject({
          status: 409,
          error: { message: 'Dictations cannot be removed from a group that has signed dictations.' },
        });
      expect((await portal.succeed(groupGet, { params: { id } }, assistant)).dictationCount).toBe(2);
    });
  });

  it('422 for a key that was used for other dictations', async () => {
    const options = { token: assistant.token, headers: { 'idempotency-key': 'group-key' } };
    const ids = await addDictations('Draft', 'Draft');
    const send = (dictationIds: string[]) => portal.call(groupCreate, { body: { dictationIds } }, options);
    const first = await send(ids.slice(0, 1));
    expect(await send(ids.slice(0, 1))).toMatchObject({ status: 201, body: first.ok ? first.body : {} });
    expect((await send(ids.slice(1))).status).toBe(422);
  });
});
