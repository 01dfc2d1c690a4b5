import { locationHeaderList, locationHeaderSave, MAX_HEADER_LENGTH } from '@portal/contract/location-headers';
import {
  CATEGORY_ICONS,
  categoryCreate,
  categoryDelete,
  categoryList,
  categoryUpdate,
  dictationCategories,
} from '@portal/contract/template-categories';
import {
  dictationTemplateGet,
  dictationTemplates,
  templateDefaultToggle,
  templatePreferencesSave,
  templateToggle,
} from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';
import { sanitizeHeaderHtml } from './sanitize-html.ts';
import { getReportHeader } from './header-service.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

let portal: TestPortal;
let admin: SignedInUser;
let superAdmin: SignedInUser;
let provider: SignedInUser;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await signedInAs(portal, 'Admin');
  superAdmin = await signedInAs(portal, 'SuperAdmin');
  provider = await signedInAs(portal, 'ProviderPhysician');
});
afterAll(() => portal.close());

const createCategory = (name: string, more: object = {}) =>
  portal.succeed(categoryCreate, { body: { name, ...more } }, admin);
/** Ids in URLs are strings. */
const idOf = (id: number) => ({ id: String(id) });
const saveHeader = (locationId: string, more: object = {}) =>
  portal.succeed(
    locationHeaderSave,
    { body: { locationId, headerHTML: '<p>Head</p>', footerHTML: '<p>Foot</p>', ...more } },
    admin,
  );
const savePreferences = (id: string, defaults: object, user = provider) =>
  portal.call(templatePreferencesSave, { params: { id }, body: { defaults: { ...defaults } } }, user);

describe('categories', () => {
  it('get a numeric id, and by default display order 0 and an icon', async () => {
    const category = await createCategory('Injections');
    expect(category).toEqual({
      id: expect.any(Number),
      name: 'Injections',
      displayOrder: 0,
      icon: 'category',
      reportHeading: null,
      templateCount: 0,
      version: 1,
    });
    expect(await auditOf(portal, 'TemplateCategory', String(category.id))).toMatchObject([
      { action: 'Created', new_values: { name: 'Injections' } },
    ]);
  });

  it('are sorted by display order; both lists count the templates', async () => {
    const second = await createCategory('B of 900', { displayOrder: 900, icon: 'healing' });
    const first = await createCategory('A of 900', { displayOrder: 900 });
    await makeTemplate(portal, { categoryId: first.id });
    await makeTemplate(portal, { categoryId: first.id, isActive: false });
    for (const list of [
      await portal.succeed(categoryList, {}, admin),
      await portal.succeed(dictationCategories, {}, provider),
    ]) {
      expect(list.map(({ id }) => id).slice(-2)).toEqual([first.id, second.id]);
      expect(list.at(-2)?.templateCount).toBe(2);
    }
  });

  it.each(CATEGORY_ICONS)('accept the icon %s', async (icon) => {
    expect((await createCategory(`With ${icon}`, { icon })).icon).toBe(icon);
  });

  it('can be changed, but not from a stale version', async () => {
    const { id } = await createCategory('Old name');
    const change = {
      params: idOf(id),
      body: { name: 'New name', displayOrder: 7, icon: 'science', version: 1 },
    } as const;
    expect(await portal.succeed(categoryUpdate, change, admin)).toMatchObject({
      id,
      name: 'New name',
      displayOrder: 7,
      icon: 'science',
      version: 2,
    });
    expect(await portal.call(categoryUpdate, change, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { name: 'New name' } },
    });
  });

  it('are deleted only when they have no templates', async () => {
    const { id } = await createCategory('Busy');
    const templateId = await makeTemplate(portal, { categoryId: id });
    const answer = await portal.call(categoryDelete, { params: idOf(id) }, admin);
    expect(answer).toMatchObject({
      ok: false,
      status: 409,
      error: { code: 'IN_USE', message: expect.stringContaining('1 template belongs to this category') },
    });
    // Soft-deleted templates do not count.
    await portal.owner.query('update templates set is_active = false, deleted_at = now() where id = $1', [
      templateId,
    ]);
    expect(await portal.succeed(categoryDelete, { params: idOf(id) }, admin)).toEqual({
      message: 'Category "Busy" was deleted.',
    });
    expect((await portal.call(categoryDelete, { params: idOf(id) }, admin)).status).toBe(404);
  });

  it.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['displayOrder', { displayOrder: -1 }, 'Display order cannot be negative'],
    ['displayOrder', { displayOrder: 1.5 }, 'Display order must be a whole number'],
    ['icon', { icon: 'skull' }, 'Choose one of the icons'],
  ])('refuse %s %j', async (field, more, message) => {
    const answer = await portal.raw({
      method: 'POST',
      url: '/api/admin/template/categories',
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'Refused', ...more }),
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
  });

  it('refuse a duplicate name, and return 404 for an unknown category', async () => {
    await createCategory('Twice');
    expect(await portal.call(categoryCreate, { body: { name: 'TWICE' } }, admin)).toMatchObject({
      status: 409,
      error: { errors: { name: ['A category with this name already exists'] } },
    });
    expect(
      (await portal.call(categoryUpdate, { params: { id: '999999' }, body: { name: 'X' } }, admin)).status,
    ).toBe(404);
  });
});

