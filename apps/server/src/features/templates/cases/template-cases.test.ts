import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import {
  MAX_CASES,
  templateCaseCreate,
  templateCaseDelete,
  templateCaseList,
  templateCaseUpdate,
} from '@portal/contract/template-cases';
import { templateCreate, templateGet, templateUpdate } from '@portal/contract/templates';
import type { TemplateContent } from '@portal/domain/template/content';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const NOTE = {
  id: 'note',
  label: 'Note',
  dependencyType: 'dynamic_text',
  defaultTemplate: 'On the {{side}}.',
};
const SIDE = { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right'] };
const CONTENT = contentOf(
  SIDE,
  { id: 'level', label: 'Level', type: 'checkbox', options: ['L4', 'L5'] },
  NOTE,
);
const CHANGED = contentOf(SIDE, { ...NOTE, defaultTemplate: 'At the {{side}}.' });
const LEFT = {
  name: 'Left',
  answers: { side: 'Left' },
  billingOption: 'standard' as const,
  expected: {
    text: 'PROCEDURE DETAILS\nSide: Left\nOn the Left.',
    lines: [{ codeType: 'CPT' as const, code: '64483', units: 1, modifiers: 'LT' }],
  },
};

describe('template cases', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let codeId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    codeId = await makeBillingCode(portal, '64483');
  });
  afterAll(() => portal.close());

  const newTemplate = async (content: TemplateContent = CONTENT) => {
    const templateId = await makeTemplate(portal, { content });
    const billingCodes = [{ billingCodeId: codeId, isDefault: true }];
    const body = { templateId, fieldId: 'side', fieldValue: 'Left', billingCodes };
    await portal.succeed(billingCodeRuleCreate, { body }, admin);
    return templateId;
  };
  const add = (id: string, change: object = {}) =>
    portal.succeed(templateCaseCreate, { params: { id }, body: { ...LEFT, ...change } }, admin);
  const tryAdd = (id: string, change: object = {}) =>
    portal.call(templateCaseCreate, { params: { id }, body: { ...LEFT, ...change } }, admin);
  const list = (id: string) => portal.succeed(templateCaseList, { params: { id } }, admin);
  const publish = async (id: string, content: TemplateContent, more: object = {}) => {
    const { name, procedureType, version } = await portal.succeed(templateGet, { params: { id } }, admin);
    const body = { name, procedureType, version, templateContent: JSON.stringify(content), ...more };
    return portal.call(templateUpdate, { params: { id }, body }, admin);
  };

  describe('2xx', () => {
    it('adds, lists, changes and deletes cases, and records who did it but not the answers', async () => {
      const id = await newTemplate();
      const created = await add(id);
      expect(created).toEqual({ ...LEFT, id: created.id, templateId: id, version: 1 });
      await add(id, { name: 'Right', answers: { side: 'Right' } });
      expect((await list(id)).map(({ name }) => name)).toEqual(['Left', 'Right']);
      const params = { id, caseId: created.id };
      const expected = { text: ' Other\r\ntext\n', lines: [] };
      const body = { ...LEFT, name: 'left side', expected, version: 1 };
      expect(await portal.succeed(templateCaseUpdate, { params, body }, admin)).toMatchObject({
        name: 'left side',
        expected: { text: 'Other\ntext', lines: [] },
        version: 2,
      });
      await portal.succeed(templateCaseDelete, { params }, admin);
      expect((await list(id)).map(({ name }) => name)).toEqual(['Right']);
      const audited = await auditOf(portal, 'TemplateCase', created.id);
      expect(audited.map(({ action }) => action).toSorted()).toEqual(['Created', 'Deleted', 'Updated']);
      expect(JSON.stringify(audited)).not.toContain('On the Left');
    });

    it('copies the cases of a duplicated template', async () => {
      const original = await newTemplate();
      await add(original);
      const body = {
        name: 'A copy with cases',
        procedureType: 'Injection',
        templateContent: JSON.stringify(CONTENT),
        copyRulesFrom: original,
      };
      const copy = await portal.succeed(templateCreate, { body }, admin);
      expect(copy).toMatchObject({ copiedRules: { copied: 1 }, copiedCases: 1 });
      const [copied] = await list(copy.id);
      expect(copied).toMatchObject({ ...LEFT, templateId: copy.id, version: 1 });
      expect(await auditOf(portal, 'TemplateCase', copied?.id ?? '')).toMatchObject([
        { action: 'Created', new_values: { copiedFrom: expect.any(String) } },
      ]);
    });
  });

  describe('publishing changed content', () => {
    it('needs no reason if all cases pass or the content stays the same', async () => {
      const id = await newTemplate();
      await add(id);
      expect(await publish(id, contentOf(SIDE, { ...NOTE, helpText: 'Help' }))).toMatchObject({
        status: 200,
      });
      await add(id, { name: 'Fails', expected: { text: 'x', lines: [] } });
      const { templateContent } = await portal.succeed(templateGet, { params: { id } }, admin);
      const same = await publish(id, CONTENT, { templateContent, name: 'Renamed with a failing case' });
      expect(same).toMatchObject({ status: 200 });
    });

    it('is refused with the failing cases and their differences, and changes nothing', async () => {
      const id = await newTemplate();
      await add(id, { expected: { ...LEFT.expected, lines: [] } });
      await add(id, { name: 'Right', answers: { side: 'Right' }, expected: { text: 'x', lines: [] } });
      const message =
        '2 of 2 test cases fail with this content. Correct the template, or give a reason to save it anyway.';
      expect(await publish(id, CHANGED)).toMatchObject({
        status: 409,
        error: {
          code: 'CONFIRMATION_REQUIRED',
          message,
          errors: {
            reason: [message],
            cases: [
              'Left: The text differs; 64483: expected not billed, got 1 unit, modifier LT',
              'Right: The text differs',
            ],
          },
        },
      });
      const { templateContent } = await portal.succeed(templateGet, { params: { id } }, admin);
      expect(JSON.parse(templateContent)).toEqual(CONTENT);
    });

    it('is possible with a reason, which is recorded with the failing cases', async () => {
      const id = await newTemplate();
      await add(id);
      const reason = 'The practice words it differently now';
      expect(await publish(id, CHANGED, { reason: 'short' })).toMatchObject({
        status: 400,
        error: { errors: { reason: ['Enter a reason of at least 10 characters'] } },
      });
      expect(await publish(id, CHANGED, { reason })).toMatchObject({ status: 200 });
      expect((await auditOf(portal, 'Template', id)).at(-1)).toMatchObject({
        action: 'Updated',
        new_values: { reason, failingCases: ['Left'] },
      });
    });

    it('names a field that a case answers and the new content lacks', async () => {
      const id = await newTemplate();
      await add(id, { answers: { side: 'Left', level: ['L4'] } });
      expect(await publish(id, CHANGED)).toMatchObject({
        status: 409,
        error: { errors: { cases: [expect.stringContaining('The template has no field "level"')] } },
      });
    });
  });

  describe('400', () => {
    it.each<[string, object, string]>([
      ['an unknown field', { gone: 'x' }, 'The template has no field "gone"'],
      ['an option that is not offered', { side: 'Middle' }, '"Side" does not offer "Middle"'],
      ['a value of the wrong type', { side: true }, '"Side" must be text'],
      ['text instead of a list', { level: 'L4' }, '"Level" must be a list of its options'],
    ])('refuses answers with %s', async (_what, answers, message) => {
      const [field] = Object.keys(answers);
      expect(await tryAdd(await newTemplate(), { answers })).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION', errors: { [`answers.${field}`]: [message] } },
      });
    });

    it.each([0, 1.5, -1, 10_000, '2'])('refuses %j units', async (units) => {
      const lines = [{ codeType: 'CPT', code: '64483', units }];
      const answer = await tryAdd(await newTemplate(), { expected: { text: '', lines } });
      expect(answer).toMatchObject({
        status: 400,
        error: { errors: { 'expected.lines.0.units': ['Units must be a whole number from 1 to 999'] } },
      });
    });

    it.each<[string, object, string]>([
      ['a blank name', { name: ' ' }, 'name'],
      ['a number as an answer', { answers: { side: 3 } }, 'answers.side'],
      ['an unknown billing option', { billingOption: 'free' }, 'billingOption'],
      ['no expected result', { expected: undefined }, 'expected'],
      ['a text that is too long', { expected: { text: 'x'.repeat(50_001), lines: [] } }, 'expected.text'],
      [
        'modifiers of three characters',
        { expected: { text: '', lines: [{ codeType: 'CPT', code: '64483', modifiers: 'LTX' }] } },
        'expected.lines.0.modifiers',
      ],
    ])('refuses %s', async (_what, change, field) => {
      expect(await tryAdd(await newTemplate(), change)).toMatchObject({
        status: 400,
        error: { errors: { [field]: [expect.any(String)] } },
      });
    });

    it.each([{ answers: { side: 'a\0b' } }, { expected: { text: '\ud800', lines: [] } }])(
      'refuses characters that cannot be stored',
      async (change) => {
        expect(
          await tryAdd(await newTemplate(contentOf({ id: 'side', label: 'Side' }, NOTE)), change),
        ).toMatchObject({ status: 400 });
      },
    );
  });

  describe('404 and 409', () => {
    it('does not find cases of another or a missing template', async () => {
      const [mine, other] = [await newTemplate(), await newTemplate()];
      const { id: caseId } = await add(mine);
      const params = { id: other, caseId };
      const gone = { status: 404 };
      expect(await portal.call(templateCaseUpdate, { params, body: LEFT }, admin)).toMatchObject(gone);
      expect(await portal.call(templateCaseDelete, { params }, admin)).toMatchObject(gone);
      expect(await tryAdd(ABSENT)).toMatchObject(gone);
      expect(await portal.call(templateCaseList, { params: { id: ABSENT } }, admin)).toMatchObject(gone);
    });

    it('refuses a name that the template already has, ignoring case, and a stale version', async () => {
      const id = await newTemplate();
      const { id: caseId } = await add(id);
      await add(await newTemplate());
      expect(await tryAdd(id, { name: 'LEFT' })).toMatchObject({
        status: 409,
        error: { code: 'CONFLICT', errors: { name: ['A test case with this name already exists'] } },
      });
      const params = { id, caseId };
      await portal.succeed(templateCaseUpdate, { params, body: { ...LEFT, version: 1 } }, admin);
      expect(
        await portal.call(templateCaseUpdate, { params, body: { ...LEFT, version: 1 } }, admin),
      ).toMatchObject({ status: 409, error: { code: 'STALE', current: { version: 2 } } });
    });

    it('refuses more cases than can run with each save', async () => {
      const id = await newTemplate();
      await portal.owner.query(
        `insert into template_cases (template_id, name, answers, billing_option, expected, created_at, updated_at)
          select $1, n::text, '{}', 'standard', '{"text": "", "lines": []}', now(), now()
            from generate_series(1, $2::integer) n`,
        [id, MAX_CASES],
      );
      expect(await tryAdd(id)).toMatchObject({
        status: 409,
        error: { message: `A template can have at most ${MAX_CASES} test cases` },
      });
    });
  });
});
