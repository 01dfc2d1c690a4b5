import { billingCodeRuleCreate, billingCodeRuleDelete } from '@portal/contract/billing-code-rules';
import {
  billingCodeCreate,
  billingCodeDelete,
  billingCodeDescriptions,
  billingCodeExport,
  billingCodeList,
  billingCodeSearch,
  billingCodeToggle,
  billingCodeUpdate,
  type BillingCode,
  billingCodeImportPreview,
} from '@portal/contract/billing-codes';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { OFFICIAL_COLUMNS } from '@portal/domain/billing-code-official';
import { ANY_VALUE, TEMPLATE_DEFAULT_FIELD } from '@portal/domain/template/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

const codesOf = ({ items }: { readonly items: readonly BillingCode[] }) => items.map(({ code }) => code);

/** The cells of a code about which no official file is loaded. */
const NO_FACTS = ','.repeat(OFFICIAL_COLUMNS.length);

describe('billing code catalog', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const create = (fields: Partial<BodyInputOf<typeof billingCodeCreate>> = {}) =>
    portal.succeed(
      billingCodeCreate,
      { body: { codeType: 'CPT', code: '64483', description: 'Injection', category: null, ...fields } },
      admin,
    );
  const search = (body: BodyInputOf<typeof billingCodeSearch>) =>
    portal.succeed(billingCodeSearch, { body }, staff);

  const describeCodes = (type: 'CPT' | 'ICD10', body: string[]) =>
    portal.succeed(billingCodeDescriptions, { params: { type }, body }, staff);

  describe('POST, PUT, PATCH, DELETE', () => {
    it('adds a normalized code and records it', async () => {
      const added = await create({ codeType: 'ICD10', code: ' m5416', description: ' Radiculopathy  ' });
      expect(added).toMatchObject({
        codeType: 'ICD10',
        code: 'M54.16',
        description: 'Radiculopathy',
        category: null,
        isActive: true,
        version: 1,
        updatedAt: portal.clock.now().toISOString(),
      });
      expect(await auditOf(portal, 'BillingCode', added.id)).toMatchObject([
        { action: 'Created', user_id: admin.id, new_values: { code: 'M54.16', codeType: 'ICD10' } },
      ]);
    });

    it('uses the chosen type even if the code looks different', async () => {
      expect(await create({ codeType: 'ICD10', code: 'J9999' })).toMatchObject({
        codeType: 'ICD10',
        code: 'J99.99',
      });
    });

    it.each([
      ['CPT', '1992'],
      ['CPT', '630'],
      ['CPT', '99213.0'],
      ['CPT', '64483-50'],
      ['ICD10', '630'],
    ] as const)('refuses %s %s, which a spreadsheet or a modifier changed', async (codeType, code) => {
      const body = { codeType, code, description: 'Injection', category: null };
      expect(await portal.call(billingCodeCreate, { body }, admin)).toMatchObject({
        status: 400,
        error: {
          errors: { code: [expect.stringMatching(/CPT codes|spreadsheet|modifier|start with a letter/u)] },
        },
      });
      expect(await portal.succeed(billingCodeImportPreview, { body: [body] }, admin)).toMatchObject({
        inserted: 0,
        failed: 1,
      });
    });

    it('changes description, category and status, but not type and code', async () => {
      const { newHeadings: _none, ...code } = await create({ code: '64490' });
      portal.clock.advance({ minutes: 1 });
      const body = { description: 'Facet injection', category: 'Spine', isActive: false, version: 1 };
      const changed = await portal.succeed(billingCodeUpdate, { params: { id: code.id }, body }, admin);
      expect(changed).toEqual({
        ...code,
        ...body,
        version: 2,
        updatedAt: portal.clock.now().toISOString(),
      });
      expect(await auditOf(portal, 'BillingCode', code.id)).toMatchObject([
        { action: 'Created' },
        {
          action: 'Updated',
          old_values: { description: 'Injection', category: null, isActive: true },
          new_values: { description: 'Facet injection', category: 'Spine', isActive: false },
        },
      ]);
      for (const field of [{ code: '1' }, { codeType: 'ICD10' }]) {
        const answer = await portal.raw({
          method: 'PUT',
          url: `/api/admin/billing-code/${code.id}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...body, ...field }),
          token: admin.token,
        });
        expect(answer.status).toBe(400);
      }
    });

    it('toggles the status with a message, and refuses a stale version', async () => {
      const { id } = await create({ code: '64491' });
      const toggle = (version?: number) =>
        portal.call(
          billingCodeToggle,
          { params: { id }, ...(version !== undefined && { body: { version } }) },
          admin,
        );
      expect(await toggle(1)).toMatchObject({
        body: {
          message: 'Billing code deactivated successfully',
          billingCode: { isActive: false, version: 2 },
        },
      });
      expect(await toggle(1)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { isActive: false } },
      });
      expect(await toggle()).toMatchObject({
        body: { message: 'Billing code activated successfully', billingCode: { isActive: true } },
      });
    });

    it('deletes a code with a message, after which it is not found', async () => {
      const { id } = await create({ code: '64492' });
      const gone = { params: { id } };
      expect(await portal.succeed(billingCodeDelete, gone, admin)).toEqual({
        message: 'Billing code deleted successfully',
      });
      expect(await auditOf(portal, 'BillingCode', id)).toMatchObject([
        { action: 'Created' },
        { action: 'Deleted', old_values: { code: '64492' } },
      ]);
      const body = { description: 'x', isActive: true };
      expect(await portal.call(billingCodeDelete, gone, admin)).toMatchObject({
        status: 404,
        error: { message: 'This billing code does not exist.' },
      });
      expect(await portal.call(billingCodeToggle, gone, admin)).toMatchObject({ status: 404 });
      expect(await portal.call(billingCodeUpdate, { ...gone, body }, admin)).toMatchObject({ status: 404 });
    });

    it('refuses to delete a code that a rule refers to, but deactivates it', async () => {
      const { id } = await create({ code: '64493' });
      const templateId = await makeTemplate(portal);
      const rule = await portal.succeed(
        billingCodeRuleCreate,
        {
          body: {
            templateId,
            fieldId: TEMPLATE_DEFAULT_FIELD,
            fieldValue: ANY_VALUE,
            isTemplateDefault: true,
            billingCodes: [{ billingCodeId: id }],
          },
        },
        admin,
      );
      expect(await portal.call(billingCodeDelete, { params: { id } }, admin)).toMatchObject({
        status: 409,
        error: {
          code: 'IN_USE',
          message: 'Billing code 64493 is in use. It cannot be deleted, but you can deactivate it.',
        },
      });
      expect((await search({ searchTerm: '64493' })).items).toMatchObject([{ id, isActive: true }]);
      await portal.succeed(billingCodeRuleDelete, { params: { id: rule.id } }, admin);
      await portal.succeed(billingCodeDelete, { params: { id } }, admin);
    });

    it('refuses the same code of a type twice, with or without its dot', async () => {
      await create({ codeType: 'ICD10', code: 'M54.41' });
      const body = { codeType: 'ICD10' as const, code: 'm5441', description: 'Lumbago', category: '' };
      const message = 'ICD-10 code M54.41 already exists';
      expect(await portal.call(billingCodeCreate, { body }, admin)).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', message, errors: { code: [message] } },
      });
    });

    it('requires code and description, and refuses invalid codes', async () => {
      const empty = { codeType: 'CPT' as const, code: ' ', description: '' };
      expect(await portal.call(billingCodeCreate, { body: empty }, admin)).toMatchObject({
        status: 400,
        error: { errors: { code: ['Code is required'], description: ['Description is required'] } },
      });
      const markup = { codeType: 'CPT' as const, code: '<b>', description: 'x'.repeat(501) };
      expect(await portal.call(billingCodeCreate, { body: markup }, admin)).toMatchObject({
        status: 400,
        error: {
          errors: {
            code: ['Code can have letters, digits, dots and hyphens only'],
            description: ['Description can have at most 500 characters'],
          },
        },
      });
      expect((await search({ searchTerm: '<b>' })).totalCount).toBe(0);
    });

    it('refuses a stale version with the current code', async () => {
      const { id } = await create({ code: '64494' });
      const body = { description: 'Second', isActive: true, version: 1 };
      await portal.succeed(billingCodeUpdate, { params: { id }, body }, admin);
      expect(await portal.call(billingCodeUpdate, { params: { id }, body }, admin)).toMatchObject({
        status: 409,
        error: { code: 'STALE', current: { description: 'Second', version: 2 } },
      });
    });
  });

  describe('POST /billing-code/search', () => {
    const SHOULDER = [
      ['ICD10', 'Q25.0', 'Ququ pain of the shoulder, unspecified'],
      ['ICD10', 'Q25.01', 'Ququ pain of the right shoulder'],
      ['ICD10', 'Q25.02', 'Ququ pain of the left shoulder'],
      ['CPT', '20611', 'Ququ joint injection of a Ménière shoulder, Q25 in its words'],
    ] as const;
    beforeAll(async () => {
      for (const [codeType, code, description] of SHOULDER) await create({ codeType, code, description });
      const { id } = await create({ codeType: 'ICD10', code: 'Q25.03', description: 'Ququ retired' });
      await portal.succeed(billingCodeToggle, { params: { id } }, admin);
    });

    it.each([
      ['Q25.0', ['Q25.0', 'Q25.01', 'Q25.02', 'Q25.03']],
      ['q2501', ['Q25.01']],
      ['q25', ['Q25.0', 'Q25.01', 'Q25.02', 'Q25.03', '20611']],
      ['ququ SHOULD', ['20611', 'Q25.0', 'Q25.01', 'Q25.02']],
      ['left ququ', ['Q25.02']],
      ['ququ meniere', ['20611']],
      ['shoulder,', ['20611', 'Q25.0', 'Q25.01', 'Q25.02']],
      ['ququ nothing', []],
      ["' | q25 & !", ['Q25.0', 'Q25.01', 'Q25.02', 'Q25.03', '20611']],
      ['%%', []],
    ])('finds %j by code or description, prefix matches first', async (searchTerm, expected) => {
      const found = await search({ searchTerm });
      expect(codesOf(found)).toEqual(expected);
      expect(found).toMatchObject({ totalCount: expected.length, totalCountIsApproximate: false });
    });

    it('filters by type and status, and lists all without them', async () => {
      expect(codesOf(await search({ searchTerm: 'ququ', codeType: 'CPT' }))).toEqual(['20611']);
      expect(codesOf(await search({ searchTerm: 'ququ', isActive: false }))).toEqual(['Q25.03']);
      expect(codesOf(await search({ searchTerm: 'ququ', isActive: true }))).not.toContain('Q25.03');
      expect((await search({ searchTerm: 'ququ', codeType: null, isActive: null })).totalCount).toBe(5);
    });

    it('pages without overlap, clamping pages past the end or out of range', async () => {
      const page = async (pageNumber: number) =>
        codesOf(await search({ searchTerm: 'ququ', pageNumber, pageSize: 2 }));
      expect(await page(1)).toEqual(['20611', 'Q25.0']);
      expect(await page(2)).toEqual(['Q25.01', 'Q25.02']);
      expect(await page(3)).toEqual(['Q25.03']);
      expect(await page(99)).toEqual(['Q25.03']);
      expect(await page(-1)).toEqual(await page(1));
      expect((await search({ pageSize: 100_000 })).items.length).toBeLessThanOrEqual(500);
    });

    it('searches from 2 characters; without a search it lists all by type and code', async () => {
      const all = await search({ pageSize: 500 });
      expect(await search({ searchTerm: 'q', pageSize: 500 })).toEqual(all);
      expect(all.totalCount).toBe(all.items.length);
      const keys = all.items.map(({ codeType, code }) => `${codeType} ${code}`);
      expect(keys).toEqual(keys.toSorted());
      const pages = Math.ceil(all.totalCount / 3);
      const listed = [];
      for (let pageNumber = 1; pageNumber <= pages; pageNumber += 1)
        listed.push(...(await search({ pageNumber, pageSize: 3 })).items);
      expect(listed).toEqual(all.items);
    });

    it('finds a changed description by its new words only', async () => {
      const { id } = await create({ code: '64495', description: 'Zyzzyva before' });
      const body = { description: 'Quincunx after' };
      await portal.succeed(billingCodeUpdate, { params: { id }, body }, admin);
      expect(codesOf(await search({ searchTerm: 'zyzzyva' }))).toEqual([]);
      expect(codesOf(await search({ searchTerm: 'quincunx' }))).toEqual(['64495']);
    });

    it('refuses unknown fields and unknown types', async () => {
      for (const payload of [{ codeType: 'ICD9' }, { pageNumber: 1.5 }, { other: 1 }])
        expect(
          await portal.raw({
            method: 'POST',
            url: '/api/billing-code/search',
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
            token: staff.token,
          }),
        ).toMatchObject({ status: 400 });
    });
  });

  describe('GET /admin/billing-code', () => {
    it('lists the first codes of a type, up to 500', async () => {
      const list = await portal.succeed(
        billingCodeList,
        { query: { codeType: 'CPT', pageSize: '500' } },
        admin,
      );
      expect(new Set(list.items.map(({ codeType }) => codeType))).toEqual(new Set(['CPT']));
      expect(list.totalCount).toBe(list.items.length);
      const clamped = await portal.succeed(billingCodeList, { query: { pageSize: '0' } }, admin);
      expect(clamped.items).toHaveLength(1);
      const answer = await portal.raw({
        method: 'GET',
        url: '/api/admin/billing-code?pageSize=x',
        token: admin.token,
      });
      expect(answer.status).toBe(400);
    });
  });

  describe('POST /billing-code/{type}/descriptions', () => {
    it('maps each code to its description, including inactive codes, and omits unknown ones', async () => {
      expect(await describeCodes('ICD10', ['q2501', 'Q25.03', 'Q99.9', '__proto__'])).toEqual({
        q2501: 'Ququ pain of the right shoulder',
        'Q25.03': 'Ququ retired',
      });
      expect(await describeCodes('CPT', [])).toEqual({});
    });

    it('describes a few codes that are missing from the catalog', async () => {
      expect(await describeCodes('CPT', ['62323', '64484', '62322'])).toEqual({
        '62322': 'Lumbar or sacral interlaminar epidural injection without imaging',
        '62323': 'Lumbar or sacral interlaminar epidural injection with imaging',
        '64484': 'Lumbar or sacral transforaminal epidural injection, each additional level',
      });
      expect(
        Object.keys(await describeCodes('ICD10', ['M51.16', 'M54.16', 'M54.41', 'M54.42'])),
      ).toHaveLength(4);
      await create({ code: '62323', description: 'As this practice says it' });
      expect(await describeCodes('CPT', ['62323'])).toEqual({ '62323': 'As this practice says it' });
    });
  });

  describe('POST /admin/billing-code/export', () => {
    it('exports all filtered codes as CSV in the import’s columns and those of official files, and records it', async () => {
      await create({ code: 'G0999', description: 'Quuux, with "quotes"', category: '=Injections' });
      const body = { searchTerm: 'quuux', codeType: 'CPT' as const, isActive: true };
      const { blob, fileName } = await portal.succeed(billingCodeExport, { body }, admin);
      expect(fileName).toMatch(/^billing-codes-\d{4}-\d{2}-\d{2}\.csv$/);
      expect(await blob.text()).toBe(
        'CodeType,Code,Description,Category,IsActive,LineType,BilateralIndicator,UnitSize,Unit,IsBillable,ValidFrom,ValidTo,' +
          `${OFFICIAL_COLUMNS.join(',')}\r\n` +
          `CPT,G0999,"Quuux, with ""quotes""",'=Injections,true,other,unknown,,,true,none,none${NO_FACTS}\r\n`,
      );
      expect((await auditOf(portal, 'BillingCode', null)).at(-1)).toMatchObject({
        action: 'Exported',
        user_id: admin.id,
        new_values: body,
      });
    });

    it('exports in batches, each code once, and marks search totals above 1,000 as approximate', async () => {
      await portal.owner.query(
        `insert into billing_codes (code_type, code, description)
          select 'ICD10', 'W' || lpad(n::text, 5, '0'), 'Xyzzy ' || n from generate_series(1, 10050) n`,
      );
      const { blob } = await portal.succeed(billingCodeExport, { body: { searchTerm: 'xyzzy' } }, admin);
      const lines = (await blob.text()).trim().split('\r\n');
      expect(new Set(lines).size).toBe(10_051);
      expect(lines.at(-1)).toBe(`ICD10,W10050,Xyzzy 10050,,true,other,9,,,true,none,none${NO_FACTS}`);
      const found = await search({ searchTerm: 'xyzzy', pageNumber: 2, pageSize: 3 });
      expect(found).toMatchObject({ totalCount: 1_001, totalCountIsApproximate: true });
      expect(codesOf(found)).toEqual(['W00004', 'W00005', 'W00006']);
    });
  });
});
