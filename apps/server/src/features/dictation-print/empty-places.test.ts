import { dictationEmptyPlaces } from '@portal/contract/dictation-print';
import { dictationCreate } from '@portal/contract/dictations';
import { contentOf } from '@portal/domain/template/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CONTENT = contentOf(
  { id: 'gauge', label: 'Needle gauge' },
  {
    id: 'technique',
    label: 'Technique',
    type: 'textarea',
    dependencyType: 'dynamic_text',
    defaultTemplate: 'A {{gauge}}-gauge needle was placed.',
  },
);

describe('POST /dictation/empty-places', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  const write = async (more: Parameters<typeof noteBody>[1]) =>
    (await portal.succeed(dictationCreate, { body: noteBody(desk, { formData: {}, ...more }) }, physician))
      .id;
  const ask = (...dictationIds: string[]) =>
    portal.call(dictationEmptyPlaces, { body: { dictationIds } }, physician);

  it('lists dictations with blanks in their report text, except no-shows', async () => {
    const blank = await write({ status: 'Completed' });
    const whole = await write({ formData: { gauge: '22' } });
    const noShow = await write({ billingOption: 'noshow-patient' });
    expect(await ask(whole, blank, noShow, blank)).toMatchObject({
      status: 200,
      body: [
        {
          dictationId: blank,
          places: [
            {
              fieldId: 'gauge',
              label: 'Needle gauge',
              textFieldId: 'technique',
              textLabel: 'Technique',
            },
          ],
        },
      ],
    });
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      user_id: physician.id,
      new_values: { dictationIds: [whole, blank, noShow], patientIds: [desk.patientId] },
    });
  });

  it('400 for an empty list, 404 for an unknown or inactive dictation', async () => {
    expect(await ask()).toMatchObject({ status: 400 });
    expect(await ask('00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    const gone = await makeDictation(portal, { ...desk, providerId: physician.id, isActive: false });
    expect(await ask(gone)).toMatchObject({ status: 404 });
  });
});
