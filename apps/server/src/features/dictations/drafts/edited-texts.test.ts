import { randomUUID } from 'node:crypto';
import { draftGet, draftSave, type DraftContent } from '@portal/contract/dictation-drafts';
import type { CallInput } from '@portal/contract/endpoint';
import { groupCreate, groupSignAll } from '@portal/contract/dictation-groups';
import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  type Dictation,
} from '@portal/contract/dictations';
import { dictationFindings, signingCheckSave } from '@portal/contract/signing-checks';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CONTENT = contentOf(
  { id: 'level', label: 'Level', type: 'select', options: ['L4-L5', 'L5-S1'] },
  {
    id: 'technique',
    label: 'Technique',
    type: 'textarea',
    dependencyType: 'dynamic_text',
    defaultTemplate: 'A needle was placed at {{level}}.',
  },
);
const EDITED = 'A thin needle was placed at L4-L5.';
const CONTRADICTION = 'Technique still says “L4-L5”, but Level is now “L5-S1”.';
const GENERATED = { text: 'A needle was placed at L4-L5.', from: { level: 'L4-L5' } };
const GENERATED_NOW = { text: 'A needle was placed at L5-S1.', from: { level: 'L5-S1' } };

describe('an edited text whose fields change', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  type More = Parameters<typeof noteBody>[1];
  const create = (formData: Record<string, string>, more: More = {}) =>
    portal.succeed(
      dictationCreate,
      { body: noteBody(desk, { status: 'Completed', providerId: physician.id, formData, ...more }) },
      physician,
    );
  const update = ({ id, version }: Dictation, formData: Record<string, string>, more: More = {}) => {
    const { templateId: _template, ...body } = noteBody(desk, { status: 'Completed', formData, ...more });
    return portal.succeed(dictationUpdate, { params: { id }, body: { ...body, version } }, physician);
  };
  const edited = { editedFields: ['technique'] };
  /** Generated first, then edited, then its level changes; each step is a save without origins, as an API client does. */
  async function contradictory(): Promise<Dictation> {
    const generated = await create({ level: 'L4-L5' });
    const changed = await update(generated, { level: 'L4-L5', technique: EDITED }, edited);
    return update(changed, { level: 'L5-S1', technique: EDITED }, edited);
  }
  const findings = async (id: string) =>
    (await portal.succeed(dictationFindings, { body: { dictationIds: [id] } }, physician)).flatMap(
      (note) => note.findings,
    );
  const sign = (id: string) => portal.call(dictationSign, { params: { id } }, physician);

  const choose = (action: 'warn' | 'block') =>
    portal.succeed(signingCheckSave, { body: { checks: [{ check: 'editedText', action }] } }, admin);

  it('is a finding that prevents signing, alone and in a group', async () => {
    const note = await contradictory();
    expect(note.editedFrom).toEqual({ technique: GENERATED });
    expect(await findings(note.id)).toMatchObject([
      { check: 'editedText', action: 'block', fieldId: 'technique', message: CONTRADICTION },
    ]);
    expect(await sign(note.id)).toMatchObject({
      status: 400,
      error: { errors: { 'formData.technique': [CONTRADICTION] } },
    });
    const group = await portal.succeed(groupCreate, { body: { dictationIds: [note.id] } }, physician);
    expect(await portal.call(groupSignAll, { params: { id: group.id } }, physician)).toMatchObject({
      status: 400,
    });
    expect((await portal.succeed(dictationGet, { params: { id: note.id } }, admin)).status).toBe('Completed');
  });

  it('is found when both change in the same save, and when the text was stored with a change', async () => {
    const generated = await create({ level: 'L4-L5' });
    const both = await update(generated, { level: 'L5-S1', technique: EDITED }, edited);
    expect(both.editedFrom).toEqual({ technique: GENERATED });
    expect(await findings(both.id)).toHaveLength(1);
    const again = await update(both, { level: 'L5-S1', technique: `${EDITED} Slowly.` }, edited);
    expect(await findings(again.id)).toHaveLength(1);
  });

  it('is no finding if it was written with these fields, is kept, or is generated again', async () => {
    const written = await create({ level: 'L5-S1', technique: EDITED }, edited);
    expect(await findings(written.id)).toEqual([]);
    const note = await contradictory();
    const kept = await update(
      note,
      { level: 'L5-S1', technique: EDITED },
      { ...edited, editedFrom: { technique: GENERATED_NOW } },
    );
    expect(await findings(kept.id)).toEqual([]);
    expect(await sign(kept.id)).toMatchObject({ status: 200 });
    const other = await contradictory();
    const regenerated = await update(other, { level: 'L5-S1' });
    expect(regenerated).toMatchObject({ editedFrom: {}, formData: { technique: GENERATED_NOW.text } });
    expect(await sign(regenerated.id)).toMatchObject({ status: 200 });
  });

  it('only warns if administrators choose so', async () => {
    await choose('warn');
    const note = await contradictory();
    expect(await findings(note.id)).toMatchObject([{ check: 'editedText', action: 'warn' }]);
    expect(await sign(note.id)).toMatchObject({ status: 200 });
    await choose('block');
  });

  it('is known to drafts on other computers, also to those of before', async () => {
    const { templateId } = desk;
    const content: DraftContent = {
      patientId: desk.patientId,
      procedureDate: '2026-11-20',
      procedureLocation: '',
      providerId: null,
      locationId: null,
      formData: { level: 'L5-S1', technique: EDITED },
      editedFields: ['technique'],
      editedFrom: { technique: GENERATED },
      billingCodes: null,
      billingOption: 'standard',
      complications: '',
      createKey: 'x',
    };
    const save = async (sent: CallInput<typeof draftSave>['body']['content']) => {
      const id = randomUUID();
      const target = { dictationId: null, templateId, templateVersion: 1, baseVersion: null };
      const body = { ...target, content: sent, revision: 0, editorId: randomUUID() };
      await portal.succeed(draftSave, { params: { id }, body }, physician);
      return (await portal.succeed(draftGet, { params: { id } }, physician)).content;
    };
    expect(await save(content)).toEqual(content);
    const { editedFrom: _origins, ...earlier } = content;
    expect(await save(earlier)).toEqual({ ...content, editedFrom: {} });
  });
});

