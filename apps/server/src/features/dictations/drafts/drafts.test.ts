import { randomUUID } from 'node:crypto';
import {
  draftDelete,
  draftGet,
  draftList,
  draftSave,
  type DraftContent,
} from '@portal/contract/dictation-drafts';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { dictationCreate, dictationUpdate } from '@portal/contract/dictations';
import { patientGet } from '@portal/contract/patients';
import { patientLabel } from '@portal/domain/person-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { sealContent } from './draft-repo.ts';

const TYPED = 'Needle under fluoroscopy';
const content = (more: Partial<DraftContent> = {}): DraftContent => ({
  patientId: null,
  procedureDate: '',
  procedureLocation: '',
  providerId: null,
  locationId: null,
  formData: { note: TYPED },
  editedFields: [],
  editedFrom: {},
  billingCodes: null,
  billingOption: 'standard',
  complications: '',
  createKey: 'key',
  ...more,
});

describe('dictation drafts', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let assistant: SignedInUser;
  let desk: DictationDesk;
  const tab = randomUUID();
  const otherTab = randomUUID();
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  type Body = BodyInputOf<typeof draftSave>;
  const save = (id: string, more: Partial<Body> = {}, user = physician) =>
    portal.call(
      draftSave,
      {
        params: { id },
        body: {
          dictationId: null,
          templateId: desk.templateId,
          templateVersion: 1,
          baseVersion: null,
          revision: 0,
          editorId: tab,
          content: content(),
          ...more,
        },
      },
      user,
    );
  const statusOf = async (more: Partial<Body>) => (await save(randomUUID(), more)).status;
  const read = (id: string, user = physician) => portal.call(draftGet, { params: { id } }, user);
  const idsOf = async (user = physician) => (await portal.succeed(draftList, {}, user)).map(({ id }) => id);
  const create = (draftId: string, user = physician) =>
    portal.call(dictationCreate, { body: noteBody(desk, { providerId: physician.id, draftId }) }, user);

  it('need no patient, are encrypted, and are returned unchanged', async () => {
    const id = randomUUID();
    expect(await save(id)).toMatchObject({ status: 200, body: { id, revision: 1 } });
    const { rows } = await portal.owner.query<{ content: Buffer }>(
      'select content from dictation_drafts where id = $1',
      [id],
    );
    expect(rows[0]?.content.includes(TYPED)).toBe(false);
    expect(await read(id)).toMatchObject({ body: { id, editorId: tab, content: content() } });
    const whole = content({ patientId: desk.patientId, procedureDate: '2026-1' });
    // Writes are not audited as reads, so they return no patient data.
    const saved = await save(id, { revision: 1, content: whole });
    expect(saved).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(saved).not.toHaveProperty('body.patientName');
    const [row] = await portal.succeed(draftList, {}, physician);
    const patient = await portal.succeed(
      patientGet,
      { params: { id: desk.patientId }, query: {} },
      physician,
    );
    expect(row).toMatchObject({
      id,
      patientName: patientLabel(patient),
      procedureDate: '2026-1',
      revision: 2,
    });
    expect(row).not.toHaveProperty('content');
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: { draftIds: [id], patientIds: [desk.patientId] },
    });
    expect(portal.logged()).not.toContain(TYPED);
  });

  it('keep several lines of one code as entered', async () => {
    const id = randomUUID();
    const billingCodes = [
      { code: '20610', modifiers: 'RT', diagnosisPointers: ['M17.11'] },
      { code: '20610', modifiers: '59', diagnosisPointers: ['M19.012'] },
      { code: '20610', modifiers: '59' },
    ];
    expect(await save(id, { content: content({ billingCodes }) })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ body: { content: { billingCodes } } });
  });

  it('keep texts that are too long to be saved, which the dictation itself refuses at their field', async () => {
    const id = randomUUID();
    const note = `${'é😀'.repeat(100)} and allergies`;
    const long = content({
      patientId: desk.patientId,
      procedureDate: 'the day before yesterday, in the afternoon',
      formData: { side: 'x'.repeat(30_000), note },
      complications: 'None. '.repeat(1000),
    });
    expect(await save(id, { content: long })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ body: { content: long } });
    const body = noteBody(desk, {
      providerId: physician.id,
      formData: { side: 'Left', note },
    });
    expect(await portal.call(dictationCreate, { body }, physician)).toMatchObject({
      status: 400,
      error: { errors: { 'formData.note': ['Note: 14 characters too many (200 allowed)'] } },
    });
    expect(
      await portal.call(
        dictationCreate,
        { body: noteBody(desk, { providerId: physician.id, complications: long.complications }) },
        physician,
      ),
    ).toMatchObject({ status: 400, error: { errors: { complications: [expect.any(String)] } } });
  });

  it('name the field beyond their technical limit', async () => {
    const formData = { note: 'x'.repeat(200_001) };
    expect(await save(randomUUID(), { content: content({ formData }) })).toMatchObject({
      status: 400,
      error: {
        errors: { 'content.formData.note': ['too long to be autosaved: at most 200,000 characters'] },
      },
    });
  });

  it('can be read from an older portal version, ignoring unknown fields', async () => {
    const id = randomUUID();
    await save(id);
    const older = { ...content(), patientName: 'Ient, Pat' };
    await portal.owner.query('update dictation_drafts set content = $2 where id = $1', [
      id,
      sealContent(portal.deps.keys, id, older),
    ]);
    expect(await read(id)).toMatchObject({ body: { patientName: null, content: content() } });
  });

  it('refuse a second tab unless it takes over; a tab can repeat a write after a lost response', async () => {
    const id = randomUUID();
    await save(id);
    expect(await save(id, { editorId: otherTab, revision: 0 })).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { id, revision: 1, editorId: tab } },
    });
    expect(await save(id, { revision: 0 })).toMatchObject({ status: 200, body: { revision: 2 } });
    // A tab that has read the newest revision can write without taking over.
    expect(await save(id, { editorId: otherTab, revision: 2 })).toMatchObject({ body: { revision: 3 } });
    expect((await save(id, { revision: 2 })).status).toBe(409);
    expect(await save(id, { revision: 2, takeOver: true })).toMatchObject({
      body: { revision: 4, editorId: tab },
    });
    expect((await save(id, { editorId: otherTab, revision: 3 })).status).toBe(409);
  });

  it('exist once per dictation, whatever id a tab gives them', async () => {
    const dictationId = await makeDictation(portal, { ...desk, providerId: physician.id });
    const [first, second] = [randomUUID(), randomUUID()];
    await save(first, { dictationId, baseVersion: 1 });
    expect(await save(second, { dictationId, baseVersion: 1, editorId: otherTab })).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { id: first } },
    });
    expect((await save(second, { dictationId, editorId: otherTab, takeOver: true })).status).toBe(200);
    expect((await read(first)).status).toBe(404);
    // A colleague can have their own draft.
    expect((await save(randomUUID(), { dictationId }, assistant)).status).toBe(200);
  });

  it('belong to their author only', async () => {
    const id = randomUUID();
    await save(id);
    for (const answer of [
      await read(id, assistant),
      await save(id, { revision: 1, takeOver: true }, assistant),
      await portal.call(draftDelete, { params: { id } }, assistant),
      await create(id, assistant),
    ])
      expect(answer.status).toBe(404);
    expect(await idsOf(assistant)).not.toContain(id);
    expect((await read(id)).status).toBe(200);
  });

  it('are not removed by the save of a colleague', async () => {
    const dictationId = await makeDictation(portal, { ...desk, providerId: physician.id });
    const id = randomUUID();
    await save(id, { dictationId, baseVersion: 1 });
    const { templateId: _template, ...body } = noteBody(desk, { draftId: id });
    const change = { params: { id: dictationId }, body: { ...body, version: 1 } };
    expect((await portal.call(dictationUpdate, change, assistant)).status).toBe(404);
    expect(await read(id)).toMatchObject({ body: { content: content() } });
    expect((await portal.call(dictationUpdate, change, physician)).status).toBe(200);
  });

  it('are removed by a save; saving the same draft again returns the first dictation', async () => {
    const id = randomUUID();
    await save(id);
    const made = await create(id);
    if (!made.ok) throw new Error('not created');
    expect((await read(id)).status).toBe(404);
    expect(await idsOf()).not.toContain(id);
    expect(await create(id)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', current: { id: made.body.id } },
    });
    // An autosave in flight during the save does not restore the draft.
    expect(await save(id, { revision: 1 })).toMatchObject({
      status: 409,
      error: { current: { dictationId: made.body.id } },
    });
    // Editing the dictation can reuse the same ID until that is saved.
    expect(await save(id, { dictationId: made.body.id, baseVersion: 1 })).toMatchObject({ status: 200 });
    const { templateId: _, ...body } = noteBody(desk, { draftId: id });
    const changed = await portal.call(
      dictationUpdate,
      { params: { id: made.body.id }, body: { ...body, version: 1 } },
      physician,
    );
    expect(changed.status).toBe(200);
    expect((await read(id)).status).toBe(404);
  });

  it('create one dictation when saved several times at once, even without an earlier autosave', async () => {
    const id = randomUUID();
    const answers = await Promise.all([create(id), create(id), create(id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it('do not deadlock when saved and updated at the same moment', async () => {
    const made = await create(randomUUID());
    if (!made.ok) throw new Error('not created');
    const { templateId: _template, ...body } = noteBody(desk);
    let { version } = made.body;
    for (let round = 0; round < 5; round += 1) {
      const id = randomUUID();
      await save(id, { dictationId: made.body.id, takeOver: true });
      const [saved, ...autosaves] = await Promise.all([
        portal.call(
          dictationUpdate,
          { params: { id: made.body.id }, body: { ...body, draftId: id, version } },
          physician,
        ),
        save(id, { dictationId: made.body.id, revision: 1 }),
        save(randomUUID(), { dictationId: made.body.id, takeOver: true, editorId: otherTab }),
      ]);
      if (!saved.ok) throw new Error('not saved');
      version = saved.body.version;
      for (const { status } of autosaves) expect([200, 409]).toContain(status);
    }
  });

  it('can be discarded', async () => {
    const id = randomUUID();
    await save(id);
    expect((await portal.call(draftDelete, { params: { id } }, physician)).status).toBe(200);
    expect((await portal.call(draftDelete, { params: { id } }, physician)).status).toBe(404);
    expect((await read(id)).status).toBe(404);
  });

  it('mark the template version they use as used', async () => {
    const other = await makeDictationDesk(portal);
    await save(randomUUID(), { templateId: other.templateId });
    const { rows } = await portal.owner.query(
      'select is_used from template_versions where template_id = $1',
      [other.templateId],
    );
    expect(rows).toEqual([{ is_used: true }]);
  });

  it('400, 404, and 409 for an unknown template, an unknown dictation, and a signed dictation', async () => {
    expect(await statusOf({ templateId: randomUUID() })).toBe(400);
    expect(await statusOf({ templateVersion: 9 })).toBe(400);
    expect(await statusOf({ dictationId: randomUUID() })).toBe(404);
    const signed = await makeDictation(portal, { ...desk, providerId: physician.id, status: 'Signed' });
    expect(await statusOf({ dictationId: signed })).toBe(409);
    const { formData: _, ...without } = content();
    const answer = await portal.raw({
      method: 'PUT',
      url: `/api/dictation/drafts/${randomUUID()}`,
      token: physician.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ content: without }),
    });
    expect(answer.status).toBe(400);
  });

  it('are deleted after 30 days', async () => {
    const id = randomUUID();
    await save(id);
    portal.clock.advance({ hours: 30 * 24 - 1 });
    await runMaintenance(portal.deps);
    const inTime = await portal.owner.query('select id from dictation_drafts where id = $1', [id]);
    expect(inTime.rows).toHaveLength(1);
    portal.clock.advance({ hours: 2 });
    await runMaintenance(portal.deps);
    const late = await portal.owner.query('select id from dictation_drafts where id = $1', [id]);
    expect(late.rows).toEqual([]);
  });
});
