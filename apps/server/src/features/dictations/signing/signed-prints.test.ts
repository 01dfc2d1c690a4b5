import { readdir, readFile } from 'node:fs/promises';
import { chargeExport, chargeList } from '@portal/contract/charges';
import { managedDictations } from '@portal/contract/dictation-admin';
import { groupAvailable, groupCreate, groupGet } from '@portal/contract/dictation-groups';
import {
  dictationBatchFile,
  dictationBatchPrint,
  dictationExportText,
  dictationPrint,
} from '@portal/contract/dictation-print';
import {
  dictationAddendum,
  dictationCreate,
  dictationGet,
  dictationList,
  dictationRecent,
  dictationSign,
  dictationsOfPatient,
  dictationsOfProvider,
} from '@portal/contract/dictations';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { patientTimeline } from '@portal/contract/patient-timeline';
import { letterheadGet, practiceLogoUpload } from '@portal/contract/practice';
import { signingCheckSave } from '@portal/contract/signing-checks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pngFile } from '#test/logo-files.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { makeBillingCode } from '#test/template-factories.ts';
import { contentHash } from '../content-hash.ts';
import { fillLetterheads } from '../letterheads.ts';

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url);
/** All placeholders of headers and footers. */
const HEADER =
  '<h2>{{location_name}}</h2><p>{{location_address}} {{location_phone}} {{current_date}} {{provider_name}} {{provider_title}} {{dictation_date}}</p>';
/** Tables that have nothing to do with dictations, or that the database protects. */
const UNTOUCHED =
  /^(?:audit|permission|role|rights|schema_migrations|session|master_key|row_counts|webhook|api_key|signing_checks)/u;

/** Values of columns that do not take every text. */
const VALID: Readonly<Record<string, string>> = {
  'users.title': '(select min(code) from titles)',
};
/** Otherwise, nobody could sign in to look. */
const SIGN_IN = /^users\.(?:password_hash|user_name|is_active)$/u;

const textsOf = async ({ blob }: { readonly blob: Blob }) =>
  pdfPages(new Uint8Array(await blob.arrayBuffer()));

/** A row without what may change: the current values beside it, and its group. */
const signedPart = ({ now: _now, groupName: _group, ...row }: Record<string, unknown>) => row;

