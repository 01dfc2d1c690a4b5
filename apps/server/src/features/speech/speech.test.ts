import { speechGet, speechSave, speechUsed } from '@portal/contract/speech';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const SERVER = 'wss://speech.example';
const NOBODY = '0199f0aa-0000-7000-8000-000000000000';

describe('speech', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { SPEECH_SERVER: SERVER } });
  });
  afterAll(() => portal.close());

  it('has words and a word before commands of the practice, for everyone', async () => {
    const [admin, staff] = [await signedInAs(portal, 'Admin'), await signedInAs(portal, 'Staff')];
    const { version, ...before } = await portal.succeed(speechGet, {}, staff);
    expect(before).toEqual({ words: '', commandWord: 'portal' });
    const body = { words: ' Zilretta\nsphenopalatine ganglion ', commandWord: ' Computer ', version };
    const saved = { words: 'Zilretta\nsphenopalatine ganglion', commandWord: 'computer' };
    expect(await portal.succeed(speechSave, { body }, admin)).toEqual({ ...saved, version: version + 1 });
    expect(await portal.succeed(speechGet, {}, staff)).toEqual({ ...saved, version: version + 1 });
    expect(await portal.call(speechSave, { body }, staff)).toMatchObject({ status: 403 });
  });

  it('keeps what the first of many managers saves, and shows it to the others', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const { version } = await portal.succeed(speechGet, {}, admin);
    const save = async (index: number) =>
      portal.call(speechSave, { body: { words: `word${index}`, commandWord: 'portal', version } }, admin);
    const answers = await Promise.all(Array.from({ length: 40 }, (_manager, index) => save(index)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const current = await portal.succeed(speechGet, {}, admin);
    const stale = { status: 409, error: { code: 'STALE', current } };
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(
      Array.from({ length: 39 }, () => stale),
    );
  });

  it('is recorded with who used which engine for which dictation', async () => {
    const [desk, user] = [await makeDictationDesk(portal), await signedInAs(portal, 'ProviderPhysician')];
    const dictationId = await makeDictation(portal, { ...desk, providerId: user.id });
    await portal.succeed(speechUsed, { body: { engine: 'browser', dictationId, patientId: null } }, user);
    expect(await auditOf(portal, 'Speech', dictationId)).toMatchObject([
      {
        action: 'Created',
        user_id: user.id,
        patient_id: desk.patientId,
        new_values: { engine: 'browser' },
      },
    ]);
    // Not saved yet: the patient says which one it is. Other texts are about no record.
    await portal.succeed(
      speechUsed,
      { body: { engine: 'server', dictationId: null, patientId: desk.patientId } },
      user,
    );
    await portal.succeed(
      speechUsed,
      { body: { engine: 'server', dictationId: null, patientId: null } },
      user,
    );
  });

  it.each([
    [404, { dictationId: NOBODY, patientId: null }],
    [400, { dictationId: null, patientId: NOBODY }],
  ])('is not recorded (%i) for a record that does not exist: %j', async (status, subject) => {
    const user = await signedInAs(portal, 'ProviderPhysician');
    expect(await portal.call(speechUsed, { body: { engine: 'browser', ...subject } }, user)).toMatchObject({
      status,
    });
  });

  it('may use the microphone and the speech server of the practice, and no other', async () => {
    const { headers } = await portal.raw({ method: 'GET', url: '/' });
    expect(headers['permissions-policy']).toContain('microphone=(self)');
    expect(String(headers['content-security-policy']).split(';')).toContain(`connect-src 'self' ${SERVER}`);
  });
});
