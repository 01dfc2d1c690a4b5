import { draftGet, draftSave } from '@portal/contract/dictation-drafts';
import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import { dictationFindings } from '@portal/contract/signing-checks';
import { contentOf } from '@portal/domain/template/test/content-of';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';

const DAY = '2026-11-02';
const CONTENT = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'], required: true },
  { id: 'note', label: 'Note', type: 'textarea' },
);

describe('values carried from an earlier note', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  let noteId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal, { content: CONTENT });
    noteId = await signed();
  });
  afterAll(() => portal.close());

  const signed = (more: Partial<Parameters<typeof makeDictation>[1]> = {}) =>
    makeDictation(portal, {
      ...desk,
      providerId: physician.id,
      status: 'Signed',
      procedureDate: DAY,
      formData: { side: 'Left', note: 'As before' },
      ...more,
    });
  const carried = (isSeen = false, id = noteId, day = DAY) => ({
    note: { text: '', from: {}, carried: { noteId: id, day, isSeen } },
  });
  const bodyOf = (more: Partial<DictationBody>) =>
    noteBody(desk, {
      providerId: physician.id,
      formData: { side: 'Left', note: 'As before' },
      editedFrom: carried(),
      ...more,
    });
  const save = (more: Partial<DictationBody> = {}) =>
    portal.succeed(dictationCreate, { body: bodyOf(more) }, physician);
  const change = (
    { id, version }: { readonly id: string; readonly version: number },
    more: Partial<Omit<DictationBody, 'templateId'>>,
  ) => {
    const { templateId: _, ...body } = bodyOf(more);
    return portal.call(dictationUpdate, { params: { id }, body: { ...body, version } }, physician);
  };

  it('are stored with the note that they are from, and audited', async () => {
    const { id, editedFrom } = await save();
    expect(editedFrom).toEqual(carried());
    const read = await portal.succeed(dictationGet, { params: { id } }, physician);
    expect(read.editedFrom).toEqual(carried());
    expect((await auditOf(portal, 'Dictation', id)).at(0)).toMatchObject({
      action: 'Created',
      new_values: { carriedFrom: { note: noteId } },
    });
  });

  it('are kept in drafts', async () => {
    const content = {
      patientId: desk.patientId,
      procedureDate: '2026-11-20',
      procedureLocation: '',
      providerId: physician.id,
      locationId: desk.locationId,
      formData: { note: 'As before' },
      editedFields: [],
      editedFrom: carried(),
      billingCodes: null,
      billingOption: 'standard' as const,
      complications: '',
      createKey: 'key',
    };
    const body = {
      dictationId: null,
      templateId: desk.templateId,
      templateVersion: 1,
      baseVersion: null,
      revision: 0,
      editorId: randomUUID(),
      content,
    };
    const params = { id: randomUUID() };
    await portal.succeed(draftSave, { params, body }, physician);
    const { content: stored } = await portal.succeed(draftGet, { params }, physician);
    expect(stored.editedFrom).toEqual(carried());
  });

  it('are signed only once someone has looked at each', async () => {
    const note = await save();
    const sign = (version: number) =>
      portal.call(dictationSign, { params: { id: note.id }, body: { version } }, physician);
    const message = 'Note was carried from the note of 11/02/2026, and nobody has looked at it.';
    const [found] = await portal.succeed(dictationFindings, { body: { dictationIds: [note.id] } }, physician);
    expect(found?.findings).toContainEqual(
      expect.objectContaining({ check: 'carriedUnseen', action: 'block', fieldId: 'note', message }),
    );
    const refused = await sign(note.version);
    expect(refused).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION', errors: { 'formData.note': [message] } },
    });
    const changed = await change(note, { editedFrom: carried(true) });
    expect(changed.status).toBe(200);
    const done = await sign(note.version + 1);
    expect(done).toMatchObject({ status: 200, body: { status: 'Signed', editedFrom: carried(true) } });
  });

  it('stay carried if a save leaves out where they are from, unless it changes them', async () => {
    const note = await save();
    const same = await change(note, { editedFrom: {} });
    expect(same).toMatchObject({ status: 200, body: { editedFrom: carried() } });
    const other = await change(
      { ...note, version: note.version + 1 },
      { editedFrom: {}, formData: { side: 'Left', note: 'Better' } },
    );
    expect(other).toMatchObject({ status: 200, body: { version: note.version + 2 } });
    expect(other.ok && other.body.editedFrom).toEqual({});
    const emptied = await save({ formData: { side: 'Left', note: '' } });
    expect(emptied.editedFrom).toEqual({});
  });

  it('are refused from anything else than a signed note of the same patient and template', async () => {
    const others = [
      await signed({ patientId: (await makePatient(portal)).id }),
      await signed({ templateId: await makeTemplate(portal, { content: CONTENT }) }),
      await signed({ status: 'Completed' }),
      randomUUID(),
    ];
    for (const id of others) {
      const body = bodyOf({ editedFrom: carried(true, id) });
      expect(await portal.call(dictationCreate, { body }, physician)).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION', errors: { 'formData.note': [expect.any(String)] } },
      });
    }
    const wrongDay = { editedFrom: carried(true, noteId, '2026-11-03') };
    expect((await portal.call(dictationCreate, { body: bodyOf(wrongDay) }, physician)).status).toBe(400);
  });

  it('are refused once the note is about another patient, until they are cleared', async () => {
    const note = await save({ editedFrom: carried(true) });
    const { id: patientId } = await makePatient(portal);
    const refused = await change(note, { patientId, editedFrom: carried(true) });
    expect(refused).toMatchObject({
      status: 400,
      error: { errors: { 'formData.note': [expect.stringContaining('no signed note of this patient')] } },
    });
    const unsaid = await change(note, { patientId, editedFrom: {} });
    expect(unsaid.status).toBe(400);
    const cleared = await change(note, { patientId, editedFrom: {}, formData: { side: 'Left', note: '' } });
    expect(cleared).toMatchObject({ status: 200, body: { patientId, editedFrom: {} } });
  });

  it('stay in a note whose earlier note was deactivated since, also before it was saved', async () => {
    const earlier = await signed();
    const note = await save({ editedFrom: carried(false, earlier) });
    await portal.owner.query(
      'update dictations set is_active = false, deactivated_at = now() where id = $1',
      [earlier],
    );
    const { status } = await change(note, { editedFrom: carried(true, earlier) });
    expect(status).toBe(200);
    const { editedFrom } = await save({ editedFrom: carried(false, earlier) });
    expect(editedFrom).toEqual(carried(false, earlier));
  });
});
