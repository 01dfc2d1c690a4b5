import {
  dictationTemplates,
  templateCreate,
  templateDelete,
  templateGet,
  templateList,
  templateUpdate,
} from '@portal/contract/templates';
import { contentOf, type FieldDraft } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';
import { findTemplateVersion, countTemplateUse, markTemplateVersionUsed } from './version-repo.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
  { id: 'note', label: 'Note', type: 'textarea' },
);
const contentText = (content: unknown = CONTENT) => JSON.stringify(content);
const field = (more: object) =>
  contentText({ version: 1, sections: [{ id: 's', title: 'S', fields: [more] }] });
const fields = (...some: readonly FieldDraft[]) => contentText(contentOf(...some));
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

describe('template content', () => {
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
  const use = (templateId: string, contentVersion = 1) =>
    portal.deps.db
      .transaction()
      .execute((tx) =>
        countTemplateUse(tx, { templateId, contentVersion, isUsed: false }, portal.clock.now()),
      );
  const idsForDictation = async () =>
    (await portal.succeed(dictationTemplates, {}, provider)).map(({ id }) => id);
  const change = (id: string, more: object) =>
    portal.succeed(templateUpdate, { params: { id }, body: body(more) }, admin);

  describe('versions', () => {
    const other = contentOf({ id: 'note', label: 'Findings', type: 'textarea' });

    it('is changed in place while the template is unused', async () => {
      const { id } = await create();
      expect(await change(id, { templateContent: contentText(other) })).toMatchObject({ contentVersion: 1 });
      expect((await findTemplateVersion(portal.deps.db, id))?.content).toEqual(other);
    });

    it('gets a new version once used; existing dictations keep the old one', async () => {
      const { id } = await create();
      expect(await use(id)).toBe(true);
      expect(await change(id, {})).toMatchObject({ contentVersion: 1, usageCount: 1 });
      const changed = await change(id, { templateContent: contentText(other) });
      expect(changed).toMatchObject({
        contentVersion: 2,
        usageCount: 1,
        lastUsed: portal.clock.now().toISOString(),
      });
      expect((await findTemplateVersion(portal.deps.db, id, 1))?.content).toEqual(CONTENT);
      expect(await findTemplateVersion(portal.deps.db, id)).toMatchObject({
        contentVersion: 2,
        content: other,
      });
      // The second version is not used yet.
      expect(await change(id, { templateContent: contentText() })).toMatchObject({ contentVersion: 2 });
      expect(await findTemplateVersion(portal.deps.db, id, 3)).toBeUndefined();
    });

    it('waits for a dictation being started, then writes the next version', async () => {
      const { id } = await create();
      const counted = Promise.withResolvers<undefined>();
      const { promise: begun, resolve: goOn } = Promise.withResolvers<undefined>();
      const dictating = portal.deps.db.transaction().execute(async (tx) => {
        await countTemplateUse(tx, { templateId: id, contentVersion: 1, isUsed: false }, portal.clock.now());
        counted.resolve(undefined);
        await begun;
      });
      await counted.promise;
      const changing = change(id, { templateContent: contentText(other) });
      await lockAwaited(portal);
      goOn(undefined);
      await dictating;
      expect(await changing).toMatchObject({ contentVersion: 2, usageCount: 1 });
      expect((await findTemplateVersion(portal.deps.db, id, 1))?.content).toEqual(CONTENT);
    });

    it('cannot be changed or deleted in the database once used', async () => {
      const { id } = await create();
      await use(id);
      const message = 'a template version that was used does not change';
      await expect(
        portal.owner.query(`update template_versions set content = '' where template_id = $1`, [id]),
      ).rejects.toThrow(message);
      await expect(
        portal.owner.query('delete from template_versions where template_id = $1', [id]),
      ).rejects.toThrow(message);
    });

    it('refuses to use an unknown version, and counts nothing', async () => {
      const { id } = await create();
      expect(await use(id, 7)).toBe(false);
      expect(await use(ABSENT)).toBe(false);
      expect(await portal.succeed(templateGet, { params: { id } }, admin)).toMatchObject({ usageCount: 0 });
    });
  });

  describe('deleting', () => {
    it('permanently deletes an unused template, with a message', async () => {
      const { id, name } = await create();
      const { message } = await portal.succeed(templateDelete, { params: { id } }, admin);
      expect(message).toBe(`Template "${name}" was deleted. It was never used.`);
      expect(await findTemplateVersion(portal.deps.db, id)).toBeUndefined();
      expect((await portal.call(templateGet, { params: { id } }, admin)).status).toBe(404);
      expect((await auditOf(portal, 'Template', id)).map(({ action }) => action)).toEqual([
        'Created',
        'Deleted',
      ]);
    });

    it('keeps a used template for its dictations, and frees its name', async () => {
      const { id, name } = await create();
      await use(id);
      const { message } = await portal.succeed(templateDelete, { params: { id } }, admin);
      expect(message).toBe(
        `Template "${name}" was used for 1 dictation, so it was removed from the lists but is kept for existing dictations.`,
      );
      expect(await findTemplateVersion(portal.deps.db, id, 1)).toMatchObject({
        isActive: false,
        content: CONTENT,
      });
      expect((await portal.call(templateGet, { params: { id } }, admin)).status).toBe(404);
      expect((await portal.call(templateDelete, { params: { id } }, admin)).status).toBe(404);
      const all = await portal.succeed(templateList, { query: { includeInactive: 'true' } }, admin);
      expect(all.map((template) => template.id)).not.toContain(id);
      expect(await idsForDictation()).not.toContain(id);
      expect((await create({ name })).name).toBe(name);
    });

    it('keeps a template that a saved draft uses', async () => {
      const { id } = await create();
      await portal.deps.db
        .transaction()
        .execute((tx) => markTemplateVersionUsed(tx, { templateId: id, contentVersion: 1 }));
      const { message } = await portal.succeed(templateDelete, { params: { id } }, admin);
      expect(message).toContain('is in use, so it was removed from the lists');
      expect(await findTemplateVersion(portal.deps.db, id)).toBeDefined();
    });
  });

  describe('400', () => {
    it('requires name and procedure type', async () => {
      const answer = await portal.call(
        templateCreate,
        { body: body({ name: ' ', procedureType: '' }) },
        admin,
      );
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { name: ['Name is required'], procedureType: ['Procedure type is required'] } },
      });
    });

    it.each([
      ['content that is not JSON', '{', 'The template content is not valid JSON'],
      [
        'characters that cannot be stored',
        field({ id: 'a', label: 'A', type: 'text', helpText: '\ud800' }),
        'The template contains characters that cannot be stored',
      ],
      [
        'content that does not match the schema',
        field({ id: 'a', label: 'A', type: 'slider' }),
        'sections.0.fields.0.type',
      ],
      ['a future version', '{"version":2,"sections":[]}', 'does not match the schema at version'],
      ['a field without a label', field({ id: 'a', label: ' ', type: 'text' }), 'Please enter a field label'],
      ['a field ID in capitals', field({ id: 'Side', label: 'A', type: 'text' }), 'lowercase letters'],
      [
        'a select field without options',
        fields({ id: 'a', type: 'select' }),
        'Please add at least one option for select fields',
      ],
      [
        'a radio field without options',
        fields({ id: 'a', type: 'radio' }),
        'Please add at least one option for radio fields',
      ],
      ['duplicate field IDs', fields({ id: 'a' }, { id: 'a' }), 'The field ID "a" is used more than once'],
      [
        'a rule on a missing field',
        fields({
          id: 'a',
          visibilityRules: [{ sourceFieldId: 'gone', operator: 'equals', value: 'x', action: 'show' }],
        }),
        'checks "gone", which is not a field in this template',
      ],
      [
        'a field that depends on a missing one',
        fields({ id: 'a', dependsOn: 'gone', dependencyType: 'copy' }),
        'This field depends on "gone"',
      ],
      [
        'a circular dependency',
        fields(
          { id: 'a', label: 'A', dependsOn: 'b', dependencyType: 'copy' },
          { id: 'b', label: 'B', dependsOn: 'a', dependencyType: 'copy' },
        ),
        'These fields have a circular dependency: "A" → "B" → "A"',
      ],
    ])('refuses %s and stores nothing', async (_what, templateContent, message) => {
      const sent = body({ templateContent });
      const answer = await portal.call(templateCreate, { body: sent }, admin);
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        error: { code: 'VALIDATION', errors: { templateContent: [expect.stringContaining(message)] } },
      });
      const { rowCount } = await portal.owner.query('select from templates where name = $1', [sent.name]);
      expect(rowCount).toBe(0);
    });

    it('reports every invalid field, and names the first in the message', async () => {
      const answer = await portal.call(
        templateCreate,
        { body: body({ templateContent: fields({ id: 'a', type: 'select' }, { id: 'a', label: 'Again' }) }) },
        admin,
      );
      expect(answer).toMatchObject({
        error: {
          message:
            'The template was not saved. "Again" (a): Please add at least one option for select fields (and 1 more)',
          errors: {
            templateContent: [
              '"Again" (a): Please add at least one option for select fields',
              '"Again" (a): The field ID "a" is used more than once',
            ],
          },
        },
      });
    });

    it('saves despite warnings', async () => {
      const template = await create({
        templateContent: fields(
          { id: 'a' },
          {
            id: 'b',
            visibilityRules: [{ sourceFieldId: 'a', operator: 'equals', value: 'x', action: 'hide' }],
          },
        ),
      });
      expect(template.version).toBe(1);
    });

    it.each([
      ['{"gone": "patient.name"}', '"gone" is not a field in this template'],
      ['{"note": "patient.password"}', 'Auto-populate fields must be JSON like'],
      ['[', 'Auto-populate fields must be JSON like'],
    ])('refuses auto-populate %s', async (autoPopulateFields, message) => {
      const answer = await portal.call(templateCreate, { body: body({ autoPopulateFields }) }, admin);
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { autoPopulateFields: [expect.stringContaining(message)] } },
      });
    });

    it('refuses an unknown category', async () => {
      const answer = await portal.call(templateCreate, { body: body({ categoryId: 999_999 }) }, admin);
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { categoryId: ['This category does not exist'] } },
      });
    });
  });
});
