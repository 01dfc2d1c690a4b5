import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  aCase,
  aRule,
  aTemplate,
  contentOf,
  showTemplates,
  TEMPLATE_CALL,
  TEMPLATE_ID,
  templateServer,
} from '../test/template-fixtures.ts';

const CASE = `${TEMPLATE_CALL}/cases/${aCase().id}`;
const RIGHT = aCase({
  id: '01980000-0000-7000-8000-0000000000e2',
  name: 'Right side',
  answers: { side: 'Right' },
  expected: { text: 'SECTION 1\nSide: Left', lines: [] },
});

/** Opens the editor of a template with one rule and these cases. */
async function openEditor(cases = [aCase()]) {
  const server = templateServer(aTemplate(), [aRule()], cases);
  server.on(`PUT ${TEMPLATE_CALL}`, { body: aTemplate() });
  const page = await showTemplates(`/admin/templates/${TEMPLATE_ID}/edit`, server);
  const panel = within(await screen.findByRole('region', { name: 'Test cases' }));
  const run = async () => page.user.click(await panel.findByText('Run Cases'));
  const save = () => page.user.click(screen.getByText('Save'));
  return { ...page, panel, run, save };
}
/** Titles are committed when they lose the focus. */
function retitle(title: string): void {
  const [box = document.body] = screen.getAllByLabelText('Section Title');
  fireEvent.change(box, { target: { value: title } });
  fireEvent.blur(box);
}

describe('test cases panel', () => {
  it('runs the cases and shows what differs, with the content that is not saved yet', async () => {
    const { panel, run } = await openEditor([aCase(), RIGHT]);
    await panel.findByText('Left side');
    expect(panel.queryByText('Passes')).toBeNull();
    await run();
    expect(await panel.findByText('1 of 2 test cases fails')).toBeTruthy();
    expect(panel.getByText('Passes')).toBeTruthy();
    const text = within(panel.getByRole('group', { name: 'Text, expected and actual' }));
    expect(text.getByText('Left', { selector: 'del' })).toBeTruthy();
    expect(text.getByText('Right', { selector: 'ins' })).toBeTruthy();
    retitle('Where');
    expect(await panel.findByText('2 of 2 test cases fail')).toBeTruthy();
  });

  it('shows differences of codes and a field that is missing', async () => {
    const lines = [{ codeType: 'CPT' as const, code: '64483', units: 2, modifiers: 'RT' }];
    const gone = aCase({ answers: { side: 'Left', gone: 'x' }, expected: { ...aCase().expected, lines } });
    const { panel, run } = await openEditor([gone]);
    await run();
    expect(await panel.findByText('The template has no field "gone"')).toBeTruthy();
    expect(panel.getByText('2 units, modifier RT')).toBeTruthy();
    expect(panel.getByText('1 unit, modifier LT')).toBeTruthy();
    expect(panel.queryByText('Accept actual as expected')).toBeNull();
  });

  it('accepts the actual result as expected', async () => {
    const { user, panel, run, server, sent } = await openEditor([RIGHT]);
    server.on(`PUT ${TEMPLATE_CALL}/cases/${RIGHT.id}`, { body: RIGHT });
    await run();
    await user.click(await panel.findByText('Accept actual as expected'));
    await screen.findByText('Right side now expects the actual result', { selector: 'output span' });
    expect(sent(`PUT ${TEMPLATE_CALL}/cases/${RIGHT.id}`)).toEqual([
      {
        name: 'Right side',
        answers: { side: 'Right' },
        billingOption: 'standard',
        expected: { text: 'SECTION 1\nSide: Right', lines: [] },
        version: 3,
      },
    ]);
  });

  it('runs the cases when the billing rules change', async () => {
    const { user, panel, server } = await openEditor();
    server.on('DELETE /templatebillingcoderule/:id', { body: { message: 'The rule was deleted.' } });
    await user.click(await screen.findByLabelText('Delete rule Side is Left'));
    const question = within(await screen.findByRole('alertdialog'));
    server.on(`GET /templatebillingcoderule/template/${TEMPLATE_ID}`, { body: [] });
    await user.click(question.getByText('Delete'));
    expect(await panel.findByText('1 of 1 test case fails')).toBeTruthy();
    expect(panel.getByText('not billed')).toBeTruthy();
  });

  it('deletes a case, and shows a failure', async () => {
    const { user, panel, server } = await openEditor();
    server.on(`DELETE ${CASE}`, { status: 500 });
    await user.click(await panel.findByLabelText('Delete case Left side'));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByText('Delete'));
    expect(await question.findByText('Failed to delete test case')).toBeTruthy();
    server.on(`DELETE ${CASE}`, { body: { message: 'Test case "Left side" was deleted.' } });
    server.on(`GET ${TEMPLATE_CALL}/cases`, { body: [] });
    await user.click(question.getByText('Delete'));
    expect(await panel.findByText('No test cases yet')).toBeTruthy();
  });
});

