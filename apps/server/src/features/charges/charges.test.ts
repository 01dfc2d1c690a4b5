import { chargeList } from '@portal/contract/charges';
import { CHARGE_STATUSES } from '@portal/domain/charges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChargeDesk, type ChargeDesk } from '#test/charge-desk.ts';
import { auditOf, makeOffice, makePatient, overridePermission, signedInAs, signIn } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const DAY = { startDate: '2026-11-20', endDate: '2026-11-20' };

describe('GET /charges', () => {
  let portal: TestPortal;
  let desk: ChargeDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeChargeDesk(portal);
  });
  afterAll(() => portal.close());

  /** The IDs of a work list on a day. */
  const idsOf = async (status: (typeof CHARGE_STATUSES)[number], day = '2026-11-20') => {
    const { data, totalCount, summary } = await desk.list({ status, startDate: day, endDate: day });
    expect(totalCount).toBe(data.length);
    expect(summary.statuses[status]).toBe(totalCount);
    return data.map(({ id }) => id);
  };

  it('lists signed notes that await a co-signature, and has their lines to bill', async () => {
    const id = await desk.note({ procedureDate: '2026-11-04', lines: [['64483'], ['M54.16']] });
    await desk.note({ procedureDate: '2026-11-04', lines: [['64483'], ['M54.16']] });
    await portal.owner.query('insert into co_signatures (dictation_id, requested_at) values ($1, now())', [
      id,
    ]);
    expect(await idsOf('coSignature', '2026-11-04')).toEqual([id]);
    expect(await idsOf('open', '2026-11-04')).toContain(id);
    const { data } = await desk.list({ startDate: '2026-11-04', endDate: '2026-11-04' });
    expect(data.filter(({ awaitsCoSignature }) => awaitsCoSignature).map((row) => row.id)).toEqual([id]);
    expect(data.find((row) => row.id === id)?.lines).toHaveLength(2);
  });

  it('lists a note with patient, provider, location, lines, units and pointers', async () => {
    const patient = await makePatient(portal, { firstName: 'Zoe', lastName: 'Kim' });
    const id = await desk.note({
      patientId: patient.id,
      procedureDate: '2026-11-03',
      lines: [['64483', 2, 'LT,59'], ['M54.16'], ['M48.061']],
    });
    const { data, totalCount, summary } = await desk.list({ startDate: '2026-11-03', endDate: '2026-11-03' });
    expect(totalCount).toBe(1);
    expect(data).toMatchObject([
      {
        id,
        procedureDate: '2026-11-03',
        patient: { firstName: 'Zoe', medicalRecordNumber: patient.medicalRecordNumber },
        providerId: desk.doctor.id,
        providerName: desk.doctor.name,
        locationId: desk.locationId,
        status: 'Signed',
        entryState: 'open',
        entry: null,
        isDuplicate: false,
      },
    ]);
    expect(data[0]?.lines.map((line) => ({ ...line, description: '' }))).toEqual([
      {
        code: '64483',
        codeType: 'CPT',
        description: '',
        modifiers: 'LT,59',
        units: 2,
        diagnosisPointers: ['M54.16', 'M48.061'],
      },
      { code: 'M54.16', codeType: 'ICD10', description: '', modifiers: '', units: 1, diagnosisPointers: [] },
      { code: 'M48.061', codeType: 'ICD10', description: '', modifiers: '', units: 1, diagnosisPointers: [] },
    ]);
    expect(summary).toMatchObject({
      notes: 1,
      lines: 1,
      units: 2,
      codes: [{ code: '64483', description: 'Description of 64483', lines: 1, units: 2 }],
    });
  });

  it('shows the last seven days by default, latest first', async () => {
    const first = await desk.note({ procedureDate: '2026-11-15', lines: [['11111']] });
    await desk.note({ procedureDate: '2026-11-14', lines: [['11111']] });
    const { data } = await desk.list();
    const dates = data.map(({ procedureDate }) => procedureDate);
    expect(data.map(({ id }) => id)).toContain(first);
    expect(dates).not.toContain('2026-11-14');
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('has a work list for each kind of note', async () => {
    const open = await desk.note();
    const noCodes = await desk.note({ lines: [['M54.16']] });
    const noShow = await desk.note({ billingOption: 'noshow-patient' });
    const unsignedNoShow = await desk.note({ billingOption: 'noshow-provider', status: 'Completed' });
    const inactive = await desk.note({ isActive: false });
    const entered = await desk.note();
    await desk.enter(entered);
    const changed = await desk.note();
    await desk.enter(changed);
    await desk.addAddendum(changed);
    expect(await idsOf('open')).toEqual(expect.arrayContaining([open]));
    expect(await idsOf('open')).not.toEqual(expect.arrayContaining([noCodes]));
    expect(await idsOf('noCodes')).toEqual([noCodes]);
    expect((await idsOf('noShow')).toSorted()).toEqual([noShow, unsignedNoShow].toSorted());
    expect(await idsOf('entered')).toEqual([entered]);
    expect(await idsOf('changed')).toEqual([changed]);
    for (const status of CHARGE_STATUSES) expect(await idsOf(status)).not.toContain(inactive);
    const all = await desk.list(DAY);
    expect(all.totalCount).toBe(all.summary.notes);
    expect(all.data.find(({ id }) => id === noShow)?.lines.map(({ code }) => code)).toEqual(['M54.16']);
  });

  it('lists duplicates of a patient, date and code, also of another provider or location', async () => {
    const patientId = (await makePatient(portal)).id;
    const same = { patientId, procedureDate: '2026-11-02' };
    const first = await desk.note({ ...same, lines: [['62323'], ['77003']] });
    const second = await desk.note({
      ...same,
      providerId: desk.other.id,
      locationId: await makeOffice(portal),
      lines: [['77003']],
    });
    await desk.note({ ...same, lines: [['20610']] });
    await desk.note({ ...same, lines: [['62323']], status: 'Completed' });
    await desk.note({ ...same, lines: [['62323']], billingOption: 'noshow-patient' });
    await desk.note({ ...same, lines: [['62323']], isActive: false });
    await desk.note({ ...same, lines: [['62323']], procedureDate: '2026-11-01' });
    await desk.note({ procedureDate: '2026-11-02', lines: [['62323']] });
    expect((await idsOf('duplicate', '2026-11-02')).toSorted()).toEqual([first, second].toSorted());
    const own = await desk.list(
      { status: 'duplicate', startDate: '2026-11-02', endDate: '2026-11-02' },
      desk.other,
    );
    expect(own.data).toMatchObject([{ id: second, isDuplicate: true }]);
  });

  const duplicatesAmong = async (procedureDate: string, ...modifiers: string[]) => {
    const patientId = (await makePatient(portal)).id;
    for (const each of modifiers) await desk.note({ patientId, procedureDate, lines: [['20610', 1, each]] });
    return (await idsOf('duplicate', procedureDate)).length;
  };

  it('lists no duplicates for notes of different sites', async () => {
    expect(await duplicatesAmong('2026-10-05', 'RT', 'LT')).toBe(0);
    expect(await duplicatesAmong('2026-10-06', 'RT', 'RT,59')).toBe(0);
    expect(await duplicatesAmong('2026-10-07', '', 'XS', 'JW')).toBe(0);
    expect(await duplicatesAmong('2026-10-08', '50', 'RT')).toBe(2);
    expect(await duplicatesAmong('2026-10-09', '59,RT', 'RT,59')).toBe(2);
    expect(await duplicatesAmong('2026-10-10', '', 'LT')).toBe(2);
  });

  it('lists unsigned notes two days after the procedure date in the practice’s time zone', async () => {
    const evening = await openTestPortal();
    try {
      // 10 PM on November 21 in New York, when it is already November 22 in UTC.
      evening.clock.advance({ hours: 12 });
      const there = await makeChargeDesk(evening);
      const twoDays = await there.note({ status: 'Draft', procedureDate: '2026-11-19' });
      await there.note({ status: 'Completed', procedureDate: '2026-11-20' });
      const { data } = await there.list({ status: 'unsigned' });
      expect(data.map(({ id }) => id)).toEqual([twoDays]);
      evening.clock.advance({ hours: 3 });
      const token = await signIn(evening, there.admin.userName);
      const after = await there.list({ status: 'unsigned' }, { ...there.admin, token });
      expect(after.totalCount).toBe(2);
    } finally {
      await evening.close();
    }
  });

  it('filters by provider and location, and pages', async () => {
    const locationId = await makeOffice(portal);
    const ids = [];
    for (let index = 0; index < 3; index += 1)
      ids.push(await desk.note({ locationId, providerId: desk.other.id, lines: [['20610', 2]] }));
    await desk.note({ locationId });
    const query = { ...DAY, locationId, providerId: desk.other.id };
    const first = await desk.list({ ...query, pageSize: '2' });
    const second = await desk.list({ ...query, pageSize: '2', page: '2' });
    expect([...first.data, ...second.data].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    // The totals are those of the whole list.
    expect(second).toMatchObject({ totalCount: 3, summary: { notes: 3, lines: 3, units: 6 } });
  });

  it('records which notes and patients were shown, without names', async () => {
    const patientId = (await makePatient(portal, { firstName: 'Ursula', lastName: 'Quist' })).id;
    const id = await desk.note({ patientId, procedureDate: '2026-10-01' });
    await desk.list({ startDate: '2026-10-01', endDate: '2026-10-01' });
    const entry = (await auditOf(portal, 'Charge', null)).at(-1);
    expect(entry).toMatchObject({
      action: 'Accessed',
      user_id: desk.admin.id,
      new_values: { dictationIds: [id], patientIds: [patientId] },
    });
    expect(portal.logged()).not.toContain('Quist');
  });

  describe('rights', () => {
    it('shows providers only their own notes, whichever provider they ask for', async () => {
      const own = await desk.note({ procedureDate: '2026-09-01', providerId: desk.other.id });
      await desk.note({ procedureDate: '2026-09-01' });
      const range = { startDate: '2026-09-01', endDate: '2026-09-01' };
      const mine = await desk.list(range, desk.other);
      expect(mine.data.map(({ id }) => id)).toEqual([own]);
      expect(mine.summary).toMatchObject({ notes: 1, lines: 1, statuses: { open: 1 } });
      const foreign = await desk.list({ ...range, providerId: desk.doctor.id }, desk.other);
      expect(foreign).toMatchObject({ data: [], totalCount: 0, summary: { notes: 0, codes: [] } });
    });

    it.each(['MedicalAssistant', 'Staff'] as const)('refuses %s', async (role) => {
      const user = await signedInAs(portal, role);
      expect(await portal.call(chargeList, { query: {} }, user)).toMatchObject({ status: 403 });
    });

    it('refuses a provider who may not view dictations', async () => {
      const user = await signedInAs(portal, 'ProviderPhysician');
      await overridePermission(portal, user.id, 'Dictation.View', false);
      expect(await portal.call(chargeList, { query: {} }, user)).toMatchObject({ status: 403 });
    });
  });

  describe('400', () => {
    it.each([
      ['a date that does not exist', { startDate: '2026-02-30' }, 'startDate'],
      ['text instead of a date', { endDate: "'; drop table dictations; --" }, 'endDate'],
      ['a reversed range', { startDate: '2026-11-20', endDate: '2026-11-19' }, 'endDate'],
      ['more than 366 days', { startDate: '2025-11-19', endDate: '2026-11-20' }, 'endDate'],
      ['an unknown status', { status: 'paid' }, 'status'],
      ['a provider that is not an id', { providerId: '1 or 1=1' }, 'providerId'],
      ['a page that is not a number', { page: 'x' }, 'page'],
      ['an unknown filter', { patient: 'Roe' }, 'patient'],
    ])('refuses %s', async (_name, query, field) => {
      const answer = await portal.raw({
        method: 'GET',
        url: `/api/charges?${new URLSearchParams(query).toString()}`,
        token: desk.admin.token,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', errors: { [field]: [expect.any(String)] } },
      });
    });

    it('accepts 366 days', async () => {
      const { totalCount } = await desk.list({ startDate: '2025-11-20', endDate: '2026-11-20' });
      expect(totalCount).toBeGreaterThan(0);
    });
  });
});
