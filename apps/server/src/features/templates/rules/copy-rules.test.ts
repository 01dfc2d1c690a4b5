import { billingCodeRuleCreate, billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { templateCreate } from '@portal/contract/templates';
import { contentOf, type FieldDraft } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const SIDE: FieldDraft = { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] };
const LEVEL: FieldDraft = { id: 'level', label: 'Level' };

describe('billing code rules of a duplicated template', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let original: string;
  const codes: string[] = [];
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    original = await makeTemplate(portal, { content: contentOf(SIDE, LEVEL) });
    for (const code of ['64483', 'M54.16']) codes.push(await makeBillingCode(portal, code));
    const [procedure = '', diagnosis = ''] = codes;
    const add = (rule: object) =>
      portal.succeed(
        billingCodeRuleCreate,
        {
          body: {
            templateId: original,
            priority: 7,
            billingCodes: [
              { billingCodeId: procedure, modifiers: '59', isDefault: true, displayOrder: 0 },
              { billingCodeId: diagnosis, displayOrder: 100 },
            ],
            ...rule,
          },
        },
        admin,
      );
    await add({ fieldId: 'side', fieldValue: 'Left' });
    await add({ fieldId: 'level', fieldValue: '*' });
    await add({ isTemplateDefault: true });
  });
  afterAll(() => portal.close());

  let count = 0;
  const copy = (fields: readonly FieldDraft[], more: object = { copyRulesFrom: original }) => {
    count += 1;
    const templateContent = JSON.stringify(contentOf(...fields));
    const body = { name: `Copy ${count}`, procedureType: 'Injection', templateContent, ...more };
    return portal.call(templateCreate, { body }, admin);
  };
  const rulesOf = async (templateId: string) =>
    (await portal.succeed(billingCodeRuleList, { params: { templateId } }, admin)).map(
      ({ id: _id, templateId: _template, ...rule }) => rule,
    );

  it('are copied with their codes and recorded', async () => {
    const answer = await copy([SIDE, LEVEL]);
    expect(answer).toMatchObject({ status: 201, body: { copiedRules: { copied: 3, leftOut: 0 } } });
    const id = answer.ok ? answer.body.id : '';
    expect(await rulesOf(id)).toEqual(await rulesOf(original));
    const [rule] = await portal.succeed(billingCodeRuleList, { params: { templateId: id } }, admin);
    expect(await auditOf(portal, 'BillingCodeRule', rule?.id ?? '')).toMatchObject([
      { action: 'Created', new_values: { templateId: id, copiedFrom: expect.any(String) } },
    ]);
  });

  it('are skipped and counted if the copy lacks their field', async () => {
    const answer = await copy([LEVEL]);
    expect(answer).toMatchObject({ status: 201, body: { copiedRules: { copied: 2, leftOut: 1 } } });
    const id = answer.ok ? answer.body.id : '';
    expect((await rulesOf(id)).map(({ fieldId }) => fieldId)).toEqual(['level', '_template_default']);
  });

  it('are copied only on request; the template is not added if the original does not exist', async () => {
    const plain = await copy([SIDE], {});
    expect(plain.ok).toBe(true);
    expect(plain.ok && plain.body.copiedRules).toBeUndefined();
    const name = 'Copy of nothing';
    const gone = { name, copyRulesFrom: '00000000-0000-7000-8000-000000000000' };
    expect(await copy([SIDE], gone)).toMatchObject({
      status: 400,
      error: { errors: { copyRulesFrom: [expect.any(String)] } },
    });
    const { rows } = await portal.owner.query('select 1 from templates where name = $1', [name]);
    expect(rows).toEqual([]);
  });
});
