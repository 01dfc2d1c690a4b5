import type { PatientSummary } from '@portal/contract/patient-summary';
import type { Patient } from '@portal/contract/patients';
import type { PillCount } from '@portal/contract/pill-counts';
import type { PermissionName } from '@portal/domain/permissions';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { session } from '#lib/portal.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { PatientDetailPage } from './PatientDetailPage.tsx';

const { id } = aPatient();
const PATH = `/patient/${id}`;

async function view(
  permissions: readonly PermissionName[],
  patient: Patient = aPatient(),
  summary: PatientSummary = {},
) {
  const server = createFakeServer();
  server.on(`GET ${PATH}/summary`, { body: summary });
  server.on(`GET ${PATH}`, ({ query }) => ({
    body: query.get('fullSsn') === 'true' ? { ...patient, socialSecurityNumber: '123-45-6789' } : patient,
  }));
  const page = await showPage({
    server,
    at: `/patients/${id}`,
    pages: { '/patients/:id': PatientDetailPage },
    permissions: ['Patient.View', ...permissions],
  });
  await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
  return { ...page, server };
}

const valueOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent ?? null;
/** Chooses an action of the menu. */
async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Actions for Ann Lee' }));
  await user.click(screen.getByRole('menuitem', { name }));
}

const aCount = (fields: Partial<PillCount>): PillCount => ({
  id: '44444444-4444-4444-8444-000000000002',
  complianceStatus: 'Appropriate',
  complianceMessage: 'As expected',
  daysSincePrescription: 10,
  expectedPillsUsed: 20,
  expectedPillsRemaining: 10,
  pillsCarriedOver: 0,
  pillsRemaining: 10,
  variance: 0,
  overUnderText: '',
  averageDailyUse: 2,
  isCarryOver: false,
  calculatedAt: '2026-11-20T03:30:00.000Z',
  prescriptionName: 'Oxycodone',
  prescriptionDate: '2026-11-10',
  pillsGiven: 30,
  pillsPerDay: 2,
  notes: null,
  patient: { id, firstName: 'Ann', lastName: 'Lee', medicalRecordNumber: '00000042' },
  provider: { id: '55555555-5555-4555-8555-555555555555', firstName: 'Jane', lastName: 'Roe' },
  providerName: 'Jane Roe',
  ...fields,
});

const button = (name: string) => screen.queryByRole('button', { name });

