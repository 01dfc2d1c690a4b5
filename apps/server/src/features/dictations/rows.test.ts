import { randomUUID } from 'node:crypto';
import { draftGet, draftSave } from '@portal/contract/dictation-drafts';
import { dictationExportText, dictationPrint } from '@portal/contract/dictation-print';
import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import { templatePreferencesSave } from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { contentHash } from './content-hash.ts';

const CONTENT = contentOf({
  id: 'lesions',
  label: 'Lesions',
  type: 'rows',
  required: true,
  minRows: 2,
  maxRows: 6,
  columns: [
    { id: 'level', label: 'Level', type: 'select', options: ['L4-L5', 'L5-S1'], required: true },
    { id: 'temperature', label: 'Temperature', type: 'text', maxLength: 5 },
    { id: 'day', label: 'Day', type: 'date' },
    { id: 'signs', label: 'Signs', type: 'checkbox', options: ['Motor', 'Sensory'] },
  ],
});
const TWO: DictationBody['formData'] = {
  lesions: [
    { level: 'L4-L5', temperature: '80', day: '11/20/2026', signs: ['Motor', 'Sensory'] },
    {},
    { level: 'L5-S1', temperature: '85' },
  ],
};

describe('rows in dictations', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal, { content: CONTENT });
  });
  afterAll(() => portal.close());

  const body = (formData: DictationBody['formData'], status: DictationBody['status'] = 'Draft') =>
    noteBody(desk, { providerId: physician.id, formData, status });
  const create = (formData: DictationBody['formData'], status?: DictationBody['status']) =>
    portal.call(dictationCreate, { body: body(formData, status) }, physician);
  const messagesOf = async (formData: DictationBody['formData'], status?: DictationBody['status']) => {
    const answer = await create(formData, status);
    return answer.ok ? answer.status : answer.error.errors?.['formData.lesions'];
  };

  it.each<[string, DictationBody['formData'], string]>([
    [
      'a value that is no option',
      { lesions: [{}, { level: 'l4-l5' }] },
      'Lesions: Row 2: Level: Not an option: "l4-l5". Did you mean "L4-L5"?',
    ],
    [
      'a text that is too long',
      { lesions: [{ level: 'L4-L5', temperature: '80 degrees' }] },
      'Lesions: Row 1: Temperature: 5 characters too many (5 allowed).',
    ],
    ['an unknown column', { lesions: [{ other: 'x' }] }, 'Lesions: Row 1: There is no column "other".'],
    ['no rows', { lesions: 'L4-L5' }, 'Lesions: This must be a list of rows.'],
  ])('refuse %s, also in a draft', async (_case, formData, message) => {
    expect(await messagesOf(formData)).toEqual([message]);
  });

  it('are checked like that in a provider’s defaults', async () => {
    const params = { id: desk.templateId };
    const save = (lesions: { level?: string; temperature?: string }[]) =>
      portal.call(templatePreferencesSave, { params, body: { defaults: { lesions } } }, physician);
    expect(await save([{ level: 'L9' }])).toMatchObject({
      status: 400,
      error: { errors: { 'defaults.lesions': ['Lesions: Row 1: Level: Not an option: "L9".'] } },
    });
    expect((await save([{ temperature: '80' }])).status).toBe(200);
    expect((await save([])).status).toBe(200);
  });

  it('refuse more rows than any template can have', async () => {
    const lesions = Array.from({ length: 101 }, () => ({ level: 'L4-L5' }));
    expect((await create({ lesions })).status).toBe(400);
  });

  it.each<[DictationBody['formData'], string]>([
    [{ lesions: [{}] }, 'Lesions is required'],
    [{ lesions: [{ level: 'L4-L5' }] }, 'Enter at least 2 rows.'],
    [{ lesions: [{ temperature: '80' }, { level: 'L4-L5' }] }, 'Row 1: Level is required.'],
    [
      { lesions: [{ level: 'L4-L5' }, { level: 'L4-L5', day: '13/45' }] },
      'Row 2: Day: Enter a date as MM/DD/YYYY.',
    ],
    [{ lesions: Array.from({ length: 7 }, () => ({ level: 'L4-L5' })) }, 'At most 6 rows are allowed.'],
  ])('let a draft have %j, but not a dictation for review', async (formData, message) => {
    expect(await messagesOf(formData)).toBe(201);
    expect(await messagesOf(formData, 'Saved')).toEqual([message]);
  });

  it('are saved, changed, autosaved, signed and printed', async () => {
    const made = await portal.succeed(dictationCreate, { body: body(TWO, 'Completed') }, physician);
    const [first, empty, third] = [
      { level: 'L4-L5', temperature: '80', day: '2026-11-20', signs: ['Motor', 'Sensory'] },
      {},
      { level: 'L5-S1', temperature: '85' },
    ];
    expect(made.formData).toEqual({ lesions: [first, empty, third] });

    const { templateId: _template, ...change } = body(
      { lesions: [first, { ...third, temperature: '90' }] },
      'Completed',
    );
    const params = { id: made.id };
    const changed = await portal.succeed(
      dictationUpdate,
      { params, body: { ...change, version: made.version } },
      physician,
    );
    expect(changed.formData).toEqual({ lesions: [first, { ...third, temperature: '90' }] });
    expect((await auditOf(portal, 'Dictation', made.id)).at(-1)).toMatchObject({
      new_values: { changedFields: ['lesions'] },
    });

    await portal.succeed(dictationSign, { params }, physician);
    const signed = await portal.succeed(dictationGet, { params }, physician);
    expect(signed.printed?.report.sections[0]?.entries).toEqual([
      {
        kind: 'table',
        label: 'Lesions',
        columns: ['Level', 'Temperature', 'Day', 'Signs'],
        rows: [
          ['L4-L5', '80', '11/20/2026', 'Motor, Sensory'],
          ['L5-S1', '90', '', ''],
        ],
      },
    ]);
    const { signature } = signed;
    if (signature === null) throw new Error('It is not signed');
    const hash = (formData: typeof signed.formData) =>
      contentHash({ ...signed, formData }, signature).toString('hex');
    expect(hash(signed.formData)).toBe(signature.contentHash);
    expect(hash({ lesions: [first, { ...third, temperature: '91' }] })).not.toBe(signature.contentHash);

    const { blob } = await portal.succeed(dictationExportText, { params }, physician);
    expect(await blob.text()).toContain(
      'Lesions:\n1. Level: L4-L5; Temperature: 80; Day: 11/20/2026; Signs: Motor, Sensory\n2. Level: L5-S1; Temperature: 90\n',
    );
    const pdf = await portal.succeed(dictationPrint, { params }, physician);
    const [page = ''] = await pdfPages(new Uint8Array(await pdf.blob.arrayBuffer()));
    for (const text of ['Lesions', 'Temperature', 'L5-S1', '11/20/2026', 'Motor, Sensory'])
      expect(page).toContain(text);
  });

  it('stay in a draft as they were typed, also what cannot be saved', async () => {
    const id = randomUUID();
    const lesions = Array.from({ length: 150 }, () => ({ level: 'L9', temperature: 'x'.repeat(50) }));
    const content = {
      patientId: null,
      procedureDate: '',
      procedureLocation: '',
      providerId: null,
      locationId: null,
      formData: { lesions },
      editedFields: [],
      editedFrom: {},
      billingCodes: null,
      billingOption: 'standard' as const,
      complications: '',
      createKey: 'key',
    };
    const { templateId } = desk;
    const target = { dictationId: null, templateId, templateVersion: 1, baseVersion: null };
    await portal.succeed(
      draftSave,
      { params: { id }, body: { ...target, revision: 0, editorId: randomUUID(), content } },
      physician,
    );
    const draft = await portal.succeed(draftGet, { params: { id } }, physician);
    expect(draft.content.formData).toEqual({ lesions });
  });
});
