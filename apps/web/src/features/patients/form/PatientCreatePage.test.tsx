import { ERRORS } from '@portal/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { optionsOf } from '#lib/test/choose-option.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { fillIn as enter } from '#lib/test/fill-in.ts';
import { aPatient } from '#lib/test/patients.ts';
import { PRACTICE } from '#lib/test/practice.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PatientCreatePage } from './PatientCreatePage.tsx';

const created = aPatient({ medicalRecordNumber: '00000077' });
const match = {
  id: '33333333-3333-4333-8333-333333333333',
  medicalRecordNumber: '00000007',
  firstName: 'Ann',
  lastName: 'Lee',
  dateOfBirth: '1990-04-05',
  isDeceased: false,
  dateOfDeath: null,
  phone: null,
  isActive: false,
  reasons: ['one letter off', 'phone'],
};

async function fillIn(matches: readonly object[] = [], settings: object = {}) {
  const server = createFakeServer();
  server.on('GET /practice', { body: { ...PRACTICE, ...settings } });
  server.on('POST /patient/duplicates', { body: { matches } });
  server.on('POST /patient', { status: 201, body: created });
  const page = await showPage({
    server,
    at: '/patients/new',
    pages: { '/patients/new': PatientCreatePage },
    permissions: ['Patient.View', 'Patient.Create'],
  });
  const { user } = page;
  for (const [label, text] of [
    [/First Name/, 'Ann'],
    [/Last Name/, 'Lee'],
    [/Date of Birth/, '1990-04-05'],
  ] as const) {
    await user.click(field(label));
    await user.paste(text);
  }
  const bodies = () => server.calls.filter(({ path }) => path === '/patient').map(({ body }) => body);
  const keys = () =>
    server.calls
      .filter(({ path }) => path === '/patient')
      .map(({ headers }) => headers.get('idempotency-key'));
  return { ...page, server, bodies, keys, save: () => user.click(saveButton()) };
}

// By label and text, because role queries are slow with so many fields.
const field = (label: RegExp) => screen.getByLabelText(label);
const saveButton = () => screen.getByText('Add Patient', { selector: 'button' });

const STATES =
  'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY';