describe('test case dialog', () => {
  it('saves the tried answers with what comes out now', async () => {
    const { user, panel, server, sent } = await openEditor([]);
    server.on(`POST ${TEMPLATE_CALL}/cases`, { status: 201, body: aCase() });
    const tryOut = within(screen.getByRole('region', { name: 'Try it out' }));
    await user.selectOptions(tryOut.getByRole('combobox', { name: 'Side' }), 'Left');
    await user.click(panel.getByText('Save as Test Case'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as Test Case' }));
    const name = dialog.getByLabelText(/^Name/, { selector: 'input' });
    await user.click(dialog.getByText('Save Test Case'));
    expect(await dialog.findByText('Name is required')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Left side' } });
    await user.click(dialog.getByText('Save Test Case'));
    await waitFor(() => expect(sent(`POST ${TEMPLATE_CALL}/cases`)).toHaveLength(1));
    const { id: _id, templateId: _template, version: _version, ...body } = aCase();
    expect(sent(`POST ${TEMPLATE_CALL}/cases`)).toEqual([body]);
  });

  it.each(['0', '1.5', '-1', '10000'])(
    'refuses %s units next to the field and keeps the input',
    async (typed) => {
      const { user, panel, sent } = await openEditor();
      await user.click(await panel.findByLabelText('Edit case Left side'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Test Case' }));
      const units = dialog.getByLabelText<HTMLInputElement>('Units');
      fireEvent.change(units, { target: { value: typed } });
      await user.click(dialog.getByText('Save Test Case'));
      expect(await dialog.findByText('Units must be a whole number from 1 to 999')).toBeTruthy();
      expect(units.value).toBe(typed);
      expect(sent(`PUT ${CASE}`)).toEqual([]);
    },
  );

  it('follows the billing option of a new case until the expected result is edited', async () => {
    const { user, panel } = await openEditor([]);
    const tryOut = within(screen.getByRole('region', { name: 'Try it out' }));
    await user.selectOptions(tryOut.getByRole('combobox', { name: 'Side' }), 'Left');
    await user.click(panel.getByText('Save as Test Case'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as Test Case' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Modifiers').value).toBe('LT');
    await user.click(dialog.getByLabelText(/^Billing option/, { selector: '[role="combobox"]' }));
    await user.click(screen.getByText(/^Reduced service/, { selector: '[role="option"]' }));
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Modifiers').value).toBe('52,LT'));
  });

  it('shows a server error at its answer', async () => {
    const { user, panel, server } = await openEditor();
    const message = '"Side" does not offer "Left"';
    server.on(`PUT ${CASE}`, {
      status: 400,
      body: { message, code: 'VALIDATION', errors: { 'answers.side': [message] } },
    });
    await user.click(await panel.findByLabelText('Edit case Left side'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Test Case' }));
    await user.click(dialog.getByText('Save Test Case'));
    expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
  });
});

describe('saving a template with failing test cases', () => {
  it('shows the differences and saves only with a reason', async () => {
    const { user, save, sent, router } = await openEditor();
    await screen.findByText('Left side');
    retitle('Where');
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Test cases fail' }));
    expect(dialog.getByRole('heading', { name: 'Left side' })).toBeTruthy();
    expect(dialog.getByText('WHERE', { selector: 'ins' })).toBeTruthy();
    await user.click(dialog.getByText('Save anyway'));
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Another heading is wanted' } });
    await user.click(dialog.getByText('Save anyway'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/templates'));
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toMatchObject([{ reason: 'Another heading is wanted', version: 4 }]);
  });

  it('goes back to the template without saving, and asks nothing once the cases pass', async () => {
    const { user, save, sent } = await openEditor();
    await screen.findByText('Left side');
    retitle('Where');
    await save();
    await user.click(await screen.findByText('Back to the template'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toEqual([]);
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    retitle('Section 1');
    fireEvent.change(screen.getByLabelText(/^Name/, { selector: 'input' }), { target: { value: 'Renamed' } });
    await save();
    await waitFor(() => expect(sent(`PUT ${TEMPLATE_CALL}`)).toHaveLength(1));
    expect(sent(`PUT ${TEMPLATE_CALL}`)[0]).not.toHaveProperty('reason');
  });

  it('shows the server’s message if a case fails that this page did not know', async () => {
    const { save, server } = await openEditor();
    const message = '1 of 2 test cases fails with this content.';
    server.on(`PUT ${TEMPLATE_CALL}`, { status: 409, body: { message, code: 'CONFIRMATION_REQUIRED' } });
    fireEvent.change(screen.getByLabelText(/^Name/, { selector: 'input' }), { target: { value: 'Renamed' } });
    await save();
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });
});

describe('values from the record', () => {
  const content = contentOf([
    { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
    {
      id: 'advice',
      label: 'Advice',
      defaultValue: 'Take care',
      visibilityRules: [
        { sourceFieldId: 'patient.age', operator: 'at_least', value: '65', action: 'show' },
        { sourceFieldId: 'patient.alerts', operator: 'contains', value: 'On warfarin', action: 'show' },
        { sourceFieldId: 'location.isSurgeryCenter', operator: 'equals', value: 'true', action: 'hide' },
        { sourceFieldId: 'earlier.date', operator: 'is_not_empty', value: '', action: 'hide' },
      ],
    },
  ]);
  const when = {
    match: 'all' as const,
    conditions: [{ sourceFieldId: 'patient.sex', operator: 'equals' as const, value: 'Female' }],
  };
  const openSources = async () => {
    const template = aTemplate({ templateContent: JSON.stringify(content) });
    const server = templateServer(template, [aRule({ when })], []);
    const page = await showTemplates(`/admin/templates/${TEMPLATE_ID}/edit`, server);
    const tried = within(await screen.findByRole('region', { name: 'From the record' }));
    return { ...page, tried };
  };

  it('are tried out, and saved with a test case', async () => {
    const { user, tried, server, sent } = await openSources();
    // Only a billing rule reads it.
    await tried.findByLabelText('Patient: sex');
    expect(screen.queryByLabelText('Advice')).toBeNull();
    await user.type(tried.getByLabelText('Patient: age on the procedure date'), '66');
    await screen.findByLabelText('Advice');
    await user.clear(tried.getByLabelText('Patient: age on the procedure date'));
    expect(screen.queryByLabelText('Advice')).toBeNull();
    await user.type(tried.getByLabelText('Patient: active alerts'), 'Latex allergy{Enter}On warfarin');
    await screen.findByLabelText('Advice');
    await user.type(tried.getByLabelText('Patient: sex'), 'Female');
    await user.click(tried.getByLabelText('Location: is a surgery center'));
    await user.type(tried.getByLabelText('Last signed note of this template: date'), '11022026');
    await user.click(screen.getByText('Save as Test Case'));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('From the record');
    expect(dialog.getByText('Latex allergy, On warfarin')).toBeTruthy();
    expect(dialog.getByText('11/02/2026')).toBeTruthy();
    server.on(`POST ${TEMPLATE_CALL}/cases`, { status: 201, body: aCase() });
    await user.type(dialog.getByLabelText(/^Name/u), 'Warfarin');
    await user.click(dialog.getByText('Save Test Case'));
    await waitFor(() =>
      expect(sent(`POST ${TEMPLATE_CALL}/cases`)).toMatchObject([
        {
          answers: {
            'patient.sex': 'Female',
            'patient.alerts': ['Latex allergy', 'On warfarin'],
            'location.isSurgeryCenter': 'true',
            'earlier.date': '2026-11-02',
          },
        },
      ]),
    );
  });

  it('are cleared by starting over', async () => {
    const { user, tried } = await openSources();
    const alerts = tried.getByLabelText<HTMLTextAreaElement>('Patient: active alerts');
    const age = tried.getByLabelText<HTMLInputElement>('Patient: age on the procedure date');
    await user.type(alerts, 'On warfarin{Enter}');
    await user.type(age, '66');
    await user.click(screen.getByText('Start over'));
    expect([alerts.value.trim(), age.value]).toEqual(['', '']);
  });
});
