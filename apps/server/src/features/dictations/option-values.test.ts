import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import { dictationExportText } from '@portal/contract/dictation-print';
import { templatePreferencesSave } from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import type { FieldValues } from '@portal/domain/template/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictation, makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CONTENT = contentOf(
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4-L5', 'L5-S1'] },
  { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'], defaultValue: 'Left' },
  { id: 'gauge', label: 'Gauge', type: 'select', options: ['22', '25'] },
  { id: 'consent', label: 'Consent', type: 'checkbox' },
);

describe('values that are no option', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  const body = (formData: DictationBody['formData']) =>
    noteBody(desk, { providerId: physician.id, formData });
  const stored = (formData: FieldValues, status: 'Completed' | 'Signed' | 'Draft') =>
    makeDictation(portal, { ...desk, providerId: physician.id, formData, status });
  const printedText = async (id: string): Promise<string> =>
    (await portal.succeed(dictationExportText, { params: { id } }, physician)).blob.text();

  it.each([
    [{ levels: ['zzz'] }, 'levels', 'Levels: Not an option: "zzz".'],
    [{ levels: ['L4-L5', 'zzz'] }, 'levels', 'Levels: Not an option: "zzz".'],
    [{ levels: 'L4-L5, L5-S1' }, 'levels', 'Levels: Not an option: "L4-L5, L5-S1".'],
    [{ side: 'right' }, 'side', 'Side: Not an option: "right". Did you mean "Right"?'],
    [{ gauge: '18' }, 'gauge', 'Gauge: Not an option: "18".'],
    [{ consent: 'maybe' }, 'consent', 'Consent: Not an option: "maybe".'],
  ])('are refused when %j is saved', async (formData, field, message) => {
    const answer = await portal.call(dictationCreate, { body: body(formData) }, physician);
    expect(answer).toMatchObject({ status: 400, error: { errors: { [`formData.${field}`]: [message] } } });
  });

  it('are refused in a provider’s defaults', async () => {
    const answer = await portal.call(
      templatePreferencesSave,
      { params: { id: desk.templateId }, body: { defaults: { side: 'right', levels: ['zzz'] } } },
      physician,
    );
    expect(answer).toMatchObject({
      status: 400,
      error: {
        errors: {
          'defaults.side': ['Side: Not an option: "right". Did you mean "Right"?'],
          'defaults.levels': ['Levels: Not an option: "zzz".'],
        },
      },
    });
  });

  it('prevent signing a dictation that has them from before, until it is saved without them', async () => {
    const id = await stored({ levels: ['zzz'], side: 'up' }, 'Completed');
    const refused = await portal.call(dictationSign, { params: { id } }, physician);
    expect(refused).toMatchObject({
      status: 400,
      error: {
        errors: {
          'formData.levels': ['Levels: Not an option: "zzz". Open the dictation and choose again.'],
          'formData.side': ['Side: Not an option: "up". Open the dictation and choose again.'],
        },
      },
    });
    const { version } = await portal.succeed(dictationGet, { params: { id } }, physician);
    const { templateId: _, ...change } = body({ levels: [], side: '' });
    const saved = await portal.succeed(
      dictationUpdate,
      { params: { id }, body: { ...change, status: 'Completed', version } },
      physician,
    );
    expect(saved.formData).toMatchObject({ levels: [], side: '' });
    expect((await portal.call(dictationSign, { params: { id } }, physician)).status).toBe(200);
  });

  it('stay on the paper of a dictation that was signed with them', async () => {
    const id = await stored({ levels: ['L4-L5', 'zzz'] }, 'Signed');
    expect(await printedText(id)).toContain('L4-L5, zzz');
    const open = await stored({ levels: ['L4-L5', 'zzz'] }, 'Completed');
    expect(await printedText(open)).toContain('L4-L5');
    expect(await printedText(open)).not.toContain('zzz');
  });
});
