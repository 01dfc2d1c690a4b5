import type { PatientAlert } from '@portal/contract/patient-alerts';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { alertsAnswer, anAlert, aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { EndedAlerts } from './EndedAlerts.tsx';
import { PatientAlertsBar } from './PatientAlertsBar.tsx';

const { id } = aPatient();
const LIST = `GET /patient/${id}/alerts`;
const alert = anAlert({ text: 'Anticoagulant', endsOn: '2026-12-31' });

function Bar() {
  const [isAdding, setAdding] = useState(false);
  return <PatientAlertsBar patientId={id} isAdding={isAdding} onAdd={setAdding} />;
}

async function show(alerts: readonly PatientAlert[], permissions: readonly PermissionName[]) {
  const server = createFakeServer();
  server.on(LIST, alertsAnswer(alerts));
  const page = await showPage({ server, pages: { '/': Bar }, at: '/', permissions });
  return { ...page, server };
}
const region = () => screen.findByRole('region', { name: 'Patient alerts' });
const button = (name: string) => screen.getByRole('button', { name });

describe('the alerts of a patient', () => {
  it('are shown with their end dates, newest first, to users who may view patients', async () => {
    await show([alert, anAlert({ text: 'Latex allergy' })], ['Patient.View']);
    const items = within(await region()).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Anticoagulantthrough 12/31/2026',
      'Latex allergy',
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are not asked for without the permission to view patients', async () => {
    const { server } = await show([alert], []);
    expect(server.countOf(LIST)).toBe(0);
    expect(screen.queryByRole('region', { name: 'Patient alerts' })).toBeNull();
  });

  it('that could not be loaded are asked for again, because nobody may think that there are none', async () => {
    const server = createFakeServer();
    server.on(LIST, { status: 500, body: '' });
    const page = await showPage({ server, pages: { '/': Bar }, at: '/', permissions: ['Patient.View'] });
    await screen.findByText(/alerts could not be loaded/);
    server.on(LIST, alertsAnswer([alert]));
    await page.user.click(button('Retry'));
    expect(within(await region()).getByText('Anticoagulant')).toBeTruthy();
  });

  it('can be added', async () => {
    const { user, server } = await show([alert], ['Patient.View', 'Patient.Edit']);
    await region();
    server.on(`POST /patient/${id}/alerts`, { status: 201, body: anAlert({ text: 'Latex allergy' }) });
    await user.click(button('Add Alert'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Alert' }));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Alert is required')).toBeTruthy();
    await user.type(dialog.getByLabelText('Alert', { exact: false }), 'Latex allergy');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ text: 'Latex allergy' });
  });

  it('keep what was typed if the server refuses one', async () => {
    const { user, server } = await show([alert], ['Patient.View', 'Patient.Edit']);
    await region();
    const message = 'A patient can have at most 8 alerts. End one that no longer matters.';
    server.on(`POST /patient/${id}/alerts`, { status: 409, body: { message, code: 'CONFLICT' } });
    await user.click(button('Add Alert'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Alert' }));
    const text = dialog.getByLabelText('Alert', { exact: false });
    await user.type(text, 'Ninth');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(text).toHaveProperty('value', 'Ninth');
  });

  it('can be ended, and the version goes with it', async () => {
    const { user, server } = await show([alert], ['Patient.View', 'Patient.Edit']);
    await region();
    server.on(`POST /patient/${id}/alerts/${alert.id}/end`, { body: alert });
    await user.click(button('End alert: Anticoagulant'));
    const question = within(await screen.findByRole('alertdialog', { name: 'End alert' }));
    server.on(LIST, alertsAnswer([]));
    await user.click(question.getByRole('button', { name: 'End Alert' }));
    await waitFor(() => expect(screen.queryByText('Anticoagulant')).toBeNull());
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1 });
  });
});

describe('ended alerts', () => {
  const jo = { id: alert.createdBy.id, firstName: 'Jo', lastName: 'Park' };
  const ended = anAlert({ text: 'Fall risk', endedAt: '2026-11-12T15:00:00.000Z', endedBy: jo });
  const expired = anAlert({ text: 'Away', endsOn: '2026-11-10' });

  it('say who added and ended them, and show the others when asked', async () => {
    const server = createFakeServer();
    server.on(LIST, alertsAnswer([ended, expired]));
    const newest = { rows: [ended], totalCount: 2, totalCountIsApproximate: false };
    const Ended = () => <EndedAlerts patientId={id} newest={newest} />;
    const { user } = await showPage({
      server,
      pages: { '/': Ended },
      at: '/',
      permissions: ['Patient.View'],
    });
    await screen.findByText('Added by Jane Roe on 11/02/2026, ended by Jo Park on 11/12/2026');
    await user.click(button('Show 1 more'));
    await screen.findByText('Added by Jane Roe on 11/02/2026, ended after 11/10/2026');
    expect(server.calls.find(({ path }) => path.endsWith('/alerts'))?.query.get('ended')).toBe('true');
  });
});
