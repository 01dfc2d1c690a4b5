import type { PermissionName } from '@portal/domain/permissions';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { alertsAnswer, anAlert, aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PatientPrintPage } from './PatientPrintPage.tsx';

const { id } = aPatient();

async function print(
  answer: Answer,
  permissions: readonly PermissionName[] = [],
  alerts: Answer = alertsAnswer([]),
) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const dialog = vi.fn<() => void>();
  vi.stubGlobal('print', dialog);
  onTestFinished(() => void vi.useRealTimers());
  const server = createFakeServer();
  server.on(`GET /patient/${id}/print`, answer);
  server.on('GET /patient/:id/alerts', alerts);
  await showPage({
    server,
    at: `/patients/${id}/print`,
    pages: { '/patients/:id/print': PatientPrintPage },
    permissions: ['Patient.View', ...permissions],
  });
  return { dialog, server };
}

describe('patient print view', () => {
  it('opens the print dialog once, 500 ms after load', async () => {
    const { dialog, server } = await print({ body: aPatient() });
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
    expect(dialog).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(500));
    expect(dialog).toHaveBeenCalledOnce();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(dialog).toHaveBeenCalledOnce();
    expect(server.countOf(`GET /patient/${id}/print`)).toBe(1);
  });

  it('shows the practice, the full social security number, age and formatted phone', async () => {
    await print({ body: aPatient({ socialSecurityNumber: '123-45-6789' }) }, ['Patient.ViewSsn']);
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
    for (const text of [
      'Riverside Spine Clinic',
      '123-45-6789',
      '04/05/1990 (age 36)',
      '(555) 123-4567',
      '1 Main Street, Austin, TX 78701',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it('prints the alerts first', async () => {
    const data = [
      anAlert({ text: 'Anticoagulant', endsOn: '2026-12-31' }),
      anAlert({ text: 'Latex allergy' }),
    ];
    await print({ body: aPatient() }, [], alertsAnswer(data));
    expect(await screen.findByText('Anticoagulant (through 12/31/2026)')).toBeTruthy();
    expect(screen.getByText('Latex allergy')).toBeTruthy();
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(sections).toEqual(['Alerts', 'Demographics', 'Contact', 'Insurance']);
  });

  it('says that the alerts could not be loaded, because nobody may think that there are none', async () => {
    await print({ body: aPatient() }, [], { status: 500, body: '' });
    expect(await screen.findByText('The patient’s alerts could not be loaded.')).toBeTruthy();
  });

  it('prints the mask for users who may not see the number', async () => {
    await print({ body: aPatient() });
    expect(await screen.findByText('***-**-6789')).toBeTruthy();
  });

  it('hides the number as soon as the user may no longer see it', async () => {
    const whole = { body: aPatient({ socialSecurityNumber: '123-45-6789' }) };
    const { server } = await print(whole, ['Patient.ViewSsn']);
    expect(await screen.findByText('123-45-6789')).toBeTruthy();
    server.on('GET /auth/permissions', { body: [{ name: 'Patient.View' }] });
    await act(() => session.refreshPermissions());
    expect(screen.queryByText('123-45-6789')).toBeNull();
    expect(screen.getByText('***-**-****')).toBeTruthy();
  });

  it('shows markup in a record as text', async () => {
    await print({ body: aPatient({ lastName: '<img src=x onerror=alert(1)>', address: null, city: null }) });
    expect(await screen.findByText('Ann <img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  it.each([
    [{ status: 404, body: { message: 'Nothing here' } }, 'Patient not found'],
    [{ status: 200, body: {} }, 'No patient data found'],
    [{ status: 500, body: '' }, 'No patient data found'],
  ])('shows an error for the response %o', async (answer, text) => {
    const { dialog } = await print(answer);
    expect(await screen.findByText(text)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
    expect(dialog).not.toHaveBeenCalled();
  });
});
