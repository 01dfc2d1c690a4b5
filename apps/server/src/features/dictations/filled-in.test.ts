import { dictationCreate, dictationUpdate } from '@portal/contract/dictations';
import { templatePreferencesSave } from '@portal/contract/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('what the server fills in where a dictation says nothing', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let assistant: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    assistant = await signedInAs(portal, 'MedicalAssistant');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  const create = async (user: SignedInUser, formData: Record<string, string> = {}) =>
    portal.succeed(dictationCreate, { body: noteBody(desk, { providerId: physician.id, formData }) }, user);

  it('the defaults of its author, not those of its provider or anybody else', async () => {
    const colleague = await signedInAs(portal, 'MedicalAssistant');
    const save = (user: SignedInUser, note: string) =>
      portal.succeed(
        templatePreferencesSave,
        { params: { id: desk.templateId }, body: { defaults: { side: 'Right', note } } },
        user,
      );
    await save(physician, 'as the physician writes');
    expect((await create(assistant)).formData).toEqual({});
    await save(assistant, 'as the assistant writes');
    await save(colleague, 'as the colleague writes');
    expect((await create(assistant)).formData).toEqual({ side: 'Right', note: 'as the assistant writes' });
    expect((await create(physician)).formData).toEqual({ side: 'Right', note: 'as the physician writes' });
    expect((await create(assistant, { note: 'typed' })).formData).toEqual({ side: 'Right', note: 'typed' });
  });

  it('its location: the one that it has, or the name of the new one', async () => {
    const { id, procedureLocation } = await create(physician);
    expect(procedureLocation).not.toBe('');
    const { templateId: _template, ...body } = noteBody(desk, { providerId: physician.id });
    const change = async (more: object) =>
      (await portal.succeed(dictationUpdate, { params: { id }, body: { ...body, ...more } }, physician))
        .procedureLocation;
    expect(await change({ procedureLocation: ' ' })).toBe(procedureLocation);
    expect(await change({ procedureLocation: 'Room 2' })).toBe('Room 2');
    expect(await change({ procedureLocation: '' })).toBe('Room 2');
    const locationId = await makeOffice(portal, { name: 'Harbor' });
    expect(await change({ procedureLocation: '', locationId })).toBe('Harbor');
  });
});
