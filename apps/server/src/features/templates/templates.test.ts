import {
  dictationTemplateGet,
  dictationTemplates,
  MAX_CONTENT_LENGTH,
  templateCreate,
  templateDelete,
  templateGet,
  templateList,
  templateToggle,
  templateUpdate,
} from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
  { id: 'note', label: 'Note', type: 'textarea' },
);
const contentText = (content: unknown = CONTENT) => JSON.stringify(content);
let counter = 0;
const body = (more: object = {}) => ({
  name: `Block ${(counter += 1)}`,
  procedureType: 'Nerve block',
  shortDescription: 'One level',
  categoryId: null,
  quickAccessOrder: 3,
  templateContent: contentText(),
  ...more,
});

describe('templates', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let provider: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    provider = await signedInAs(portal, 'ProviderPhysician');
  });
  afterAll(() => portal.close());

  const create = (more: object = {}) => portal.succeed(templateCreate, { body: body(more) }, admin);
  const idsForDictation = async () =>
    (await portal.succeed(dictationTemplates, {}, provider)).map(({ id }) => id);

  describe('200 and 201', () => {
    it('returns a new template with content and auto-populate as JSON, usage and authors', async () => {
      const template = await create({ autoPopulateFields: '{"note": "patient.name"}' });
      expect(template).toMatchObject({
        procedureType: 'Nerve block',
        shortDescription: 'One level',
        categoryId: null,
        categoryName: null,
        quickAccessOrder: 3,
        isActive: true,
        usageCount: 0,
        lastUsed: null,
        createdBy: expect.stringContaining('Test User'),
        updatedBy: expect.stringContaining('Test User'),
        autoPopulateFields: '{"note":"patient.name"}',
        contentVersion: 1,
        version: 1,
      });
      expect(JSON.parse(template.templateContent)).toEqual(CONTENT);
      expect(await auditOf(portal, 'Template', template.id)).toMatchObject([
        {
          action: 'Created',
          user_id: admin.id,
          new_values: { name: template.name, sections: [{ fields: ['side', 'note'] }] },
        },
      ]);
    });

    it('accepts content without a version as the current version', async () => {
      const template = await create({ templateContent: JSON.stringify({ sections: CONTENT.sections }) });
      expect(JSON.parse(template.templateContent)).toEqual(CONTENT);
    });

    it('lists by category, quick access order and name, with inactive ones on request', async () => {
      const { rows } = await portal.owner.query<{ id: number }>(
        `insert into template_categories (name, display_order, icon)
          values ('Later', 2, 'folder'), ('Sooner', 1, 'healing') returning id`,
      );
      const [later, sooner] = rows.map(({ id }) => id);
      const made = {
        none: await makeTemplate(portal, { name: 'AAA none', quickAccessOrder: 0 }),
        later: await makeTemplate(portal, {
          name: 'AAA later',
          ...(later !== undefined && { categoryId: later }),
        }),
        second: await makeTemplate(portal, {
          name: 'AAA second',
          ...(sooner !== undefined && { categoryId: sooner }),
        }),
        first: await makeTemplate(portal, {
          name: 'ZZZ first',
          quickAccessOrder: 1,
          ...(sooner !== undefined && { categoryId: sooner }),
        }),
        off: await makeTemplate(portal, { name: 'AAA off', isActive: false }),
      };
      const ours = new Set(Object.values(made));
      const listed = async (query: { includeInactive?: 'true' | 'false' }) =>
        (await portal.succeed(templateList, { query }, admin))
          .filter(({ id }) => ours.has(id))
          .map(({ name, categoryName }) => [categoryName, name]);
      const active = [
        ['Sooner', 'ZZZ first'],
        ['Sooner', 'AAA second'],
        ['Later', 'AAA later'],
        [null, 'AAA none'],
      ];
      expect(await listed({})).toEqual(active);
      expect(await listed({ includeInactive: 'false' })).toEqual(active);
      expect(await listed({ includeInactive: 'true' })).toEqual([...active, [null, 'AAA off']]);
    });

    it('changes a template and records what changed', async () => {
      const { id } = await create({ name: 'Before' });
      const changed = await portal.succeed(
        templateUpdate,
        { params: { id }, body: { ...body({ name: 'After', quickAccessOrder: null }), version: 1 } },
        admin,
      );
      expect(changed).toMatchObject({
        id,
        name: 'After',
        quickAccessOrder: null,
        version: 2,
        contentVersion: 1,
      });
      const entry = (await auditOf(portal, 'Template', id)).at(-1);
      expect(entry).toMatchObject({ old_values: { name: 'Before' }, new_values: { name: 'After' } });
      expect(entry?.new_values).not.toHaveProperty('sections');
    });

    it('keeps auto-populate for existing fields if PUT omits it', async () => {
      const { id } = await create({ autoPopulateFields: '{"note":"patient.name","side":"patient.gender"}' });
      const changed = await portal.succeed(
        templateUpdate,
        { params: { id }, body: body({ templateContent: contentText(contentOf({ id: 'note' })) }) },
        admin,
      );
      expect(changed.autoPopulateFields).toBe('{"note":"patient.name"}');
    });

    it('hides an inactive template from dictations until it is activated again', async () => {
      const { id, name } = await create();
      const off = await portal.succeed(templateToggle, { params: { id } }, admin);
      expect(off).toMatchObject({
        message: `Template "${name}" deactivated successfully`,
        template: { id, isActive: false, version: 2 },
      });
      expect(await idsForDictation()).not.toContain(id);
      expect((await portal.call(dictationTemplateGet, { params: { id } }, provider)).status).toBe(404);
      expect((await portal.succeed(templateGet, { params: { id } }, admin)).isActive).toBe(false);
      const on = await portal.succeed(templateToggle, { params: { id } }, admin);
      expect(on.message).toBe(`Template "${name}" activated successfully`);
      expect(await idsForDictation()).toContain(id);
      expect((await auditOf(portal, 'Template', id)).at(-1)).toMatchObject({
        old_values: { isActive: false },
        new_values: { isActive: true },
      });
    });

    it('lists active templates for dictation by quick access order, with their structure', async () => {
      const last = await makeTemplate(portal, { name: 'Without order' });
      const second = await makeTemplate(portal, { name: 'B of 7001', quickAccessOrder: 7001 });
      const first = await makeTemplate(portal, { name: 'A of 7001', quickAccessOrder: 7001 });
      const zero = await makeTemplate(portal, { name: 'Of 7000', quickAccessOrder: 7000, content: CONTENT });
      const all = await portal.succeed(dictationTemplates, {}, provider);
      const ours = all.filter(({ id }) => [last, second, first, zero].includes(id));
      expect(ours.map(({ id }) => id)).toEqual([zero, first, second, last]);
      expect(ours[0]).toMatchObject({
        structure: { sections: CONTENT.sections },
        providerDefaults: {},
        isDefault: false,
      });
    });

    it('ignores the cache-busting timestamp of GET /dictation/templates/{id}', async () => {
      const id = await makeTemplate(portal, { content: CONTENT });
      const answer = await portal.raw({
        method: 'GET',
        url: `/api/dictation/templates/${id}?_t=1764000000000`,
        token: provider.token,
      });
      expect(answer).toMatchObject({ status: 200, body: { id, structure: { sections: CONTENT.sections } } });
    });

    it('falls back to an empty structure for unreadable stored content', async () => {
      const id = await makeTemplate(portal);
      await portal.owner.query(`update template_versions set content = '{broken' where template_id = $1`, [
        id,
      ]);
      const template = await portal.succeed(dictationTemplateGet, { params: { id } }, provider);
      expect(template.structure).toEqual({ sections: [] });
    });

    it('stores a template of the maximum size, and refuses a larger one', async () => {
      const text = '"'.repeat(1500);
      const large = contentOf(
        ...Array.from({ length: 150 }, (_, index) => ({ id: `field_${index}`, defaultValue: text })),
      );
      expect(contentText(large).length).toBeGreaterThan(MAX_CONTENT_LENGTH * 0.9);
      const template = await create({ templateContent: contentText(large) });
      expect(JSON.parse(template.templateContent)).toEqual(large);
      const answer = await portal.call(
        templateCreate,
        { body: body({ templateContent: ' '.repeat(MAX_CONTENT_LENGTH + 1) }) },
        admin,
      );
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { templateContent: expect.arrayContaining(['The template is too large']) } },
      });
    });
  });

  describe('404 and 409', () => {
    it('returns 404 for an unknown template in every call', async () => {
      const params = { id: ABSENT };
      for (const answer of [
        await portal.call(templateGet, { params }, admin),
        await portal.call(templateUpdate, { params, body: body() }, admin),
        await portal.call(templateToggle, { params }, admin),
        await portal.call(templateDelete, { params }, admin),
        await portal.call(dictationTemplateGet, { params }, provider),
      ])
        expect(answer.status).toBe(404);
    });

    it('refuses a stale version with the current record, also by If-Match', async () => {
      const { id, name } = await create();
      await portal.succeed(templateToggle, { params: { id } }, admin);
      const stale = { ok: false, status: 409, error: { code: 'STALE', current: { id, name, version: 2 } } };
      expect(
        await portal.call(templateUpdate, { params: { id }, body: { ...body(), version: 1 } }, admin),
      ).toMatchObject(stale);
      const headers = { 'if-match': '"1"' };
      expect(await portal.call(templateToggle, { params: { id } }, { ...admin, headers })).toMatchObject(
        stale,
      );
    });

    it('refuses a second template of the same name on its field', async () => {
      const { id } = await create({ name: 'Twice' });
      const refused = {
        ok: false,
        status: 409,
        error: { code: 'CONFLICT', errors: { name: ['A template with this name already exists'] } },
      };
      expect(await portal.call(templateCreate, { body: body({ name: 'TWICE' }) }, admin)).toMatchObject(
        refused,
      );
      const other = await create();
      expect(
        await portal.call(templateUpdate, { params: { id: other.id }, body: body({ name: 'twice' }) }, admin),
      ).toMatchObject(refused);
      const same = await portal.call(
        templateUpdate,
        { params: { id }, body: body({ name: 'Twice' }) },
        admin,
      );
      expect(same.status).toBe(200);
    });

    it('returns the same response for a repeated idempotency key', async () => {
      const options = { ...admin, headers: { 'idempotency-key': 'template-1' } };
      const sent = body();
      const first = await portal.succeed(templateCreate, { body: sent }, options);
      expect(await portal.succeed(templateCreate, { body: sent }, options)).toEqual(first);
    });
  });
});