describe('values of the patient in the form', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  it('follow a change of patient unless somebody edited them, and so do the texts made from them', async () => {
    const physician = await signedInAs(portal, 'ProviderPhysician');
    const content = contentOf(
      { id: 'last_name', label: 'Last name' },
      { id: 'first_name', label: 'First name' },
      { id: 'history', label: 'History', defaultTemplate: 'Mr. {{last_name}} has pain.' },
    );
    const desk = await makeDictationDesk(portal, { content });
    const sources = { last_name: 'patient.lastName', first_name: 'patient.firstName' };
    await portal.owner.query('update template_versions set auto_populate = $1 where template_id = $2', [
      JSON.stringify(sources),
      desk.templateId,
    ]);
    const other = await makePatient(portal, { firstName: 'Bob', lastName: 'Ray' });
    const body = noteBody(desk, { providerId: physician.id, formData: { first_name: 'Robert' } });
    const note = await portal.succeed(dictationCreate, { body }, physician);
    const { templateId: _template, ...change } = body;
    const save = {
      params: { id: note.id },
      body: { ...change, patientId: other.id, formData: note.formData, version: note.version },
    };
    const moved = await portal.succeed(dictationUpdate, save, physician);
    expect(moved.formData).toMatchObject({ last_name: 'Ray', first_name: 'Robert' });
    // The same save again, because its response was lost.
    expect(await portal.succeed(dictationUpdate, save, physician)).toEqual(moved);
    const found = await portal.succeed(dictationFindings, { body: { dictationIds: [note.id] } }, physician);
    expect(found[0]?.findings).toMatchObject([
      {
        check: 'editedText',
        fieldId: 'first_name',
        message: expect.stringContaining('the patient’s first name is now “Bob”') as unknown,
      },
      { check: 'editedText', fieldId: 'history' },
    ]);
  });
});
