import { randomUUID } from 'node:crypto';
import {
  dictationList,
  dictationPending,
  dictationRecent,
  dictationsOfPatient,
  dictationsOfProvider,
  dictationStatistics,
  DICTATION_SORT_KEYS,
} from '@portal/contract/dictations';
import { managedDictations } from '@portal/contract/dictation-admin';
import type { CallInput } from '@portal/contract/endpoint';
import type { DictationStatus } from '@portal/domain/dictation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

interface Made {
  readonly id: string;
  readonly patient: string;
  readonly template: string;
  readonly provider: string;
  readonly status: DictationStatus;
  readonly date: string;
  readonly created: number;
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const STATUSES = ['Draft', 'Saved', 'Completed', 'Signed'] as const;

describe('dictation lists', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  let other: { readonly templateId: string; readonly providerId: string; readonly patientId: string };
  const made: Made[] = [];
  let inactive = '';

  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal);
    const patient = await makePatient(portal, {
      firstName: 'Zoë',
      lastName: 'Abbott',
      dateOfBirth: '1961-02-03',
    });
    other = {
      templateId: await makeTemplate(portal, { name: 'A first one' }),
      providerId: (
        await makeUser(portal, { roles: ['ProviderMidLevel'], firstName: 'Ann', lastName: 'Aaron' })
      ).id,
      patientId: patient.id,
    };
    // All combinations of patient, template, and provider, in every status, over several days.
    for (let index = 0; index < 32; index += 1) {
      const [isOtherPatient, isOtherTemplate, isOtherProvider] = [
        index % 2 === 1,
        index % 4 > 1,
        index % 8 > 3,
      ];
      const created = portal.clock.now().getTime() - ((index * 13) % 32) * 60_000;
      const one = {
        patientId: isOtherPatient ? other.patientId : desk.patientId,
        templateId: isOtherTemplate ? other.templateId : desk.templateId,
        providerId: isOtherProvider ? other.providerId : physician.id,
        status: STATUSES[Math.floor(index / 8)] ?? 'Draft',
        procedureDate: `2026-11-${String(10 + ((index * 5) % 7)).padStart(2, '0')}`,
      };
      const id = await makeDictation(portal, { ...desk, ...one, createdAt: new Date(created) });
      made.push({
        id,
        patient: one.patientId,
        template: one.templateId,
        provider: one.providerId,
        status: one.status,
        date: one.procedureDate,
        created,
      });
    }
    inactive = await makeDictation(portal, { ...desk, providerId: physician.id, isActive: false });
  });
  afterAll(() => portal.close());

  type Query = NonNullable<CallInput<typeof dictationList>['query']>;
  const find = (query: Query = {}, user = physician) => portal.succeed(dictationList, { query }, user);
  const found = async (query: Query) => new Set(idsOf((await find({ pageSize: '100', ...query })).data));
  const expected = (test: (one: Made) => boolean) => new Set(idsOf(made.filter((one) => test(one))));

  const pendingOf = (of: string) =>
    expected((one) => one.provider === of && (one.status === 'Saved' || one.status === 'Completed'));
  const manage = (query: CallInput<typeof managedDictations>['query']) =>
    portal.succeed(managedDictations, { query: { pageSize: '100', ...query } }, admin);
  const statusOf = async (url: string) =>
    (await portal.raw({ method: 'GET', url: `/api/${url}`, token: admin.token })).status;

  it('filter by patient, template, provider, status, and dates, alone and combined', async () => {
    expect(await found({})).toEqual(expected(() => true));
    expect(await found({ patientId: other.patientId })).toEqual(
      expected((one) => one.patient === other.patientId),
    );
    for (const templateId of [undefined, other.templateId])
      for (const providerId of [undefined, other.providerId])
        for (const status of [undefined, ...STATUSES])
          for (const dates of [{}, { startDate: '2026-11-12', endDate: '2026-11-14' }])
            expect(await found({ templateId, providerId, status, ...dates })).toEqual(
              expected(
                (one) =>
                  (templateId === undefined || one.template === templateId) &&
                  (providerId === undefined || one.provider === providerId) &&
                  (status === undefined || one.status === status) &&
                  (!('startDate' in dates) || (one.date >= '2026-11-12' && one.date <= '2026-11-14')),
              ),
            );
  });

  it('have a stable order without overlapping pages, newest procedure first by default', async () => {
    const first = (await find({ pageSize: '100' })).data;
    expect(first.map(({ procedureDate }) => procedureDate)).toEqual(
      made.map(({ date }) => date).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    for (const orderBy of DICTATION_SORT_KEYS)
      for (const sortDirection of ['asc', 'desc'] as const) {
        const whole = idsOf((await find({ orderBy, sortDirection, pageSize: '100' })).data);
        expect(new Set(whole).size).toBe(32);
        const pages = [];
        for (const page of ['1', '2', '3', '4'])
          pages.push(...idsOf((await find({ orderBy, sortDirection, page, pageSize: '9' })).data));
        expect(pages).toEqual(whole);
      }
    const by = async (orderBy: 'patientName' | 'templateName' | 'providerName' | 'status') =>
      (await find({ orderBy, sortDirection: 'asc', pageSize: '100' })).data;
    expect((await by('patientName'))[0]?.patientName).toBe('Abbott, Zoë');
    expect((await by('templateName'))[0]?.templateName).toBe('A first one');
    expect((await by('providerName'))[0]?.providerName).toBe('Ann Aaron');
    expect([...new Set((await by('status')).map(({ status }) => status))]).toEqual(STATUSES);
    // A page number past the end returns the last page.
    expect(idsOf((await find({ page: '99', pageSize: '10' })).data)).toHaveLength(2);
  });

  it('search by patient name in any word order, unaccented name, MRN, and date of birth', async () => {
    const theirs = expected((one) => one.patient === other.patientId);
    const { rows } = await portal.owner.query<{ mrn: string }>(
      'select medical_record_number as mrn from patients where id = $1',
      [other.patientId],
    );
    for (const search of ['abbott zo', 'zoe', '02/03/1961', rows[0]?.mrn ?? ''])
      expect(await found({ search })).toEqual(theirs);
    expect(await found({ search: 'abbott', status: 'Saved' })).toEqual(
      expected((one) => one.patient === other.patientId && one.status === 'Saved'),
    );
    expect(await found({ search: 'nobody' })).toEqual(new Set());
    expect(await found({ search: '%' })).toEqual(new Set());
    expect(await found({ search: 'abbott', patientId: desk.patientId })).toEqual(new Set());
    await portal.owner.query(`update patients set name_key = 'zzz' || name_key where id = $1`, [
      other.patientId,
    ]);
    const last = (await find({ orderBy: 'patientName', sortDirection: 'desc' })).data[0];
    expect(last?.patientId).toBe(other.patientId);
  });

  it('audit which dictations and patients were shown', async () => {
    const { data } = await find({ patientId: other.patientId, pageSize: '3' });
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: other.patientId,
      new_values: { dictationIds: idsOf(data) },
    });
  });

  it('list the user’s most recent dictations as author or provider, 20 by default', async () => {
    const recent = await portal.succeed(dictationRecent, { query: { count: '5' } }, physician);
    const mine = made
      .filter((one) => one.provider === physician.id)
      .toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
    expect(idsOf(recent)).toEqual(idsOf(mine.slice(0, 5)));
    expect(await portal.succeed(dictationRecent, {}, admin)).toEqual([]);
    expect(await portal.succeed(dictationRecent, {}, physician)).toHaveLength(16);
  });

  it('list the provider’s saved and completed dictations as pending, oldest procedure first', async () => {
    const pending = await portal.succeed(dictationPending, {}, physician);
    expect(new Set(idsOf(pending))).toEqual(pendingOf(physician.id));
    const dates = pending.map(({ procedureDate }) => procedureDate);
    expect(dates).toEqual(dates.toSorted());
    const others = await portal.succeed(
      dictationPending,
      { query: { providerId: other.providerId } },
      physician,
    );
    expect(new Set(idsOf(others))).toEqual(pendingOf(other.providerId));
  });

  it('list the dictations of a patient or provider, and answer 404 for unknown ones', async () => {
    const ofPatient = await portal.succeed(
      dictationsOfPatient,
      { params: { id: other.patientId } },
      physician,
    );
    expect(new Set(idsOf(ofPatient))).toEqual(expected((one) => one.patient === other.patientId));
    const ofProvider = await portal.succeed(
      dictationsOfProvider,
      { params: { id: other.providerId }, query: { startDate: '2026-11-12', endDate: '2026-11-12' } },
      physician,
    );
    expect(new Set(idsOf(ofProvider))).toEqual(
      expected((one) => one.provider === other.providerId && one.date === '2026-11-12'),
    );
    for (const endpoint of [dictationsOfPatient, dictationsOfProvider])
      expect((await portal.call(endpoint, { params: { id: randomUUID() } }, physician)).status).toBe(404);
  });

  it('count dictations by status, template, provider, and day', async () => {
    const all = await portal.succeed(dictationStatistics, {}, physician);
    expect(all.total).toBe(32);
    expect(all.byStatus).toEqual(STATUSES.map((status) => ({ status, count: 8 })));
    expect(all.byTemplate.map(({ count }) => count)).toEqual([16, 16]);
    expect(all.byProvider).toContainEqual({
      providerId: other.providerId,
      providerName: 'Ann Aaron',
      count: 16,
    });
    expect(all.byDay.map(({ date }) => date)).toEqual(
      ['10', '11', '12', '13', '14', '15', '16'].map((day) => `2026-11-${day}`),
    );
    const some = await portal.succeed(
      dictationStatistics,
      { query: { startDate: '2026-11-12', endDate: '2026-11-13', providerId: other.providerId } },
      physician,
    );
    expect(some.total).toBe(
      expected((one) => one.provider === other.providerId && ['2026-11-12', '2026-11-13'].includes(one.date))
        .size,
    );
  });

  it('treat Saved and Completed as Pending in management, with inactive ones on request', async () => {
    const pending = await manage({ status: 'Pending' });
    expect(pending.totalCount).toBe(16);
    expect(new Set(idsOf(pending.data))).toEqual(
      expected((one) => one.status === 'Saved' || one.status === 'Completed'),
    );
    const created = pending.data.map(({ createdAt }) => createdAt);
    expect(created).toEqual(created.toSorted().toReversed());
    expect(idsOf((await manage({})).data)).not.toContain(inactive);
    const all = await manage({ includeInactive: 'true' });
    expect(all.totalCount).toBe(33);
    expect(idsOf(all.data)).toContain(inactive);
    const some = await manage({
      templateId: other.templateId,
      startDate: '2026-11-12',
      endDate: '2026-11-12',
    });
    expect(new Set(idsOf(some.data))).toEqual(
      expected((one) => one.template === other.templateId && one.date === '2026-11-12'),
    );
  });

  it('read an ISO instant in management filters as its date in the practice’s zone', async () => {
    const onNovember12 = expected(({ date }) => date === '2026-11-12');
    expect(onNovember12.size).toBeGreaterThan(0);
    for (const [startDate, endDate] of [
      // Midnight in New York is 5 a.m. UTC.
      ['2026-11-12T05:00:00.000Z', '2026-11-13T04:59:59.999Z'],
      ['2026-11-12', '2026-11-12T23:30:00-05:00'],
      ['2026-11-12T00:00:00-05:00', '2026-11-12'],
    ])
      expect(new Set(idsOf((await manage({ startDate, endDate })).data))).toEqual(onNovember12);
  });

  it('400 for invalid sorts, statuses, dates and counts', async () => {
    for (const query of [
      'dictation?orderBy=formData',
      'dictation?status=Pending',
      'dictation?startDate=2026-13-01',
      'dictation?startDate=2026-11-02&endDate=2026-11-01',
      'dictation?secret=1',
      'dictation/recent?count=many',
      'dictation/statistics?startDate=2026-11-02&endDate=2026-11-01',
      'admin/dictation/dictations?status=Saved',
      'admin/dictation/dictations?startDate=2026-11-12T05:00:00',
      'admin/dictation/dictations?startDate=2026-13-12T05:00:00Z',
      'admin/dictation/dictations?startDate=2026-11-13T04:59:59Z&endDate=2026-11-11',
    ])
      expect([query, await statusOf(query)]).toEqual([query, 400]);
  });
});
