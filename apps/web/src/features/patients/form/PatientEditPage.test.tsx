import { act, screen, waitFor } from '@testing-library/react';
import type { PermissionName } from '@portal/domain/permissions';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PatientEditPage } from './PatientEditPage.tsx';

const whole = aPatient({ socialSecurityNumber: '123-45-6789' });
const PATH = `/patient/${whole.id}`;
const SSN = 'Social Security Number';

async function edit(permissions: readonly PermissionName[], first?: Answer) {
  const server = createFakeServer();
  server.on(`GET ${PATH}`, ({ query }) =>
    query.get('fullSsn') === 'true' ? { body: whole } : { body: aPatient() },
  );
  if (first !== undefined) server.on(`GET ${PATH}`, first);
  server.on(`PUT ${PATH}`, { body: aPatient({ version: 4 }) });
  server.on('POST /patient/duplicates', { body: { matches: [] } });
  const page = await showPage({
    server,
    at: `/patients/${whole.id}/edit`,
    pages: { '/patients/:id/edit': PatientEditPage },
    permissions: ['Patient.View', 'Patient.Edit', ...permissions],
  });
  const sent = () => server.calls.find(({ method, path }) => method === 'PUT' && path === PATH)?.body;
  return { ...page, server, sent, save: () => page.user.click(screen.getByText('Save')) };
}

// By label, because role queries are slow with so many fields.
const field = (label: string) => screen.getByLabelText(label);

describe('patient edit form', () => {
  it('shows the full social security number to holders of Patient.ViewSsn and sends the version', async () => {
    const { server, user, save, sent, router } = await edit(['Patient.ViewSsn']);
    await screen.findByLabelText(SSN);
    expect(field(SSN)).toHaveProperty('value', '123-45-6789');
    expect(field('Medical Record Number')).toHaveProperty('readOnly', true);
    await user.clear(field('City'));
    await user.type(field('City'), 'Dallas');
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/patients/${whole.id}`));
    expect(sent()).toMatchObject({ city: 'Dallas', version: 3, socialSecurityNumber: '123456789' });
    expect(server.countOf('POST /patient/duplicates')).toBe(0);
    // Leaving the page must not read, and so audit, the full number again.
    expect(server.countOf(`GET ${PATH}`)).toBe(1);
  });

  it('hides the number as soon as the user may no longer see it, and saves the rest', async () => {
    const { server, user, save, sent } = await edit(['Patient.ViewSsn']);
    expect(await screen.findByLabelText(SSN)).toHaveProperty('value', '123-45-6789');
    await user.clear(field('City'));
    await user.type(field('City'), 'Dallas');
    server.on('GET /auth/permissions', { body: [{ name: 'Patient.View' }, { name: 'Patient.Edit' }] });
    await act(() => session.refreshPermissions());
    expect(field(SSN)).toHaveProperty('value', '***-**-****');
    expect(field(SSN)).toHaveProperty('disabled', true);
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ city: 'Dallas', version: 3 }));
    expect(sent()).not.toHaveProperty('socialSecurityNumber');
  });

  it('shows other users the mask in a disabled field and does not send it', async () => {
    const { server, save, sent } = await edit([]);
    await screen.findByLabelText(SSN);
    expect(field(SSN)).toHaveProperty('value', '***-**-6789');
    expect(field(SSN)).toHaveProperty('disabled', true);
    await save();
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()).not.toHaveProperty('socialSecurityNumber');
    expect(server.calls.some(({ query }) => query.get('fullSsn') === 'true')).toBe(false);
  });

  it('never edits a number that arrived masked, whatever the permission', async () => {
    const { save, sent } = await edit(['Patient.ViewSsn'], { body: aPatient() });
    await screen.findByLabelText(SSN);
    expect(field(SSN)).toHaveProperty('disabled', true);
    await save();
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()).not.toHaveProperty('socialSecurityNumber');
  });

  it('checks for duplicates after a change of identity, excluding the patient itself', async () => {
    const { server, user, save } = await edit(['Patient.ViewSsn']);
    await user.type(await screen.findByLabelText(/Last Name/), 'ds');
    await save();
    await waitFor(() => expect(server.countOf('POST /patient/duplicates')).toBe(1));
    expect(server.calls.find(({ path }) => path === '/patient/duplicates')?.body).toMatchObject({
      lastName: 'Leeds',
      gender: whole.gender,
      excludeId: whole.id,
    });
  });
});

describe('stale save of a patient', () => {
  it('says so in words if the user may not view the current record', async () => {
    const { save, server, user } = await edit([]);
    await user.type(await screen.findByLabelText('City'), 'ville');
    const message = 'Someone else changed this record. You do not have permission to view it.';
    server.on(`PUT ${PATH}`, { status: 409, body: { message, code: 'STALE' } });
    const reads = server.countOf(`GET ${PATH}`);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(server.countOf(`GET ${PATH}`)).toBe(reads);
  });

  it('compares with the current record, using full social security numbers', async () => {
    const { server, user, save } = await edit(['Patient.ViewSsn']);
    await user.type(await screen.findByLabelText('City'), 'ville');
    const now = aPatient({ insuranceProvider: 'Cigna', version: 4 });
    const stale = { message: 'Someone else changed it', code: 'STALE', current: now };
    server.on(`PUT ${PATH}`, { status: 409, body: stale });
    server.on(`GET ${PATH}`, { body: { ...now, socialSecurityNumber: '123-45-6789' } });
    await save();
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('They saved: Cigna');
    expect(panel.textContent).not.toContain(SSN);
    await user.click(screen.getByText('Keep mine'));
    server.on(`PUT ${PATH}`, { body: aPatient({ version: 5 }) });
    await save();
    await waitFor(() => expect(server.countOf(`PUT ${PATH}`)).toBe(2));
    expect(
      server.calls.findLast(({ method, path }) => method === 'PUT' && path === PATH)?.body,
    ).toMatchObject({
      city: 'Austinville',
      insuranceProvider: 'Cigna',
      socialSecurityNumber: '123456789',
      version: 4,
    });
  });
});

describe('patient load errors', () => {
  it.each([
    ['a missing patient', { status: 404, body: { message: 'Patient not found' } }, 'Patient not found'],
    ['an id that is none', { status: 400, body: { message: 'No', code: 'VALIDATION' } }, 'Patient not found'],
    ['a server without words', { status: 500, body: '' }, 'Failed to fetch patient'],
    ['a server with words', { status: 500, body: { message: 'Out of order' } }, 'Out of order'],
  ])('shows an error for %s', async (_name, answer, text) => {
    await edit([], answer);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('records a death with its date, and deactivates the patient only if told so', async () => {
    const { user, save, sent } = await edit(['Patient.Deactivate']);
    await user.click(await screen.findByLabelText('Deceased'));
    await user.type(field('Date of Death'), '03042020');
    await user.click(field('Deactivate this patient, too'));
    await save();
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()).toMatchObject({ isDeceased: true, dateOfDeath: '2020-03-04', deactivate: true });
  });

  it('does not save a date of death that is no longer shown, nor offer to deactivate without the permission', async () => {
    const { user, save, sent } = await edit([]);
    await user.click(await screen.findByLabelText('Deceased'));
    expect(screen.queryByLabelText('Deactivate this patient, too')).toBeNull();
    await user.type(field('Date of Death'), '03042020');
    await user.click(field('Deceased'));
    expect(screen.queryByLabelText('Date of Death')).toBeNull();
    await save();
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()).toMatchObject({ isDeceased: false, dateOfDeath: null, deactivate: false });
  });
});
