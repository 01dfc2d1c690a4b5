import { dictationExportText } from '@portal/contract/dictation-print';
import {
  dictationAddendum,
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
} from '@portal/contract/dictations';
import { groupCreate, groupSignAll } from '@portal/contract/dictation-groups';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { dictationFindings, signingCheckList, signingCheckSave } from '@portal/contract/signing-checks';
import { templatePreferencesSave } from '@portal/contract/templates';
import type { TemplateContent } from '@portal/domain/template/content';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody } from '#test/dictation-factories.ts';
import { makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const LEFT = '{{patient-name}}';
const PLAIN = contentOf(
  { id: 'findings', label: 'Findings', type: 'textarea' },
  { id: 'copied', label: 'Copied', dependencyType: 'copy', dependsOn: 'findings' },
);
const SAYS = `still says ${LEFT}, which was not filled in.`;

describe('placeholders that were not filled in', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const write = async (content: TemplateContent, more: Parameters<typeof noteBody>[1] = {}) => {
    const desk = await makeDictationDesk(portal, { content });
    const body = noteBody(desk, { formData: {}, status: 'Completed', ...more });
    return portal.succeed(dictationCreate, { body }, physician);
  };
  const sign = (id: string) => portal.call(dictationSign, { params: { id }, body: {} }, physician);

  it.each([
    ['typed text', PLAIN, { formData: { findings: `For ${LEFT}` } }, [`Findings ${SAYS}`, `Copied ${SAYS}`]],
    ['complications', PLAIN, { complications: LEFT }, [`Complications ${SAYS}`]],
    ['a procedure location', PLAIN, { procedureLocation: LEFT }, [`The procedure location ${SAYS}`]],
    [
      'an older template’s plain default',
      contentOf({ id: 'x', label: 'X', defaultValue: LEFT }),
      {},
      [`X ${SAYS}`],
    ],
    [
      'an older template’s text',
      contentOf({ id: 'x', label: 'X', dependencyType: 'dynamic_text', defaultTemplate: `For ${LEFT}.` }),
      {},
      [`X ${SAYS}`],
    ],
    [
      'an older template’s condition',
      contentOf(
        { id: 'consent', label: 'Consent', defaultValue: 'Yes' },
        {
          id: 'x',
          label: 'X',
          dependencyType: 'dynamic_text',
          defaultTemplate: '{{#if consent = "Yes"}}Signed.{{else}}Refused.{{/if}}',
        },
      ),
      {},
      ['X still says {{#if consent = "Yes"}}, which was not filled in.'],
    ],
    [
      'an older template’s label',
      contentOf({ id: 'x', label: LEFT, defaultValue: 'x' }),
      {},
      [`A label ${SAYS}`],
    ],
  ])('prevent signing: %s', async (_source, content, more, messages) => {
    const { id } = await write(content, more);
    expect(await sign(id)).toMatchObject({
      status: 400,
      error: { message: `Correct this before you sign: ${messages.join(' ')}` },
    });
    expect((await portal.succeed(dictationGet, { params: { id } }, physician)).status).not.toBe('Signed');
    const [found] = await portal.succeed(dictationFindings, { body: { dictationIds: [id] } }, physician);
    expect(found?.findings.filter(({ action }) => action === 'block').map(({ message }) => message)).toEqual(
      messages,
    );
  });

  it('prevent signing when they come from the provider’s own defaults', async () => {
    const desk = await makeDictationDesk(portal, { content: PLAIN });
    await portal.succeed(
      templatePreferencesSave,
      { params: { id: desk.templateId }, body: { defaults: { findings: LEFT } } },
      physician,
    );
    const body = noteBody(desk, { formData: {}, status: 'Completed' });
    const { id } = await portal.succeed(dictationCreate, { body }, physician);
    expect(await sign(id)).toMatchObject({
      status: 400,
      error: { errors: { 'formData.findings': [`Findings ${SAYS}`] } },
    });
  });

  it('prevent signing when they come from the report header', async () => {
    const { id, locationId } = await write(PLAIN, { formData: { findings: 'None' } });
    const header = async (html: string) => {
      await portal.owner.query(
        `insert into location_headers (location_id, header_html, footer_html, updated_by) values ($1, $2, '', $3)
         on conflict (location_id) do update set header_html = excluded.header_html`,
        [locationId, html, admin.id],
      );
    };
    for (const html of [`<p>${LEFT}</p>`, '<p>{{patient_name}}</p>', '<p>{<strong>{</strong>clinic}}</p>']) {
      await header(html);
      expect(await sign(id)).toMatchObject({
        status: 400,
        error: { errors: { dictation: [expect.stringMatching(/^In the report header, \{\{/)] } },
      });
    }
    await header('<p>{{location_name}}</p>');
    expect(await sign(id)).toMatchObject({ status: 200 });
  });

  it('prevent signing a group', async () => {
    const note = await write(PLAIN, { formData: { findings: LEFT } });
    const group = await portal.succeed(groupCreate, { body: { dictationIds: [note.id] } }, physician);
    expect(await portal.call(groupSignAll, { params: { id: group.id } }, physician)).toMatchObject({
      status: 400,
      error: { errors: { 'formData.findings': [`Findings ${SAYS}`] } },
    });
  });

  it('prevent signing whatever administrators choose', async () => {
    const choose = (action: 'warn' | 'block') =>
      portal.call(signingCheckSave, { body: { checks: [{ check: 'leftOverTag', action }] } }, admin);
    expect(await choose('warn')).toMatchObject({ status: 400 });
    expect(await choose('block')).toMatchObject({ status: 200 });
    expect((await portal.succeed(signingCheckList, {}, physician))[0]).toEqual({
      check: 'leftOverTag',
      action: 'block',
    });
  });

  it('do not prevent signing once they are corrected, and are refused in an addendum', async () => {
    const { id, version, patientId } = await write(PLAIN, { formData: { findings: LEFT } });
    const body = {
      patientId,
      procedureDate: '2026-11-20',
      formData: { findings: 'For Ann' },
      status: 'Completed' as const,
      version,
    };
    await portal.succeed(dictationUpdate, { params: { id }, body }, physician);
    expect(await sign(id)).toMatchObject({ status: 200 });
    for (const [text, place] of [
      [LEFT, LEFT],
      ['Give *** mg', '***'],
      ['On the {side}', '{side}'],
    ] as const)
      expect(
        await portal.call(dictationAddendum, { params: { id }, body: { text } }, physician),
      ).toMatchObject({
        status: 400,
        error: {
          errors: {
            text: [`The addendum still says ${place}, which was not filled in. Replace it with text.`],
          },
        },
      });
  });

  it.each([
    ['headerHTML', `<p>${LEFT}</p>`],
    ['headerHTML', '<p>{{ location_name | upper }}</p>'],
    ['footerHTML', '<p>{{patient_name}}</p>'],
    ['footerHTML', `<p>${'{{provider_name}}'.repeat(50)}</p>`],
  ])('are refused in a report header: %s %.30s', async (field, html) => {
    const body = { locationId: await makeOffice(portal), headerHTML: '', footerHTML: '', [field]: html };
    expect(await portal.call(locationHeaderSave, { body }, admin)).toMatchObject({
      status: 400,
      error: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it('a text that copies a date is stored and exported as it is shown', async () => {
    const content = contentOf(
      { id: 'seen', label: 'Last seen', type: 'date' },
      { id: 'copied', label: 'Copied', dependencyType: 'copy', dependsOn: 'seen' },
    );
    const { id, formData } = await write(content, { formData: { seen: '1/5/2026' } });
    expect(formData).toEqual({ seen: '2026-01-05', copied: '01/05/2026' });
    const file = await portal.succeed(dictationExportText, { params: { id } }, physician);
    expect(await file.blob.text()).toContain('Last seen: 01/05/2026\nCopied: 01/05/2026');
  });

  it('a text that is too long prevents completing, not saving', async () => {
    const content = contentOf(
      { id: 'a', label: 'A', type: 'textarea' },
      { id: 'b', label: 'B', dependencyType: 'dynamic_text', defaultTemplate: '{{a}} {{a}}' },
    );
    const formData = { a: 'x'.repeat(15_000) };
    const { id } = await write(content, { formData, status: 'Draft' });
    expect(await sign(id)).toMatchObject({
      status: 400,
      error: {
        errors: {
          'formData.b': [
            'The text of “B” would be longer than 20,000 characters. Shorten the fields that it uses, or enter it by hand.',
          ],
        },
      },
    });
  });
});