describe('patient detail', () => {
  it('shows name, MRN, age on the practice’s current date and the badge', async () => {
    await view([]);
    expect(await screen.findByText('DOB 04/05/1990, age 36, MRN 00000042')).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText('04/05/1990')).toBeTruthy();
    expect(valueOf('Phone')).toBe('(555) 123-4567');
    // 2026-01-02 03:04 UTC is still New Year's Day in the practice's zone.
    expect(screen.getByText('01/01/2026')).toBeTruthy();
  });

  it.each([
    [
      '2020-04-04',
      'Deceased 04/04/2020',
      '04/04/2020',
      '29',
      'DOB 04/05/1990, age 29 at death, MRN 00000042',
    ],
    [null, 'Deceased', 'Deceased, date not known', 'N/A', 'DOB 04/05/1990, MRN 00000042'],
  ])(
    'marks a deceased patient (%s), who may still be active',
    async (dateOfDeath, mark, date, age, identity) => {
      await view([], aPatient({ isDeceased: true, dateOfDeath }));
      expect(await screen.findByText(identity)).toBeTruthy();
      expect(screen.getByText(mark)).toBeTruthy();
      expect(screen.getByText('Active')).toBeTruthy();
      expect([valueOf('Date of Death'), valueOf('Age at Death')]).toEqual([date, age]);
    },
  );

  it('shows what an import has changed, which names no patient', async () => {
    const { server } = await view([]);
    server.on(`GET ${PATH}`, { body: aPatient({ firstName: 'Anna', version: 2 }) });
    pushedActivity.emit({
      id: '11111111-1111-4111-8111-000000000009',
      timestamp: '2026-01-02T03:04:05.000Z',
      description: 'Patients were updated by an import or its undo',
      icon: 'LocalHospital',
      color: 'info',
      entityType: 'Patient',
      entityId: null,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Anna Lee' })).toBeTruthy();
  });

  it('shows N/A for missing values', async () => {
    await view(
      [],
      aPatient({ email: null, insuranceProvider: null, socialSecurityNumber: null, phone: null }),
    );
    for (const label of ['Email', 'Insurance Provider', 'Social Security Number', 'Phone'])
      expect(valueOf(label)).toBe('N/A');
  });

  it('shows coverage that an import kept', async () => {
    await view(
      [],
      aPatient({
        formerCoverage: { subscriberDateOfBirth: '1950-03-04', secondaryInsuranceProvider: 'Cigna' },
      }),
    );
    expect(screen.getByText('From the former system:')).toBeTruthy();
    expect(valueOf('Subscriber’s date of birth')).toBe('03/04/1950');
    expect(valueOf('Secondary insurance provider')).toBe('Cigna');
    expect(screen.queryByText('Group number')).toBeNull();
  });

  it.each([
    ['15551234567', '1 (555) 123-4567'],
    ['1234567', '123-4567'],
    ['555123456789', '(555) 123-4567 ext. 89'],
    ['(555) 123-4567 x89', '(555) 123-4567 ext. 89'],
    ['5551234567 extension 12', '(555) 123-4567 ext. 12'],
    ['12345', '12345'],
  ])('shows the phone %s as %s', async (phone, shown) => {
    await view([], aPatient({ phone }));
    expect(valueOf('Phone')).toBe(shown);
  });

  it('masks the social security number, with no way to reveal it without permission', async () => {
    const { server } = await view(['Patient.Edit']);
    expect(screen.getByText('***-**-6789')).toBeTruthy();
    expect(button('Show social security number')).toBeNull();
    expect(server.calls.some(({ query }) => query.has('fullSsn'))).toBe(false);
  });

  it('shows the full number on request and hides it after 30 seconds', async () => {
    const { user, server } = await view(['Patient.ViewSsn']);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.click(screen.getByRole('button', { name: 'Show social security number' }));
    expect(await screen.findByText('123-45-6789')).toBeTruthy();
    expect(server.calls.filter(({ query }) => query.get('fullSsn') === 'true')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(29_000));
    expect(screen.queryByText('123-45-6789')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText('123-45-6789')).toBeNull();
    expect(screen.getByText('***-**-6789')).toBeTruthy();
  });

  it('hides the number on request, and shows an error', async () => {
    const { user, server } = await view(['Patient.ViewSsn']);
    await user.click(screen.getByRole('button', { name: 'Show social security number' }));
    await user.click(await screen.findByRole('button', { name: 'Hide social security number' }));
    expect(screen.queryByText('123-45-6789')).toBeNull();
    server.on(`GET ${PATH}`, { status: 500, body: '' });
    await user.click(screen.getByRole('button', { name: 'Show social security number' }));
    expect(await screen.findByText(/^Failed to fetch patient\. Something went wrong/)).toBeTruthy();
  });

  it('hides the number as soon as the user may no longer see it', async () => {
    const { user, server } = await view(['Patient.ViewSsn']);
    await user.click(screen.getByRole('button', { name: 'Show social security number' }));
    expect(await screen.findByText('123-45-6789')).toBeTruthy();
    server.on('GET /auth/permissions', { body: [{ name: 'Patient.View' }] });
    await act(() => session.refreshPermissions());
    expect(screen.queryByText('123-45-6789')).toBeNull();
    expect(screen.getByText('***-**-6789')).toBeTruthy();
  });

  it('dates the history by the day in the practice’s zone, and says where the pill counts go', async () => {
    const author = { id: '55555555-5555-4555-8555-555555555555', firstName: 'Jane', lastName: 'Roe' };
    const history: PatientSummary['history'] = [
      {
        kind: 'Document',
        id: '44444444-4444-4444-8444-444444444444',
        // 10:30 p.m. on November 21 in the practice's zone.
        at: '2026-11-22T03:30:00.000Z',
        user: author,
        number: null,
        type: 'Consent',
        text: 'letter.docx',
        status: null,
      },
    ];
    const pillCounts = [
      aCount({ pillsRemaining: 4, variance: 3 }),
      aCount({ id: '44444444-4444-4444-8444-000000000003', pillsRemaining: 10, variance: 0 }),
    ];
    await view([], aPatient(), { history, pillCounts });
    const day = await screen.findByRole('region', { name: 'Today' });
    expect(day.textContent).toContain('letter.docx');
    expect(day.textContent).toContain('Consent · Jane Roe');
    expect(screen.getByText('11/19/2026, 3 days under, before as expected')).toBeTruthy();
  });

  it('offers only allowed actions', async () => {
    const { user } = await view([]);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New Order' })).toBeNull();
    expect(button('Add Alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for Ann Lee' }));
    const items = screen.getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Print']);
    expect(items[0]?.getAttribute('href')).toBe(`/patients/${id}/print`);
  });

  it('offers what is done every day as buttons, and the rest in a menu', async () => {
    const { user } = await view([
      'Patient.Edit',
      'Patient.Deactivate',
      'Order.Create',
      'Message.Create',
      'Document.Upload',
    ]);
    for (const [name, path] of [
      ['New Order', '/orders/new'],
      ['New Message', '/messages/new'],
      ['Upload Document', '/documents/upload'],
    ] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`${path}?patientId=${id}`);
    expect(screen.queryByRole('link', { name: 'New Dictation' })).toBeNull();
    expect(screen.getByRole('link', { name: '(555) 123-4567' }).getAttribute('href')).toBe(
      'tel:+15551234567',
    );
    await user.click(screen.getByRole('button', { name: 'Actions for Ann Lee' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add Alert',
      'Print',
      'Deactivate',
    ]);
  });

  it('offers no new records for an inactive patient', async () => {
    await view(['Order.Create', 'Message.Create'], aPatient({ isActive: false }));
    expect(screen.queryByRole('link', { name: /^New / })).toBeNull();
  });
});

describe('deactivating and reactivating', () => {
  it('asks for a reason and sends it', async () => {
    const { user, server } = await view(['Patient.Deactivate']);
    server.on(`DELETE ${PATH}`, { body: aPatient({ isActive: false }) });
    await choose(user, 'Deactivate');
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(server.countOf(`DELETE ${PATH}`)).toBe(0);
    await user.click(screen.getByRole('textbox', { name: /Reason/ }));
    await user.paste('Moved to another state');
    server.on(`GET ${PATH}`, { body: aPatient({ isActive: false }) });
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Inactive')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
      reason: 'Moved to another state',
    });
  });

  it('reactivates an inactive patient', async () => {
    const { user, server } = await view(['Patient.Deactivate'], aPatient({ isActive: false }));
    server.on(`POST ${PATH}/reactivate`, { body: aPatient() });
    await choose(user, 'Reactivate');
    await user.click(screen.getByRole('textbox', { name: /Reason/ }));
    await user.paste('Came back to us');
    server.on(`GET ${PATH}`, { body: aPatient() });
    await user.click(screen.getByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Active')).toBeTruthy();
  });
});

describe('patient detail errors', () => {
  it.each([
    [{ status: 404, body: { message: 'Nothing here' } }, 'Patient not found'],
    [{ status: 400, body: { message: 'Not a valid id', code: 'VALIDATION' } }, 'Patient not found'],
    [{ status: 500, body: '' }, 'Failed to load patient details'],
  ])('match the response %o', async (answer, text) => {
    const server = createFakeServer();
    server.on(`GET ${PATH}`, answer);
    await showPage({ server, at: `/patients/${id}`, pages: { '/patients/:id': PatientDetailPage } });
    await waitFor(() => expect(screen.getByText(text)).toBeTruthy());
  });
});