describe('what a signed dictation prints', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'SuperAdmin');
    desk = await makeDictationDesk(portal);
    await portal.owner.query(`update patients set gender = 'Female'`);
    await makeBillingCode(portal, '64483');
    await makeBillingCode(portal, 'M54.16');
    // The tests change every text in the database, codes of the catalog too.
    const checks = [{ check: 'unknownCode' as const, action: 'warn' as const }];
    await portal.succeed(signingCheckSave, { body: { checks } }, admin);
    const { locationId } = desk;
    const html = { headerHTML: HEADER, footerHTML: HEADER };
    await portal.succeed(locationHeaderSave, { body: { locationId, ...html } }, admin);
    logo = await uploadLogo(pngFile());
  });
  afterAll(() => portal.close());

  const uploadLogo = async (png: Buffer) => {
    const { version } = await portal.succeed(letterheadGet, {}, admin);
    const file = new File([Uint8Array.from(png)], 'logo.png');
    const body = { version: String(version) };
    return (await portal.succeed(practiceLogoUpload, { body, file }, admin)).logo?.id;
  };
  const create = async () => {
    const body = noteBody(desk, {
      providerId: provider.id,
      status: 'Saved',
      billingCodes: [{ code: '64483' }, { code: 'M54.16' }],
      complications: 'None',
    });
    return (await portal.succeed(dictationCreate, { body }, admin)).id;
  };
  const sign = async () => {
    const id = await create();
    await portal.succeed(dictationSign, { params: { id } }, provider);
    const body = { text: 'The needle was 25G.', reason: 'Forgotten' };
    await portal.succeed(dictationAddendum, { params: { id }, body }, provider);
    return id;
  };
  const read = (id: string) => portal.succeed(dictationGet, { params: { id } }, admin);
  const recompute = async (id: string) => {
    const dictation = await read(id);
    if (dictation.signature === null) throw new Error('The dictation is not signed');
    return {
      ...dictation.signature,
      recomputed: contentHash(dictation, dictation.signature).toString('hex'),
    };
  };

  /** Everything that shows or prints the dictation. */
  async function shownEverywhere(id: string) {
    const { patientId } = desk;
    const params = { id };
    const pageSize = '100';
    const range = { startDate: '2026-11-20', endDate: '2026-11-20' };
    const lists = {
      list: (await portal.succeed(dictationList, { query: { pageSize } }, admin)).data,
      recent: await portal.succeed(dictationRecent, { query: {} }, provider),
      ofPatient: await portal.succeed(dictationsOfPatient, { params: { id: patientId } }, admin),
      ofProvider: await portal.succeed(
        dictationsOfProvider,
        { params: { id: provider.id }, query: {} },
        admin,
      ),
      managed: (await portal.succeed(managedDictations, { query: { pageSize } }, admin)).data,
      charges: (await portal.succeed(chargeList, { query: { ...range, pageSize } }, admin)).data,
      available: await portal.succeed(groupAvailable, { params: { date: '2026-11-20' }, query: {} }, admin),
      group: (await portal.succeed(groupGet, { params: { id: groupId } }, admin)).dictations,
    };
    const timeline = await portal.succeed(patientTimeline, { params: { id: patientId }, query: {} }, admin);
    const { pdfUrl } = await portal.succeed(dictationBatchPrint, { body: { dictationIds: [id] } }, admin);
    const batch = { params: { id: pdfUrl.split('/').at(-1) ?? '' } };
    const csv = await portal.succeed(chargeExport, { body: range }, admin);
    const rows = Object.entries(lists).map(([name, list]): [string, unknown] => {
      const row = list.find((each) => each.id === id);
      return [name, row === undefined ? undefined : signedPart(row)];
    });
    return {
      ...Object.fromEntries(rows),
      record: signedPart(await read(id)),
      timeline: timeline.data.find((entry) => entry.id === id)?.text,
      pdf: await textsOf(await portal.succeed(dictationPrint, { params }, admin)),
      batch: await textsOf(await portal.succeed(dictationBatchFile, batch, admin)),
      text: await (await portal.succeed(dictationExportText, { params }, admin)).blob.text(),
      csv: await csv.blob.text(),
    };
  }
  let logo: string | undefined;
  let groupId = '';

  /** Changes every text and date of the database that the database lets anybody change. Returns the changed columns. */
  async function changeEverything(): Promise<string[]> {
    const { rows } = await portal.owner.query<{ table_name: string; column_name: string; data_type: string }>(
      `select c.table_name, c.column_name, c.data_type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
         and (c.data_type in ('text', 'date') or c.column_name = 'super_admin_only')
       order by 1, 2`,
    );
    const changed: string[] = [];
    for (const { table_name: table, column_name: column, data_type: type } of rows) {
      if (UNTOUCHED.test(table) || SIGN_IN.test(`${table}.${column}`)) continue;
      const value =
        VALID[`${table}.${column}`] ??
        { text: `"${column}" || 'x'`, date: `"${column}" - 1`, boolean: 'true' }[type];
      try {
        const { rowCount } = await portal.owner.query(`update "${table}" set "${column}" = ${value}`);
        if (rowCount !== 0) changed.push(`${table}.${column}`);
      } catch {
        // A constraint or a trigger refuses this column.
      }
    }
    Object.assign(portal.deps.config.practice, {
      name: 'Other practice',
      timeZone: 'America/Los_Angeles',
      clock: '24',
    });
    return changed;
  }

  it('stays the same byte for byte, whatever is changed later, and its hash covers it', async () => {
    const id = await sign();
    groupId = (await portal.succeed(groupCreate, { body: { dictationIds: [id] } }, provider)).id;
    const before = await shownEverywhere(id);
    for (const part of Object.values(before)) expect(part).toBeDefined();
    const changed = await changeEverything();
    expect(changed).toEqual(
      expect.arrayContaining([
        'billing_codes.description',
        'location_headers.header_html',
        'location_headers.footer_html',
        'offices.address',
        'offices.name',
        'offices.super_admin_only',
        'patients.date_of_birth',
        'patients.first_name',
        'patients.gender',
        'patients.last_name',
        'templates.name',
        'users.first_name',
        'users.last_name',
        'users.title',
      ]),
    );
    portal.clock.advance({ hours: 48 });
    admin = { ...admin, token: await signIn(portal, admin.userName) };
    provider = { ...provider, token: await signIn(portal, provider.userName) };
    await uploadLogo(pngFile({ width: 60 }));
    expect(await shownEverywhere(id)).toEqual(before);

    const dictation = await read(id);
    expect(dictation.now).toEqual({
      templateName: `${dictation.templateName}x`,
      patientName: expect.stringMatching(/x, .*x$/u),
      patientDOB: expect.not.stringContaining(dictation.patientDOB),
      patientGender: `${dictation.patientGender}x`,
      providerName: expect.stringMatching(/x .*x$/u),
    });
    const { hashVersion, contentHash: stored, recomputed } = await recompute(id);
    expect({ hashVersion, stored }).toEqual({ hashVersion: 2, stored: recomputed });
    const { letterhead, ...printed } = dictation.printed ?? { letterhead: null };
    if (dictation.signature === null || letterhead === null || !('report' in printed))
      throw new Error('The dictation is not signed');
    expect(letterhead.logo).toBe(logo);
    const forgeries = [
      { templateName: 'Other' },
      { patient: { ...dictation.patient, lastName: 'Other' } },
      { patientDOB: '1950-01-01' },
      { patientGender: 'Other' },
      { providerName: 'Other' },
      { createdByUser: { ...dictation.createdByUser, lastName: 'Other' } },
      { printed: { ...printed, letterhead: { ...letterhead, headerHTML: '<p>Other</p>' } } },
      { printed: { ...printed, letterhead: { ...letterhead, timeZone: 'UTC' } } },
      { printed: { ...printed, letterhead: { ...letterhead, logo: '0'.repeat(64) } } },
      { printed: { ...printed, letterhead, report: { sections: [], isOneSidedEntry: false } } },
    ];
    for (const forgery of forgeries)
      expect(contentHash({ ...dictation, ...forgery }, dictation.signature).toString('hex')).not.toBe(stored);
  });

  it('is protected by the database', async () => {
    const id = await sign();
    const refused = [
      `update signed_prints set template_name = 'Other' where dictation_id = '${id}'`,
      `delete from signed_prints where dictation_id = '${id}'`,
      'truncate signed_prints',
      `update letterheads set content = '{}'`,
      'delete from letterheads',
      'truncate letterheads cascade',
    ];
    for (const statement of refused)
      await expect(portal.owner.query(statement)).rejects.toMatchObject({ code: '23001' });
    const open = await create();
    await expect(
      portal.owner.query(
        `update dictations set status = 'Signed', signed_at = now(), signed_by = provider_id, signer_name = 'x',
           content_hash = '\\x00', hash_version = 2 where id = '${open}'`,
      ),
    ).rejects.toThrow('a dictation is signed together with what it prints');
  });

  it('is stored for dictations that were signed before, as they print at the update; their hashes stay', async () => {
    const old = await makeDictation(portal, { ...desk, providerId: provider.id, status: 'Signed' });
    await portal.owner.query(`
      drop table signed_prints, letterheads;
      drop trigger dictations_need_print on dictations;
      drop trigger dictations_store_print on dictations;
      drop function signed_prints_keep(), letterheads_keep(), dictations_need_print();
      alter table dictations drop column hash_version, drop column edited_from`);
    const file = (await readdir(MIGRATIONS)).find((name) => name.endsWith('_signed_prints.sql')) ?? '';
    await portal.owner.query(await readFile(new URL(file, MIGRATIONS), 'utf8'));
    await portal.owner.query(
      `grant select, insert, update on all tables in schema public to ${new URL(portal.deps.config.databaseUrl ?? '').username}`,
    );
    await fillLetterheads(portal.deps.db, portal.deps.config.practice);
    const before = await read(old);
    expect(before.signature).toMatchObject({ hashVersion: 1, contentHash: '01'.repeat(32) });
    expect(before.printed?.letterhead).toMatchObject({ timeZone: portal.deps.config.practice.timeZone });
    const text = async () =>
      (await portal.succeed(dictationExportText, { params: { id: old } }, admin)).blob.text();
    const printed = await text();
    await portal.owner.query(`update templates set name = name || 'y'`);
    await portal.owner.query(`update patients set last_name = last_name || 'y'`);
    await portal.owner.query(`update location_headers set header_html = '<p>New</p>'`);
    await portal.owner.query(`update offices set name = name || 'y'`);
    expect(await text()).toBe(printed);
    expect((await read(old)).now).toMatchObject({ templateName: `${before.templateName}y` });
    // A second start changes nothing.
    await fillLetterheads(portal.deps.db, { ...portal.deps.config.practice, name: 'Third practice' });
    expect(await text()).toBe(printed);
  });
});
