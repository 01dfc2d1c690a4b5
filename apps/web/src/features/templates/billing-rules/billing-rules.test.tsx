import { billingCodeRuleBody as ruleBody, type BillingCodeRule } from '@portal/contract/billing-code-rules';
import { ERRORS } from '@portal/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingRulesPanel } from './BillingRulesPanel.tsx';
import {
  aRule,
  aTemplate,
  CODE,
  TEMPLATE_ID,
  templateServer,
  TWO_SECTIONS,
} from '../test/template-fixtures.ts';

const RULES = '/templatebillingcoderule';
const ruleCode = (change: Partial<BillingCodeRule['billingCodes'][number]> = {}) => ({
  count: null,
  ...CODE,
  billingCodeId: CODE.id,
  modifiers: '',
  isDefault: true,
  displayOrder: 1,
  doseFieldId: null,
  ...change,
});
const SECOND = ruleCode({ billingCodeId: TEMPLATE_ID, code: '64484', displayOrder: 2 });

const Page = () => <BillingRulesPanel templateId={TEMPLATE_ID} content={TWO_SECTIONS} />;

/** Renders the panel for a template with these rules. */
async function panel(rules: readonly BillingCodeRule[] = []) {
  const server = templateServer(aTemplate(), rules);
  const page = await showPage({ server, at: '/', pages: { '/': Page } });
  const open = async (button: string) => {
    await page.user.click(await screen.findByLabelText(button));
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => page.user.click(dialog.getByText('Save Rule'));
    return { dialog, save };
  };
  const add = async () => {
    await page.user.click(await screen.findByText('Add Rule'));
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => page.user.click(dialog.getByText('Save Rule'));
    return { dialog, save };
  };
  /** The bodies sent to a path, in order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, open, add, sent };
}
const option = (text: string) => screen.getByText(text, { selector: '[role="option"]' });
const change = `PUT ${RULES}/${aRule().id}`;

describe('billing code rules panel', () => {
  it('shows condition, priority and code notes of each rule', async () => {
    await panel([
      aRule({ billingCodes: [ruleCode({ modifiers: '50,LT' }), { ...SECOND, isActive: false }] }),
      aRule({
        id: CODE.id,
        fieldId: 'gone',
        fieldValue: '*',
        billingCodes: [ruleCode({ isDefault: false })],
      }),
      aRule({
        id: TEMPLATE_ID,
        isTemplateDefault: true,
        fieldId: '',
        fieldValue: '',
        billingCodes: [ruleCode({ code: 'M17', codeType: 'ICD10', isBillable: false })],
      }),
    ]);
    const rules = within(await screen.findByRole('region', { name: 'Billing code rules' }));
    expect(
      (await rules.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent),
    ).toEqual(['Side is Left', 'gone has any value', 'Template default']);
    expect(rules.getByText('64483-50,LT')).toBeTruthy();
    expect(rules.getByText(/\(inactive: not suggested\)$/)).toBeTruthy();
    expect(rules.getByText(/\(not auto-selected\)$/)).toBeTruthy();
    expect(rules.getByText(/\(heading: not billable\)$/)).toBeTruthy();
    expect(rules.getAllByText('Needs attention')).toHaveLength(2);
    expect(
      rules.getByText('Billing rule "gone has any value" points to the field "gone", which does not exist.'),
    ).toBeTruthy();
    expect(rules.getAllByText('Priority 3')).toHaveLength(3);
  });

  it('says in the dialog that a code is a heading, until another one is chosen', async () => {
    const heading = ruleCode({ code: 'M17', codeType: 'ICD10', isBillable: false });
    const { open, user } = await panel([aRule({ billingCodes: [heading] })]);
    const { dialog } = await open('Edit rule Side is Left');
    expect(dialog.getByText('This code is a heading. Payers accept only a longer code.')).toBeTruthy();
    const picker = dialog.getByLabelText('ICD-10 code 1');
    await user.clear(picker);
    await user.type(picker, '64483');
    await user.click(await screen.findByRole('option', { name: /64483/ }));
    expect(dialog.queryByText(/^This code is a heading/)).toBeNull();
  });

  it('reports a failed load and reloads on Retry', async () => {
    const server = templateServer();
    server.on(`GET ${RULES}/template/${TEMPLATE_ID}`, { status: 400 });
    const { user } = await showPage({ server, at: '/', pages: { '/': Page } });
    expect(await screen.findByText('Failed to load billing code rules')).toBeTruthy();
    server.on(`GET ${RULES}/template/${TEMPLATE_ID}`, { body: [] });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('No billing code rules yet')).toBeTruthy();
  });
});

describe('add rule dialog', () => {
  it('requires a field and a value unless it is the template default, and a code', async () => {
    const { user, add, server } = await panel();
    const { dialog, save } = await add();
    await save();
    expect(await dialog.findByText('Please select a field and value for field-specific rules')).toBeTruthy();
    expect(document.activeElement?.getAttribute('role')).toBe('alert');
    await user.click(dialog.getByLabelText(/^Template default/));
    await save();
    expect(await dialog.findAllByText('Choose a billing code')).toHaveLength(2);
    expect(server.calls.some(({ method, path }) => method === 'POST' && path === RULES)).toBe(false);
  });

  it('offers the options of the field and any value; changing the field clears the value', async () => {
    const { user, add } = await panel();
    const { dialog } = await add();
    const value = dialog.getByLabelText<HTMLInputElement>(/^Value/);
    expect(value.disabled).toBe(true);
    await user.click(dialog.getByLabelText(/^Field/, { selector: '[role="combobox"]' }));
    await user.click(option('Side'));
    await user.click(value);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Left',
      'Right',
      '*',
    ]);
    await user.click(option('Right'));
    expect(value.value).toBe('Right');
    await user.click(dialog.getByLabelText(/^Field/, { selector: '[role="combobox"]' }));
    await user.click(option('Level'));
    expect(value.value).toBe('');
  });

  it('saves a rule for each chosen value, and only the missing ones after a failure', async () => {
    const { user, add, server, sent } = await panel();
    const { dialog, save } = await add();
    await user.click(dialog.getByLabelText(/^Field/, { selector: '[role="combobox"]' }));
    await user.click(option('Side'));
    await user.click(dialog.getByRole('button', { name: 'Left' }));
    await user.click(dialog.getByRole('button', { name: 'Right' }));
    expect(dialog.getByText('2 rules with the same codes will be saved, one for each value.')).toBeTruthy();
    await user.type(dialog.getByLabelText('CPT code 1'), '64483');
    await user.click(await screen.findByRole('option', { name: /64483/ }));
    const posted = () => sent(`POST ${RULES}`).map((body) => ruleBody.parse(body).fieldValue);
    server.on(`POST ${RULES}`, () => (posted().length === 1 ? { body: aRule() } : { status: 500 }));
    await save();
    expect(await dialog.findByText(/^Failed to save rule/)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('Right');
    server.on(`POST ${RULES}`, { body: aRule() });
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted()).toEqual(['Left', 'Right', 'Right']);
  });

  it('limits a template default by conditions', async () => {
    const { user, add, server, sent } = await panel();
    const { dialog, save } = await add();
    await user.click(dialog.getByLabelText(/^Template default/));
    await user.type(dialog.getByLabelText('CPT code 1'), '64483');
    await user.click(await screen.findByRole('option', { name: /64483/ }));
    await user.click(dialog.getByText('Limit by conditions'));
    await save();
    expect(await dialog.findByText('Complete the conditions or remove them')).toBeTruthy();
    expect(dialog.getByText('Choose the field to check')).toBeTruthy();
    await user.click(dialog.getByLabelText(/^When field/, { selector: '[role="combobox"]' }));
    await user.click(option('Patient: age on the procedure date'));
    await user.click(dialog.getByLabelText(/^Operator/, { selector: '[role="combobox"]' }));
    await user.click(option('is at least'));
    await user.type(dialog.getByRole('combobox', { name: 'Value' }), '65');
    expect(
      dialog.getByText('Applies only when Patient: age on the procedure date is at least 65.'),
    ).toBeTruthy();
    server.on(`POST ${RULES}`, { body: aRule() });
    await save();
    await waitFor(() => expect(sent(`POST ${RULES}`)).toHaveLength(1));
    expect(sent(`POST ${RULES}`)[0]).toMatchObject({
      isTemplateDefault: true,
      when: {
        match: 'all',
        conditions: [{ sourceFieldId: 'patient.age', operator: 'at_least', value: '65' }],
      },
    });
  });

  it('starts with the field whose rules are not complete', async () => {
    const { add } = await panel([aRule()]);
    const { dialog } = await add();
    expect(dialog.getByLabelText(/^Field/, { selector: '[role="combobox"]' }).textContent).toBe('Side');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Left'));
  });

  it('starts with one removable row each for a procedure and a diagnosis', async () => {
    const { user, add } = await panel();
    const { dialog } = await add();
    expect(dialog.getByText('1 of 6')).toBeTruthy();
    expect(dialog.getByText('1 of 12')).toBeTruthy();
    await user.click(dialog.getByLabelText('Remove ICD-10 code 1'));
    expect(dialog.getByText('0 of 12')).toBeTruthy();
  });
});

describe('edit rule dialog', () => {
  it('locks the condition, and sends priority, modifiers and order with the version', async () => {
    const { user, open, server, sent } = await panel([aRule({ billingCodes: [ruleCode(), SECOND] })]);
    server.on(change, { body: aRule() });
    const { dialog, save } = await open('Edit rule Side is Left');
    expect(dialog.getByLabelText(/^Value/)).toHaveProperty('disabled', true);
    expect(dialog.getByLabelText(/^Template default/)).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('Modifiers for CPT code 1'), '50, lt');
    dialog.getByLabelText('Move CPT code 2').focus();
    await user.keyboard('{ArrowUp}');
    await user.click(dialog.getByLabelText('Auto-select CPT code 1'));
    await save();
    await waitFor(() => expect(sent(change)).toHaveLength(1));
    expect(sent(change)[0]).toMatchObject({
      fieldId: 'side',
      fieldValue: 'Left',
      priority: 3,
      version: 6,
      billingCodes: [
        { billingCodeId: SECOND.billingCodeId, modifiers: '', isDefault: false },
        { billingCodeId: CODE.id, modifiers: '50, LT', isDefault: true },
      ],
    });
  });

  it('changes the conditions of a rule', async () => {
    const when = {
      match: 'all',
      conditions: [{ sourceFieldId: 'side', operator: 'is_not_empty', value: '' }],
    } as const;
    const { open, server, sent, user } = await panel([
      aRule({ when: { ...when, conditions: [...when.conditions] } }),
    ]);
    server.on(change, { body: aRule() });
    const { dialog, save } = await open('Edit rule Side is Left, when Side has a value');
    await user.click(dialog.getByLabelText('Remove condition of the rule'));
    await save();
    await waitFor(() => expect(sent(change)).toHaveLength(1));
    expect(sent(change)[0]).toMatchObject({ fieldId: 'side', fieldValue: 'Left', when: null });
  });

  it('has no modifiers for diagnoses and removes stored ones', async () => {
    const diagnosis = ruleCode({ code: 'M54.16', codeType: 'ICD10', modifiers: '50', displayOrder: 100 });
    const { open, server, sent } = await panel([aRule({ billingCodes: [diagnosis] })]);
    server.on(change, { body: aRule() });
    const { dialog, save } = await open('Edit rule Side is Left');
    expect(dialog.queryByLabelText(/^Modifiers/)).toBeNull();
    await save();
    await waitFor(() => expect(sent(change)).toHaveLength(1));
    expect(sent(change)[0]).toMatchObject({ billingCodes: [{ modifiers: '' }] });
  });

  it.each([
    ['12.5', 'Priority must be a whole number'],
    ['-1', 'Priority cannot be negative'],
    ['abc', 'Priority must be a whole number'],
  ])('refuses priority %s until it is corrected', async (typed, text) => {
    const { user, open, sent } = await panel([aRule()]);
    const { dialog, save } = await open('Edit rule Side is Left');
    const priority = dialog.getByLabelText<HTMLInputElement>('Priority');
    await user.clear(priority);
    await user.type(priority, typed);
    await save();
    expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0);
    expect(priority.getAttribute('aria-invalid')).toBe('true');
    await user.clear(priority);
    expect(dialog.queryByText(text)).toBeNull();
    expect(sent(change)).toEqual([]);
  });

  it('marks a row with invalid modifiers until it is corrected', async () => {
    const { user, open, sent } = await panel([aRule()]);
    const { dialog, save } = await open('Edit rule Side is Left');
    await user.type(dialog.getByLabelText('Modifiers for CPT code 1'), '5');
    await save();
    expect(
      await dialog.findByText('Some billing codes cannot be used. Correct the marked rows.'),
    ).toBeTruthy();
    expect(dialog.getByText(/^Enter up to four 2-character modifiers/)).toBeTruthy();
    await user.type(dialog.getByLabelText('Modifiers for CPT code 1'), '0');
    expect(dialog.queryByText(/^Enter up to four 2-character modifiers/)).toBeNull();
    expect(sent(change)).toEqual([]);
  });

  it('limits the number of codes', async () => {
    const codes = Array.from({ length: 6 }, (_, at) =>
      ruleCode({ billingCodeId: CODE.id.replace(/1$/, String(at)), displayOrder: at + 1 }),
    );
    const { user, open } = await panel([aRule({ billingCodes: codes })]);
    const { dialog } = await open('Edit rule Side is Left');
    await user.click(dialog.getByText('Add CPT code'));
    expect(await dialog.findByText('Maximum 6 CPT codes allowed per rule')).toBeTruthy();
    expect(dialog.getByText('6 of 6')).toBeTruthy();
  });

  it('marks a duplicate code', async () => {
    const { open } = await panel([aRule({ billingCodes: [ruleCode(), ruleCode({ displayOrder: 2 })] })]);
    const { dialog, save } = await open('Edit rule Side is Left');
    await save();
    expect(
      await dialog.findByText('This billing code is already in the rule with these modifiers'),
    ).toBeTruthy();
  });

  it('shows a server error at its code and stays open', async () => {
    const { open, server } = await panel([aRule({ billingCodes: [ruleCode(), SECOND] })]);
    server.on(change, {
      status: 400,
      body: {
        message: 'Some fields need attention.',
        errors: { 'billingCodes.1.billingCodeId': ['This code was deleted'] },
      },
    });
    const { dialog, save } = await open('Edit rule Side is Left');
    await save();
    const problem = await dialog.findByText('This code was deleted');
    expect(problem.closest('[id^="row-"]')?.textContent).toContain('CPT code 2');
    expect(dialog.getByText('Some fields need attention.')).toBeTruthy();
  });

  it('reports failures to save and delete', async () => {
    const { user, open, server } = await panel([aRule()]);
    server.on(change, { status: 500 });
    server.on(`DELETE ${RULES}/${aRule().id}`, { status: 500 });
    const { dialog, save } = await open('Edit rule Side is Left');
    await save();
    expect(await dialog.findByText(`Failed to save rule. ${ERRORS.SERVER_ERROR.text}`)).toBeTruthy();
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Delete rule Side is Left'));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByText('Delete'));
    expect(await question.findByText('Failed to delete rule')).toBeTruthy();
  });

  it('reports a stale version and reloads the rule', async () => {
    const { open, server } = await panel([aRule()]);
    server.on(change, { status: 409, body: { message: 'Someone else changed this rule.', code: 'STALE' } });
    const { dialog, save } = await open('Edit rule Side is Left');
    server.on(`GET ${RULES}/template/${TEMPLATE_ID}`, { body: [aRule({ fieldValue: 'Right', version: 7 })] });
    await save();
    expect(await dialog.findByText('Someone else changed this rule.')).toBeTruthy();
    expect(await screen.findByText('Side is Right')).toBeTruthy();
  });
});
