import {
  dictationCreate,
  dictationGet,
  dictationUpdate,
  type DictationBody,
} from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('updating a dictation with empty required fields', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  /** Creates a complete draft and updates it. */
  async function changeDraft(more: Partial<DictationBody>) {
    const { templateId: _, ...body } = noteBody(desk, { providerId: physician.id });
    const made = await portal.succeed(
      dictationCreate,
      { body: { ...body, templateId: desk.templateId } },
      physician,
    );
    const params = { id: made.id };
    const answer = await portal.call(
      dictationUpdate,
      { params, body: { ...body, ...more, version: made.version } },
      physician,
    );
    return { made, answer, stored: await portal.succeed(dictationGet, { params }, physician) };
  }

  it.each(['Saved', 'Completed'] as const)(
    'refuses %s with the fields’ labels and keeps the draft',
    async (status) => {
      const { made, answer, stored } = await changeDraft({ status, formData: { side: 'Both', order: ' ' } });
      expect(answer).toMatchObject({
        status: 400,
        error: {
          message: 'Please complete the following required fields: Which side first',
          errors: { 'formData.order': ['Which side first is required'] },
        },
      });
      expect(stored).toEqual(made);
    },
  );

  it('accepts a draft', async () => {
    const { answer, stored } = await changeDraft({ status: 'Draft', formData: {} });
    expect(answer.status).toBe(200);
    expect(stored).toMatchObject({ status: 'Draft', version: 2, formData: {} });
  });

  it('accepts a no-show without entries', async () => {
    const { answer } = await changeDraft({ status: 'Saved', formData: {}, billingOption: 'noshow-patient' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'Saved' } });
  });
});