describe('location headers', () => {
  it('are saved per location, replacing the previous one', async () => {
    const locationId = await makeOffice(portal);
    const first = await saveHeader(locationId, {
      headerHTML: '<h2 style="text-align:center">{{location_name}}</h2>',
      footerHTML: '<p>{{provider_name}}, <em>{{provider_title}}</em> {{dictation_date}}</p>',
    });
    expect(first).toEqual({
      locationId,
      headerHTML: '<h2 style="text-align:center">{{location_name}}</h2>',
      footerHTML: '<p>{{provider_name}}, <em>{{provider_title}}</em> {{dictation_date}}</p>',
      updatedAt: portal.clock.now().toISOString(),
      version: 1,
      removed: [],
    });
    const { version } = await saveHeader(locationId, { version: 1 });
    expect(version).toBe(2);
    const headers = await portal.succeed(locationHeaderList, {}, admin);
    expect(headers.find((header) => header.locationId === locationId)?.headerHTML).toBe('<p>Head</p>');
    expect((await auditOf(portal, 'LocationHeader', locationId)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { headerHTML: '<h2 style="text-align:center">{{location_name}}</h2>' },
      new_values: { headerHTML: '<p>Head</p>' },
    });
  });

  it.each([
    ['script', '<p>a</p><script>alert(1)</script>', '<p>a</p>', ['script']],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>', ['onclick']],
    ['a frame', '<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>', ['iframe', 'src']],
    [
      'an external image',
      '<p>a<img src="https://evil.example/x.png" onerror="x()"></p>',
      '<p>a</p>',
      ['img', 'src', 'onerror'],
    ],
    ['a style sheet', '<style>p{background:url(//evil.example)}</style><p>a</p>', '<p>a</p>', ['style']],
    [
      'a linked style',
      '<link rel="stylesheet" href="//evil.example/a.css"><p>a</p>',
      '<p>a</p>',
      ['link', 'rel', 'href'],
    ],
    [
      'an external style',
      '<p style="background:url(https://evil.example);text-align:right">a</p>',
      '<p style="text-align:right">a</p>',
      [],
    ],
    ['a link', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>', ['a', 'href']],
    [
      'a vector image',
      '<svg onload="alert(1)"><circle/></svg><p>a</p>',
      '<p>a</p>',
      ['svg', 'onload', 'circle'],
    ],
    [
      'a form',
      '<form action="//evil.example"><input name="a"><p>a</p></form>',
      '<p>a</p>',
      ['form', 'action', 'input', 'name'],
    ],
    ['a broken tag', '<p>a<scr<script>ipt>', '<p>a', []],
  ])('are saved without %s', async (_what, dirty, clean, removed) => {
    const saved = await saveHeader(await makeOffice(portal), { headerHTML: dirty });
    expect(saved.headerHTML.startsWith(clean)).toBe(true);
    expect(saved.headerHTML).not.toMatch(/script|evil|alert|on\w+=/);
    expect(saved.removed).toEqual(expect.arrayContaining(removed));
  });

  it('are sanitized again when read', async () => {
    const locationId = await makeOffice(portal);
    await saveHeader(locationId);
    await portal.owner.query(
      `update location_headers set footer_html = '<p onclick="x()">F</p>' where location_id = $1`,
      [locationId],
    );
    const headers = await portal.succeed(locationHeaderList, {}, admin);
    expect(headers.find((header) => header.locationId === locationId)?.footerHTML).toBe('<p>F</p>');
    expect((await getReportHeader(portal.deps.db, locationId, 'Practice'))?.footerHTML).toBe('<p>F</p>');
  });

  it('do not change when sanitized twice', () => {
    const html =
      '<h1>A &amp; B</h1><p style="text-align:center"><strong>{{location_name}}</strong><br /><u>x</u></p><h6 style="text-align:right">y</h6><ul><li>1</li></ul><hr />';
    expect(sanitizeHeaderHtml(html)).toEqual({ html, removed: [] });
    expect(sanitizeHeaderHtml(sanitizeHeaderHtml('<p>a</b><i>b').html).html).toBe(
      sanitizeHeaderHtml('<p>a</b><i>b').html,
    );
  });

  it('fall back to the practice’s default when missing or empty', async () => {
    const locationId = await makeOffice(portal, { name: 'Plain Office' });
    const byDefault = await getReportHeader(portal.deps.db, locationId, 'Bones & Backs');
    expect(byDefault).toMatchObject({
      headerHTML: expect.stringContaining('Bones &amp; Backs'),
      values: {
        location_name: 'Plain Office',
        location_address: '1 Main Street, Baltimore, MD 21201',
        location_phone: '(410) 555-0100',
      },
    });
    expect(await saveHeader(locationId, { headerHTML: '<p></p>', footerHTML: '<p> <br></p>' })).toMatchObject(
      {
        headerHTML: '',
        footerHTML: '',
      },
    );
    expect(await getReportHeader(portal.deps.db, locationId, 'Bones & Backs')).toEqual(byDefault);
    await saveHeader(locationId, { footerHTML: '' });
    expect(await getReportHeader(portal.deps.db, locationId, 'Bones & Backs')).toMatchObject({
      headerHTML: '<p>Head</p>',
      footerHTML: '',
    });
    expect(await getReportHeader(portal.deps.db, ABSENT, 'x')).toBeUndefined();
  });

  it('refuse a stale version, an unknown location, and too much text', async () => {
    const locationId = await makeOffice(portal);
    await saveHeader(locationId);
    await saveHeader(locationId, { version: 1, headerHTML: '<p>Second</p>' });
    const call = (more: object) =>
      portal.call(
        locationHeaderSave,
        { body: { locationId, headerHTML: '', footerHTML: '', ...more } },
        admin,
      );
    expect(await call({ version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { headerHTML: '<p>Second</p>', version: 2 } },
    });
    // Of two concurrent first saves, the second is refused as stale.
    expect((await call({ version: 0 })).status).toBe(409);
    expect((await call({ locationId: await makeOffice(portal), version: 0 })).status).toBe(200);
    expect((await call({ locationId: ABSENT })).status).toBe(404);
    expect(await call({ headerHTML: 'x'.repeat(MAX_HEADER_LENGTH + 1) })).toMatchObject({
      status: 400,
      error: { errors: { headerHTML: [`Header can have at most ${MAX_HEADER_LENGTH} characters`] } },
    });
  });

  it('are hidden from other roles for a SuperAdmin-only office', async () => {
    const locationId = await makeOffice(portal, { superAdminOnly: true });
    const body = { locationId, headerHTML: '<p>S</p>', footerHTML: '' };
    expect((await portal.call(locationHeaderSave, { body }, admin)).status).toBe(404);
    await portal.succeed(locationHeaderSave, { body }, superAdmin);
    const idsFor = async (user: SignedInUser) =>
      (await portal.succeed(locationHeaderList, {}, user)).map((header) => header.locationId);
    expect(await idsFor(admin)).not.toContain(locationId);
    expect(await idsFor(superAdmin)).toContain(locationId);
  });
});

describe('template preferences', () => {
  const CONTENT = contentOf(
    { id: 'gauge', label: 'Needle gauge' },
    { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4', 'L5'] },
    { id: 'consent', label: 'Consent', isReadOnly: true },
  );
  it('save the current user’s defaults', async () => {
    const id = await makeTemplate(portal, { content: CONTENT });
    const defaults = { gauge: '22', levels: ['L4'] };
    expect(await savePreferences(id, defaults)).toMatchObject({
      status: 200,
      body: { templateId: id, defaults, isDefault: false },
    });
    const read = (user: SignedInUser) => portal.succeed(dictationTemplateGet, { params: { id } }, user);
    expect((await read(provider)).providerDefaults).toEqual(defaults);
    expect((await read(admin)).providerDefaults).toEqual({});
    await savePreferences(id, {});
    expect((await read(provider)).providerDefaults).toEqual({});
    expect(await auditOf(portal, 'Template', id)).toMatchObject([
      { action: 'Updated', user_id: provider.id, new_values: { providerDefaults: defaults } },
      { old_values: { providerDefaults: defaults } },
    ]);
  });

  it('refuse unknown fields, and read-only ones except from administrators', async () => {
    const id = await makeTemplate(portal, { content: CONTENT });
    expect(await savePreferences(id, { gone: 'x', consent: 'y', gauge: '22' })).toMatchObject({
      status: 400,
      error: {
        errors: {
          'defaults.gone': ['The template has no field "gone"'],
          'defaults.consent': ['Only administrators can change "Consent"'],
        },
      },
    });
    const { providerDefaults } = await portal.succeed(dictationTemplateGet, { params: { id } }, provider);
    expect(providerDefaults).toEqual({});
    expect((await savePreferences(id, { consent: 'y' }, admin)).status).toBe(200);
  });

  it('toggle the one default template and keep the defaults', async () => {
    const first = await makeTemplate(portal, { name: 'First choice', content: CONTENT });
    const second = await makeTemplate(portal, { name: 'Second choice' });
    await savePreferences(first, { gauge: '25' });
    const toggle = (id: string) => portal.succeed(templateDefaultToggle, { params: { id } }, provider);
    const chosen = async () =>
      (await portal.succeed(dictationTemplates, {}, provider))
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect(await toggle(first)).toEqual({
      templateId: first,
      defaults: { gauge: '25' },
      isDefault: true,
      message: '"First choice" is now your default template.',
    });
    expect(await chosen()).toEqual([first]);
    await toggle(second);
    expect(await chosen()).toEqual([second]);
    expect(await toggle(second)).toMatchObject({
      isDefault: false,
      message: '"Second choice" is no longer your default template.',
    });
    expect(await chosen()).toEqual([]);
    const { providerDefaults } = await portal.succeed(
      dictationTemplateGet,
      { params: { id: first } },
      provider,
    );
    expect(providerDefaults).toEqual({ gauge: '25' });
  });

  it('return 404 for an inactive or unknown template', async () => {
    const id = await makeTemplate(portal, { content: CONTENT });
    await portal.succeed(templateToggle, { params: { id } }, admin);
    for (const templateId of [id, ABSENT]) {
      expect((await savePreferences(templateId, {})).status).toBe(404);
      const answer = await portal.call(templateDefaultToggle, { params: { id: templateId } }, provider);
      expect(answer).toMatchObject({
        status: 404,
        error: { message: 'This template is not available for dictations.' },
      });
    }
  });
});
