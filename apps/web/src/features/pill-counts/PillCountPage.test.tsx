import type { PillCount, PillCountResult } from '@portal/contract/pill-counts';
import { calculatePillCount } from '@portal/domain/pill-count';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PillCountPage } from './PillCountPage.tsx';

const ada = {
  id: '22222222-2222-4222-8222-222222222222',
  firstName: 'Ada',
  lastName: 'Moss',
  medicalRecordNumber: '00000042',
};
const input = {
  prescriptionDate: '2026-11-11',
  pillsGiven: 30,
  pillsCarriedOver: 0,
  pillsPerDay: 1,
  pillsRemaining: 22,
};
const figures = { ...calculatePillCount(input, '2026-11-21'), calculatedAt: '2026-11-21T15:00:00.000Z' };
const judged: PillCountResult = { ...figures, id: null };
const saved: PillCount = {
  ...figures,
  ...input,
  id: '33333333-3333-4333-8333-333333333333',
  prescriptionName: 'Oxycodone 5 mg',
  notes: null,
  patient: ada,
  provider: { id: '11111111-1111-4111-8111-111111111111', firstName: 'Jane', lastName: 'Doe' },
  providerName: 'Jane Doe, MD',
};
const history = (data: readonly PillCount[]) => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});

async function show(at = `/pill-count?patient=${ada.id}`, user = {}, counts = [saved]) {
  const server = createFakeServer();
  server.on(`GET /patient/${ada.id}`, { body: aPatient({ ...ada, dateOfBirth: '1980-01-01' }) });
  server.on('POST /pillcount/calculate', { body: judged });
  server.on(`GET /pillcount/patient/${ada.id}`, history(counts));
  const page = await showPage({
    server,
    pages: { '/pill-count': PillCountPage },
    at,
    permissions: ['Patient.View'],
    user: { roles: ['ProviderPhysician'], ...user },
  });
  return { ...page, server };
}

type User = Awaited<ReturnType<typeof show>>['user'];
/** Pastes text, because simulating each keystroke is slow. */
async function fill(user: User) {
  await screen.findByLabelText(/^Prescription Date/);
  for (const [label, text] of [
    [/^Prescription Date/, '11/11/2026'],
    [/^Pills Given/, '30'],
    [/^Pills per Day/, '1'],
    [/^Pills Remaining/, '22'],
  ] as const) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
}

