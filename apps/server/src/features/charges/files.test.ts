import {
  chargeCsvColumns,
  chargeCsvColumnsUpdate,
  chargeExport,
  chargeList,
  chargeSheet,
} from '@portal/contract/charges';
import { CHARGE_CSV_HEADINGS, DEFAULT_CSV_COLUMNS } from '@portal/domain/charges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChargeDesk, type ChargeDesk } from '#test/charge-desk.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';

const on = (day: string) => ({ startDate: day, endDate: day });

describe('files of charges', () => {
  let portal: TestPortal;
  let desk: ChargeDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = await makeChargeDesk(portal);
  });
  afterAll(() => portal.close());

  const csv = async (day: string, user: SignedInUser = desk.admin) => {
    const { blob } = await portal.succeed(chargeExport, { body: on(day) }, user);
    const text = await blob.text();
    return text.replace('\uFEFF', '').trimEnd().split('\r\n');
  };
  const sheet = async (body: Parameters<typeof on>[0], user: SignedInUser = desk.admin) => {
    const { blob, fileName } = await portal.succeed(chargeSheet, { body: on(body) }, user);
    return { fileName, pages: await pdfPages(new Uint8Array(await blob.arrayBuffer())) };
  };

  describe('CSV', () => {
    it('has a row for each procedure line, safe for spreadsheets', async () => {
      const patientId = (await makePatient(portal, { firstName: '=cmd()', lastName: 'Kim, Zoe' })).id;
      const id = await desk.note({
        patientId,
        procedureDate: '2026-08-01',
        lines: [['64483', 1, 'LT,59'], ['J1100', 8], ['M54.16'], ['M48.061']],
      });
      const [heading, ...rows] = await csv('2026-08-01');
      expect(heading).toBe(DEFAULT_CSV_COLUMNS.map((column) => CHARGE_CSV_HEADINGS[column]).join(','));
      expect(rows).toHaveLength(2);
      expect(rows[0]).toContain('08/01/2026');
      expect(rows[0]).toContain(`"Kim, Zoe",'=cmd()`);
      expect(rows[0]).toContain(
        '64483,Description of 64483,LT,59,,,1,M54.16,M48.061,,,"A, B","M54.16, M48.061"',
      );
      expect(rows[1]).toContain('J1100,Description of J1100,,,,,8,');
      expect(rows[1]?.endsWith(id)).toBe(true);
      expect((await auditOf(portal, 'Charge', null)).at(-1)).toMatchObject({
        action: 'Exported',
        new_values: { ...on('2026-08-01'), count: 1 },
      });
    });

    it('shows no lines of a note that is not signed, and says why a row has no code', async () => {
      await desk.note({ procedureDate: '2026-08-05', status: 'Completed', lines: [['20610', 1]] });
      await desk.note({ procedureDate: '2026-08-05', status: 'Draft', lines: [['20611', 1]] });
      await desk.note({
        procedureDate: '2026-08-05',
        billingOption: 'noshow-patient',
        lines: [['20605', 1]],
      });
      const [heading = '', ...rows] = await csv('2026-08-05');
      const [code, status, option] = ['Code', 'Note Status', 'Billing Option'].map((name) =>
        heading.split(',').indexOf(name),
      );
      const cells = rows
        .map((row) => row.split(','))
        .map((row) => [code, status, option].map((at) => row[at ?? -1]));
      expect(cells.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
        ['', 'Completed', 'Standard'],
        ['', 'Draft', 'Standard'],
        ['', 'Signed', 'No-show by the patient – charge the no-show fee'],
      ]);
    });

    it('has a row for each site of a code, which the note and line number identify', async () => {
      const id = await desk.note({
        procedureDate: '2026-08-04',
        lines: [['20610', 1, 'RT'], ['20610', 1, '59'], ['M17.11']],
      });
      const { version, columns } = await portal.succeed(chargeCsvColumns, {}, desk.admin);
      const wanted = ['noteId' as const, 'line' as const, 'code' as const, 'modifier1' as const];
      const saved = await portal.succeed(
        chargeCsvColumnsUpdate,
        { body: { columns: wanted, version } },
        desk.admin,
      );
      expect((await csv('2026-08-04')).slice(1)).toEqual([`${id},1,20610,RT`, `${id},2,20610,59`]);
      await portal.succeed(chargeCsvColumnsUpdate, { body: { columns, version: saved.version } }, desk.admin);
    });

    it('says that a co-signature is missing, like the day sheet', async () => {
      const [id, plain] = [
        await desk.note({ procedureDate: '2026-08-06', lines: [['20610', 1]] }),
        await desk.note({ procedureDate: '2026-08-06', lines: [['20611', 1]] }),
      ];
      await portal.owner.query('insert into co_signatures (dictation_id, requested_at) values ($1, now())', [
        id,
      ]);
      const { version, columns } = await portal.succeed(chargeCsvColumns, {}, desk.admin);
      const wanted = ['noteId' as const, 'coSignature' as const, 'code' as const];
      const saved = await portal.succeed(
        chargeCsvColumnsUpdate,
        { body: { columns: wanted, version } },
        desk.admin,
      );
      const [heading, ...rows] = await csv('2026-08-06');
      expect(heading).toBe('Note ID,Co-Signature,Code');
      expect(rows.toSorted()).toEqual([`${id},Awaited,20610`, `${plain},,20611`].toSorted());
      await portal.succeed(chargeCsvColumnsUpdate, { body: { columns, version: saved.version } }, desk.admin);
      expect((await sheet('2026-08-06')).pages.join(' ').match(/Not co-signed/gu)).toHaveLength(1);
    });

    it('has the columns of the practice in its order', async () => {
      const setting = await portal.succeed(chargeCsvColumns, {}, desk.admin);
      expect(setting).toMatchObject({ columns: [...DEFAULT_CSV_COLUMNS] });
      const columns = ['code' as const, 'units' as const, 'dateOfService' as const];
      const saved = await portal.succeed(
        chargeCsvColumnsUpdate,
        { body: { columns, version: setting.version } },
        desk.admin,
      );
      expect(saved).toEqual({ columns, version: setting.version + 1 });
      await desk.note({ procedureDate: '2026-08-02', lines: [['20610', 3]] });
      await desk.note({ procedureDate: '2026-08-02', lines: [] });
      expect((await csv('2026-08-02')).toSorted()).toEqual([
        ',,08/02/2026',
        '20610,3,08/02/2026',
        'Code,Units,Date of Service',
      ]);
      const stale = await portal.call(chargeCsvColumnsUpdate, { body: { columns, version: 1 } }, desk.admin);
      expect(stale).toMatchObject({ status: 409, error: { code: 'STALE' } });
      expect((await auditOf(portal, 'Charge', null)).map(({ new_values: values }) => values)).toContainEqual({
        columns,
      });
      await portal.succeed(
        chargeCsvColumnsUpdate,
        { body: { columns: [...DEFAULT_CSV_COLUMNS], version: saved.version } },
        desk.admin,
      );
    });

    it.each([[[]], [['code', 'code']], [['password_hash']], ['code']])(
      'refuses the columns %j',
      async (columns) => {
        const answer = await portal.raw({
          method: 'PUT',
          url: '/api/charges/csv-columns',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ columns }),
          token: desk.admin.token,
        });
        expect(answer.status).toBe(400);
      },
    );

    it('lets providers export their own notes, and only administrators choose the columns', async () => {
      await desk.note({ procedureDate: '2026-08-03' });
      await desk.note({ procedureDate: '2026-08-03', providerId: desk.other.id });
      expect(await csv('2026-08-03')).toHaveLength(3);
      const rows = await csv('2026-08-03', desk.other);
      expect(rows).toHaveLength(2);
      expect(rows[1]).toContain(desk.other.name);
      expect(await portal.call(chargeCsvColumns, {}, desk.doctor)).toMatchObject({ status: 403 });
      const nurse = await signedInAs(portal, 'MedicalAssistant');
      expect(await portal.call(chargeExport, { body: on('2026-08-03') }, nurse)).toMatchObject({
        status: 403,
      });
      expect(await portal.call(chargeSheet, { body: on('2026-08-03') }, nurse)).toMatchObject({
        status: 403,
      });
    });
  });

  describe('day sheet', () => {
    it('adds up per day, provider and location, and in all', async () => {
      for (let index = 0; index < 12; index += 1)
        await desk.note({
          procedureDate: '2026-08-10',
          providerId: index % 3 === 0 ? desk.other.id : desk.doctor.id,
          lines: [['64483', 1, 'LT'], ['J1100', index + 1], ['M54.16']],
        });
      await desk.note({ procedureDate: '2026-08-10', billingOption: 'noshow-patient' });
      const { pages, fileName } = await sheet('2026-08-10');
      const text = pages.join('\n').replaceAll(/\s+/g, ' ');
      expect(fileName).toMatch(/^day_sheet_\d{8}-\d{6}\.pdf$/);
      expect(text).toContain('08/10/2026, All providers, All locations, All notes');
      expect(text).toMatch(new RegExp(`${desk.doctor.name}[^:]*: 9 notes`));
      expect(text).toMatch(new RegExp(`${desk.other.name}[^:]*: 4 notes`));
      expect(text).toContain('All days, providers and locations: 13 notes');
      expect(text).toMatch(/J1100 Description of J1100 12 78 /);
      expect(text).toMatch(/Total 24 90/);
      expect(text).toContain('No-show, charge the fee');
      expect(text).toContain(`Page 1 of ${pages.length}`);
      expect((await auditOf(portal, 'Charge', null)).at(-1)).toMatchObject({
        action: 'Printed',
        new_values: { ...on('2026-08-10'), dictationIds: expect.any(Array), patientIds: expect.any(Array) },
      });
    });

    it('names notes that are not signed, and does not count their lines', async () => {
      await desk.note({ procedureDate: '2026-08-14', lines: [['20610', 1]] });
      await desk.note({ procedureDate: '2026-08-14', status: 'Completed', lines: [['20610', 4]] });
      const text = (await sheet('2026-08-14')).pages.join(' ').replaceAll(/\s+/g, ' ');
      expect(text).toContain('2 notes, 1 not signed and not counted');
      expect(text).toContain('Total 1 1');
      const { summary } = await portal.succeed(chargeList, { query: { ...on('2026-08-14') } }, desk.admin);
      expect(summary).toMatchObject({ notes: 2, lines: 1, units: 1 });
    });

    it('has a page without notes, and only the provider’s own notes', async () => {
      expect((await sheet('2026-08-11')).pages.join(' ')).toContain('No notes match the filter.');
      await desk.note({ procedureDate: '2026-08-12' });
      expect((await sheet('2026-08-12', desk.other)).pages.join(' ')).toContain('No notes match the filter.');
    });

    it('divides a note with very many lines over pages', async () => {
      const lines = Array.from({ length: 100 }, (_, index) => [String(20_000 + index), 2] as const);
      await desk.note({ procedureDate: '2026-08-13', lines });
      const { pages } = await sheet('2026-08-13');
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.length).toBeLessThan(10);
      expect(pages.join(' ')).toContain('continued');
      expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('Total 100 200');
    });
  });
});
