import { randomUUID } from 'node:crypto';
import { draftGet, draftSave } from '@portal/contract/dictation-drafts';
import { dictationCreate } from '@portal/contract/dictations';
import { dictationTemplateGet } from '@portal/contract/templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('a draft whose template or patient is deactivated', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  let patientId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
  });
  beforeEach(async () => {
    desk = await makeDictationDesk(portal);
    patientId = (await makePatient(portal)).id;
  });
  afterAll(() => portal.close());

  const autosave = async (id: string, forPatient: string | null, revision: number) => {
    const body = {
      dictationId: null,
      templateId: desk.templateId,
      templateVersion: 1,
      baseVersion: null,
      revision,
      editorId: id,
      content: {
        patientId: forPatient,
        procedureDate: '2026-11-21',
        procedureLocation: '',
        providerId: physician.id,
        locationId: desk.locationId,
        formData: {},
        editedFields: [],
        billingCodes: null,
        billingOption: 'standard' as const,
        complications: 'Typed before',
        createKey: id,
      },
    };
    await portal.succeed(draftSave, { params: { id }, body }, physician);
  };
  const deactivate = (table: 'templates' | 'patients', id: string) =>
    portal.owner.query(`update ${table} set is_active = false where id = $1`, [id]);
  const create = (draftId: string | undefined, forPatient = patientId) => {
    const body = noteBody({ ...desk, patientId: forPatient }, { providerId: physician.id });
    return portal.call(
      dictationCreate,
      { body: draftId === undefined ? body : { ...body, draftId } },
      physician,
    );
  };

  it('can be read and saved by its author', async () => {
    const id = randomUUID();
    await autosave(id, patientId, 0);
    await deactivate('templates', desk.templateId);
    await deactivate('patients', patientId);
    const template = { params: { id: desk.templateId } };
    expect(await portal.call(dictationTemplateGet, { ...template, query: {} }, physician)).toMatchObject({
      status: 404,
    });
    const shown = { ...template, query: { includeInactive: 'true' as const } };
    expect(await portal.succeed(dictationTemplateGet, shown, physician)).toMatchObject({ isActive: false });
    expect((await portal.succeed(draftGet, { params: { id } }, physician)).content.complications).toBe(
      'Typed before',
    );
    await autosave(id, patientId, 1);
    expect(await create(id)).toMatchObject({ status: 201, body: { patientId } });
  });

  it('can be read when its template was deleted', async () => {
    const id = randomUUID();
    await autosave(id, patientId, 0);
    await portal.owner.query('update templates set is_active = false, deleted_at = now() where id = $1', [
      desk.templateId,
    ]);
    const shown = { params: { id: desk.templateId }, query: { includeInactive: 'true' as const } };
    expect(await portal.succeed(dictationTemplateGet, shown, physician)).toMatchObject({ isActive: false });
    expect((await create(id)).status).toBe(201);
  });

  it('is refused if it was begun or changed to an inactive one afterwards', async () => {
    await deactivate('patients', patientId);
    const late = randomUUID();
    await autosave(late, patientId, 0);
    await autosave(late, patientId, 1);
    const refused = { status: 400, error: { errors: { patientId: ['This patient is inactive'] } } };
    expect(await create(late)).toMatchObject(refused);
    expect(await create(undefined)).toMatchObject(refused);

    const active = (await makePatient(portal)).id;
    const changed = randomUUID();
    await autosave(changed, active, 0);
    expect(await create(changed)).toMatchObject(refused);
    await autosave(changed, patientId, 1);
    expect(await create(changed)).toMatchObject(refused);

    await deactivate('templates', desk.templateId);
    const lateTemplate = randomUUID();
    await autosave(lateTemplate, active, 0);
    expect(await create(lateTemplate, active)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
  });
});