describe('pill count calculator', () => {
  it('refuses an empty form and a future date with the specified messages', async () => {
    const { user, server } = await show();
    await user.click(await screen.findByText('Calculate'));
    for (const text of [
      'Please select the prescription date',
      'Please enter the number of pills given',
      'Please enter pills per day',
      'Please enter the number of pills remaining',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    await user.type(screen.getByLabelText(/^Prescription Date/), '11222026');
    expect(await screen.findByText('The prescription date cannot be in the future')).toBeTruthy();
    expect(server.countOf('POST /pillcount/calculate')).toBe(0);
  });

  it('shows the expected count and every figure of the result, and clears it when an input changes', async () => {
    const { user, server } = await show();
    await fill(user);
    expect(screen.getByText('Expected today, after 10 days: 20')).toBeTruthy();
    await user.click(screen.getByText('Calculate'));
    expect(await screen.findByText('Moderate Variance')).toBeTruthy();
    const terms = Array.from(document.querySelectorAll('dt'), (term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(terms).toEqual([
      ['Days Since Prescription', '10'],
      ['Pills Carried Over', '0'],
      ['Expected Pills Used', '10'],
      ['Expected Pills Remaining', '20'],
      ['Actual Pills Remaining', '22'],
      ['Variance', '2 days'],
      ['Average Daily Use', '0.8'],
      ['Over / Under', '2 pills over: more remain than expected'],
      ['Calculated', '11/21/2026 10:00 AM'],
    ]);
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      patientId: ada.id,
      ...input,
      prescriptionName: null,
      notes: null,
      saveToHistory: false,
    });
    await user.type(screen.getByLabelText(/^Notes/), 'kept');
    expect(screen.getByText('Moderate Variance')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Pills Remaining/), '{Backspace}');
    await waitFor(() => expect(screen.queryByText('Moderate Variance')).toBeNull());
  });

  it('sends carried-over pills, expects more, and clears the result when they change', async () => {
    const { user, server } = await show();
    await fill(user);
    const carried = screen.getByLabelText(/^Pills Carried Over/);
    await user.click(carried);
    await user.paste('12');
    expect(screen.getByText('Expected today, after 10 days: 32')).toBeTruthy();
    const given = { ...input, pillsCarriedOver: 12 };
    server.on('POST /pillcount/calculate', {
      body: { ...judged, ...calculatePillCount(given, '2026-11-21') },
    });
    await user.click(screen.getByText('Calculate'));
    const term = await screen.findByText('Pills Carried Over', { selector: 'dt' });
    expect(term.nextElementSibling?.textContent).toBe('12');
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject(given);
    await user.type(carried, '{Backspace}');
    await screen.findByText(/then press Calculate/);
    await user.clear(carried);
    expect(screen.getByText('Expected today, after 10 days: 20')).toBeTruthy();
    await user.paste('1.5');
    await user.click(screen.getByText('Calculate'));
    expect(await screen.findByText('Pills carried over must be a whole number')).toBeTruthy();
  });

  it('explains the statuses in a guide', async () => {
    const { user } = await show();
    await user.click(await screen.findByLabelText('Status guide'));
    const guide = within(await screen.findByRole('dialog', { name: 'Status guide' }));
    expect(guide.getByText('Significant Variance')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the pills carried over in the history', async () => {
    await show(`/pill-count?patient=${ada.id}&tab=history`, {}, [{ ...saved, pillsCarriedOver: 12 }]);
    expect(await screen.findByText('+ 12 carried over')).toBeTruthy();
  });

  it('switches to the history and resets the form after saving', async () => {
    const { user, router } = await show();
    await fill(user);
    await user.click(screen.getByLabelText('Save to history'));
    await user.click(await screen.findByText('Calculate and Save'));
    expect(await screen.findByText('Oxycodone 5 mg')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(`?patient=${ada.id}&tab=history`));
    await user.click(screen.getByText('Calculator'));
    expect(await screen.findByLabelText(/^Pills Given/)).toHaveProperty('value', '');
    await waitFor(() => expect(router.state.location.search).toBe(`?patient=${ada.id}`));
  });

  it.each([
    ['Calculate', 'Failed to calculate pill count'],
    ['Calculate and Save', 'Failed to save pill count'],
  ])('when %s fails without a message, shows "%s" and keeps the form', async (button, text) => {
    const { user, server } = await show();
    server.on('POST /pillcount/calculate', { status: 500 });
    await fill(user);
    if (button !== 'Calculate') await user.click(screen.getByLabelText('Save to history'));
    await user.click(await screen.findByText(button));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByLabelText(/^Pills Given/)).toHaveProperty('value', '30');
  });
});

it('offers delete to the author and Admins only, and reports failures', async () => {
  const { user, server } = await show(`/pill-count?patient=${ada.id}&tab=history`);
  await user.click(await screen.findByLabelText('Delete Oxycodone 5 mg'));
  server.on(`DELETE /pillcount/${saved.id}`, { status: 500 });
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByText('Delete'));
  expect(await dialog.findByText('Failed to delete pill count record')).toBeTruthy();
});

it('does not offer to delete another user’s count', async () => {
  await show(`/pill-count?patient=${ada.id}&tab=history`, { id: '99999999-9999-4999-8999-999999999999' });
  await screen.findByLabelText('View Oxycodone 5 mg');
  expect(screen.queryByLabelText('Delete Oxycodone 5 mg')).toBeNull();
});
