import { billingCodeRuleCreate } from '@portal/contract/billing-code-rules';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { dictationGet, dictationSign, dictationsOfPatient } from '@portal/contract/dictations';
import { patientUpdate } from '@portal/contract/patients';
import { templateCreate } from '@portal/contract/templates';
import { formatDateUs } from '@portal/domain/date';
import { newDictation, newPractice, practiceToday } from '../support/dictation-records.ts';
import { button } from '../support/dictation-screens.ts';
import { heading } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { cutOff } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const CONTENT = {
  version: 1,
  sections: [
    {
      id: 's',
      title: 'Procedure Details',
      fields: [
        {
          id: 'side',
          label: 'Side',
          type: 'select',
          options: ['Left', 'Right'],
          // The other side is treated next.
          defaultValueRules: [
            { sourceFieldId: 'earlier.side', operator: 'equals', value: 'Left', defaultValue: 'Right' },
          ],
        },
        {
          id: 'falls',
          label: 'Risk of falls',
          type: 'text',
          defaultValue: 'Discussed',
          visibilityRules: [
            { sourceFieldId: 'patient.age', operator: 'at_least', value: '65', action: 'show' },
          ],
        },
      ],
    },
  ],
};

test('a note reads the last one and the patient, bills by both, and keeps what it found', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const token = await api.superToken();
  const { id: templateId } = await api.succeed(
    templateCreate,
    {
      body: {
        name: `Second side ${uniqueName()}`,
        procedureType: 'Injection',
        templateContent: JSON.stringify(CONTENT),
      },
    },
    token,
  );
  const code = `33${uniqueName().slice(0, 3)}`.toUpperCase();
  const { id: billingCodeId } = await api.succeed(
    billingCodeCreate,
    {
      body: {
        codeType: 'CPT',
        code,
        description: 'Second side',
        lineType: 'procedure',
        bilateralIndicator: 1,
      },
    },
    token,
  );
  await api.succeed(
    billingCodeRuleCreate,
    {
      body: {
        templateId,
        fieldId: 'side',
        fieldValue: 'Right',
        billingCodes: [{ billingCodeId, isDefault: true }],
        when: {
          match: 'all',
          conditions: [
            { sourceFieldId: 'earlier.side', operator: 'equals', value: 'Left' },
            { sourceFieldId: 'patient.age', operator: 'at_least', value: '65' },
          ],
        },
      },
    },
    token,
  );
  const patient = await newPatient(api, { dateOfBirth: '1950-03-04' });
  const earlier = await newDictation(api, practice, {
    templateId,
    patientId: patient.id,
    formData: { side: 'Left' },
  });
  const { page } = await openAs(practice.provider);
  const query = new URLSearchParams({
    template: templateId,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  const open = async () => {
    await page.goto(`/dictations/new?${query.toString()}`);
    await expect(heading(page, 'New Dictation')).toBeVisible();
  };
  const side = page.getByRole('combobox', { name: 'Side' });
  const mark = page.getByText(`From the last note, ${formatDateUs(practiceToday())}`);
  const suggested = page.getByText(
    /^Suggested by Side: Right, because Last signed note of this template: side is Left/,
  );

  // Not signed: it does not count yet.
  await open();
  await expect(page.getByRole('textbox', { name: 'Risk of falls' })).toHaveValue('Discussed');
  await expect(side).toHaveValue('');
  const { userName, password } = practice.provider;
  const { token: ofProvider } = await api.signIn(userName, password);
  await api.succeed(dictationSign, { params: { id: earlier.id }, body: {} }, ofProvider);

  const outage = await cutOff(page, '**/sources?*');
  await open();
  await expect(page.getByText(/^Could not read the last signed note\./)).toBeVisible();
  outage.end();
  await button(page, 'Load again').click();
  await expect(mark).toBeVisible();
  await expect(side).toHaveValue('Right');
  await expect(suggested).toBeVisible();
  await side.click();
  await expect(mark).toBeHidden();
  await button(page, 'Submit & Sign').click();
  // The procedure has no diagnosis.
  await button(page, 'Sign Anyway').click();
  await page.waitForURL('**/dictations');

  const notes = await api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token);
  const signed = notes.find(({ id }) => id !== earlier.id);
  const read = () => api.succeed(dictationGet, { params: { id: signed?.id ?? '' } }, token);
  const note = await read();
  expect(note).toMatchObject({
    status: 'Signed',
    formData: { side: 'Right', falls: 'Discussed', 'earlier.side': 'Left', 'earlier.date': practiceToday() },
    billingCodes: [{ code, modifiers: 'RT', units: 1 }],
  });
  await api.succeed(
    patientUpdate,
    {
      params: { id: patient.id },
      body: {
        firstName: patient.firstName,
        lastName: patient.lastName,
        dateOfBirth: '2000-03-04',
        version: patient.version,
      },
    },
    token,
  );
  expect(await read()).toEqual({ ...note, now: { patientDOB: '2000-03-04' } });
  await page.goto(`/dictations/${note.id}`);
  await expect(page.getByText('Discussed')).toBeVisible();
});