describe('new patient', () => {
  it('shows its fields with placeholders, selects for gender and state, and no medical record number yet', async () => {
    await fillIn();
    const names = Array.from(document.querySelectorAll('input[name]'), (input) => input.getAttribute('name'));
    expect(names).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'gender',
      'socialSecurityNumber',
      'address',
      'city',
      'state',
      'zipCode',
      'phone',
      'email',
      'insuranceProvider',
      'insurancePolicyNumber',
    ]);
    expect(screen.getByPlaceholderText('XXX-XX-XXXX')).toBeTruthy();
    expect(screen.getByPlaceholderText('(XXX) XXX-XXXX')).toBeTruthy();
    expect(screen.queryByText('Medical Record Number')).toBeNull();
    expect(optionsOf(/^Gender$/).slice(1)).toEqual(['Male', 'Female', 'Other']);
    fireEvent.click(screen.getByText('Female', { selector: '[role="option"]' }));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(optionsOf(/^State$/).slice(1)).toEqual(STATES.split(' '));
  });

  it('offers the other states after the fifty in a practice that takes them', async () => {
    await fillIn([], { otherStates: true });
    expect(optionsOf(/^State$/).slice(1)).toEqual(`${STATES} DC AS GU MP PR VI AA AE AP`.split(' '));
  });

  it('formats social security number, phone and ZIP code during typing', async () => {
    const { user } = await fillIn();
    for (const [label, typed, shown] of [
      [/^Social Security Number$/, '219099943', '219-09-9943'],
      [/^Phone$/, '5551234567x89', '(555) 123-4567 ext. 89'],
      [/^Phone$/, '15551234567', '1 (555) 123-4567'],
      [/^ZIP Code$/, '214012417', '21401-2417'],
    ] as const) {
      await user.clear(field(label));
      await user.type(field(label), typed);
      expect(field(label)).toHaveProperty('value', shown);
    }
  });

  it('shows missing and invalid values at their fields, and updates the date’s message during correction', async () => {
    const { user, save, bodies } = await fillIn();
    for (const [label, text] of [
      [/First Name/, ''],
      [/Last Name/, 'Be\u0007ll'],
      [/Date of Birth/, ''],
      [/^Social Security Number$/, '666123456'],
      [/^Phone$/, '555123'],
      [/^Email$/, 'no address'],
    ] as const)
      await enter(user, field(label), text);
    await save();
    for (const text of [
      'First name is required',
      'Last name contains characters that are not allowed',
      'Date of birth is required',
      'Enter a valid social security number (XXX-XX-XXXX)',
      'Enter one US number with its area code, such as (555) 123-4567 ext. 89',
      'Enter a valid email address',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    await enter(user, field(/Date of Birth/), '01/01/2999');
    expect(await screen.findByText('Date of birth may not be later than today')).toBeTruthy();
    await enter(user, field(/Date of Birth/), '02/30/1980');
    expect(await screen.findByText('Date of birth must be a valid date (MM/DD/YYYY)')).toBeTruthy();
    expect(bodies()).toEqual([]);
  });

  it('keeps a name over 100 characters and refuses to save it', async () => {
    const { user, save, bodies } = await fillIn();
    await enter(user, field(/Last Name/), 'x'.repeat(150));
    expect(screen.getByText('50 characters too many (100 allowed)')).toBeTruthy();
    await save();
    expect(field(/Last Name/)).toHaveProperty('value', 'x'.repeat(150));
    expect(bodies()).toEqual([]);
  });

  it('shows the medical record number and opens the list after 3 seconds', async () => {
    const { save, router } = await fillIn();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await save();
    expect(await screen.findByText('00000077')).toBeTruthy();
    vi.advanceTimersByTime(2000);
    expect(router.state.location.pathname).toBe('/patients/new');
    vi.advanceTimersByTime(1000);
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients'));
    expect(await screen.findAllByText('Patient added. MRN: 00000077')).not.toHaveLength(0);
  });

  it('offers "Open patient", which cancels the redirect to the list', async () => {
    const { save, router, user } = await fillIn();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await save();
    await user.click(await screen.findByText('Open patient'));
    vi.advanceTimersByTime(4000);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/patients/${created.id}`));
  });
});

describe('a user who may add but not view patients', () => {
  it('reads that likely duplicates exist, and that the patient was added', async () => {
    const { save, user, server } = await fillIn();
    server.on('POST /patient/duplicates', { body: { matches: [], unseenCount: 2 } });
    server.on('POST /patient', { status: 201, body: { id: created.id, version: 1 } });
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Possible duplicate' });
    expect(dialog.textContent).toContain('2 patients on file may be the same person.');
    expect(dialog.textContent).toContain('You do not have permission to view patients.');
    await user.click(screen.getByText('Save anyway'));
    await screen.findByText('Patient added');
    expect(screen.queryByText('Open patient')).toBeNull();
  });
});

describe('likely duplicates', () => {
  it('are shown with their reasons before saving; "Go back" keeps the input', async () => {
    const { save, user, server, bodies } = await fillIn([match]);
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Possible duplicate' });
    expect(dialog.textContent).toContain('MRN 00000007');
    expect(dialog.textContent).toContain('same birth date, name differs by one letter; same phone');
    expect(dialog.textContent).toContain('Inactive');
    await user.click(screen.getByText('Go back'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field(/First Name/)).toHaveProperty('value', 'Ann');
    expect(bodies()).toEqual([]);
    expect(server.calls.find(({ path }) => path === '/patient/duplicates')?.body).toEqual({
      firstName: 'Ann',
      lastName: 'Lee',
      dateOfBirth: '1990-04-05',
      gender: null,
      phone: null,
      socialSecurityNumber: null,
    });
    await waitFor(() => expect(document.activeElement).toBe(saveButton()));
  });

  it('never block: "Save anyway" saves without asking again', async () => {
    const { save, user, server, bodies } = await fillIn([match]);
    server.on('POST /patient', { status: 503, body: { message: 'Try later', code: 'UNAVAILABLE' } });
    await save();
    await user.click(await screen.findByText('Save anyway'));
    expect(await screen.findByText('Try later')).toBeTruthy();
    server.on('POST /patient', { status: 201, body: created });
    await save();
    expect(await screen.findByText('00000077')).toBeTruthy();
    expect(bodies()).toHaveLength(2);
    expect(server.countOf('POST /patient/duplicates')).toBe(1);
  });

  it('open the existing patient with "Open existing"', async () => {
    const { save, user, router } = await fillIn([match]);
    await save();
    await user.click(await screen.findByLabelText('Open existing patient Ann Lee'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/patients/${match.id}`));
  });

  it('never block: the patient is saved when the lookup fails', async () => {
    const { save, server } = await fillIn();
    server.on('POST /patient/duplicates', { status: 503, body: '' });
    await save();
    expect(await screen.findByText('00000077')).toBeTruthy();
  });
});

describe('idempotent creation', () => {
  it('reuses the key after a lost response, and uses a new one for another patient', async () => {
    const { save, user, server, keys } = await fillIn();
    server.on('POST /patient', { status: 504, body: '' });
    await save();
    await screen.findByRole('alert');
    await save();
    await waitFor(() => expect(keys()).toHaveLength(2));
    await user.type(field(/City/), 'A');
    await save();
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('failed save of a new patient', () => {
  it('shows "Failed to save patient" and what to do if the server sends no message, and keeps the input', async () => {
    const { save, server } = await fillIn();
    server.on('POST /patient', { status: 500, body: '' });
    await save();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to save patient')).toBeTruthy();
    expect(alert.getByText(ERRORS.SERVER_ERROR.text)).toBeTruthy();
    expect(field(/First Name/)).toHaveProperty('value', 'Ann');
  });

  it('shows field errors at their fields and focuses the first', async () => {
    const { save, server } = await fillIn();
    const message = 'Some fields need attention.';
    const errors = { dateOfBirth: ['Date of birth may not be later than today'] };
    server.on('POST /patient', { status: 400, body: { message, code: 'VALIDATION', errors } });
    await save();
    expect(await screen.findByText('Date of birth may not be later than today')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/Date of Birth/)));
    expect(field(/Date of Birth/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/Last Name/)).toHaveProperty('value', 'Lee');
  });
});
