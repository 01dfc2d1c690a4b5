import type { PatientDiagnosis } from '@portal/contract/patient-diagnoses';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { BillingCodePicker } from './BillingCodePicker.tsx';
import { FormDiagnosisField } from './FormDiagnosisField.tsx';

const { id: PATIENT } = aPatient();
const READ = `GET /patient/${PATIENT}/diagnoses`;
const codeOf = (id: string, code: string, description: string) => ({
  id,
  codeType: 'ICD10' as const,
  code,
  description,
  validFrom: null,
  validTo: null,
});
const RADICULOPATHY = codeOf('11111111-1111-4111-8111-111111111111', 'M54.16', 'Radiculopathy');
const SPONDYLOSIS = codeOf('22222222-2222-4222-8222-222222222222', 'M47.816', 'Spondylosis');
const KNOWN: readonly PatientDiagnosis[] = [
  {
    text: 'M54.16 Radiculopathy',
    billingCode: RADICULOPATHY,
    source: { kind: 'Dictation', id: RADICULOPATHY.id, name: 'Lumbar ESI', date: '2026-11-02' },
  },
  {
    text: 'Chronic back pain',
    billingCode: null,
    source: { kind: 'Order', id: SPONDYLOSIS.id, name: 'ORD-2026-000007', date: '2026-10-01' },
  },
];

function Codes() {
  const [chosen, setChosen] = useState('');
  return (
    <>
      <BillingCodePicker
        label="Add a code"
        patientId={PATIENT}
        value={null}
        onChange={(code) => setChosen(code?.code ?? '')}
      />
      <output aria-label="chosen">{chosen}</output>
    </>
  );
}

function Diagnosis() {
  const { control } = useForm({ defaultValues: { diagnosis: '' } });
  return <FormDiagnosisField control={control} name="diagnosis" label="Diagnosis" patientId={PATIENT} />;
}

async function show(at: '/codes' | '/diagnosis', permissions: readonly PermissionName[] = ['Order.View']) {
  const server = createFakeServer();
  server.on(READ, { body: KNOWN });
  server.on('POST /billing-code/search', {
    body: {
      items: [SPONDYLOSIS, RADICULOPATHY].map((code) => ({ ...code, ...CATALOG })),
      totalCount: 2,
      pageNumber: 1,
      pageSize: 20,
      totalCountIsApproximate: false,
    },
  });
  const { user } = await showPage({
    server,
    pages: { '/codes': Codes, '/diagnosis': Diagnosis },
    at,
    permissions,
  });
  const box = await screen.findByRole<HTMLInputElement>('combobox');
  return { server, user, box };
}
const CATALOG = {
  category: null,
  isActive: true,
  lineType: 'other',
  bilateralIndicator: null,
  unitSize: null,
  unit: null,
  isBillable: true,
  facts: [],
  replacedBy: null,
  updatedAt: '2026-11-21T15:00:00Z',
  version: 1,
};
const asked = (server: FakeServer) => server.countOf(READ);
/** What the list shows, with the headings. */
const shown = () =>
  [...screen.getByRole('listbox').querySelectorAll('.MuiAutocomplete-groupLabel, [role="option"]')].map(
    ({ textContent }) => textContent,
  );

describe('the diagnoses that a patient already has', () => {
  it('come first in a picker of codes, with date and source, and are read once it is opened', async () => {
    const { server, user, box } = await show('/codes');
    expect(asked(server)).toBe(0);
    await user.click(box);
    await screen.findByRole('option');
    expect(shown()).toEqual(['Of this patient', 'M54.16 (ICD-10)Radiculopathy11/02/2026, note Lumbar ESI']);
    await user.type(box, 'm5');
    await screen.findByText('Other codes');
    expect(shown()).toEqual([
      'Of this patient',
      'M54.16 (ICD-10)Radiculopathy11/02/2026, note Lumbar ESI',
      'Other codes',
      'M47.816 (ICD-10)Spondylosis',
    ]);
    await user.click(screen.getByText('M54.16'));
    expect(screen.getByLabelText('chosen').textContent).toBe('M54.16');
    expect(asked(server)).toBe(1);
  });

  it('come first in the diagnosis of an order, also those without a code', async () => {
    const { server, user, box } = await show('/diagnosis');
    expect(asked(server)).toBe(0);
    await user.click(box);
    await screen.findByText('Chronic back pain');
    expect(shown()).toEqual([
      'Of this patient',
      'M54.16Radiculopathy11/02/2026, note Lumbar ESI',
      'Chronic back pain10/01/2026, order ORD-2026-000007',
    ]);
    await user.type(box, 'sp');
    await screen.findByText('M47.816');
    expect(screen.queryByText('Chronic back pain')).toBeNull();
    await user.clear(box);
    await user.click(await screen.findByText('Chronic back pain'));
    expect(box.value).toBe('Chronic back pain');
    expect(asked(server)).toBe(1);
  });

  it('are not asked for without the right to view notes or orders', async () => {
    const { server, user, box } = await show('/codes', ['Patient.View']);
    await user.type(box, 'm5');
    await screen.findByText('M47.816');
    expect(asked(server)).toBe(0);
  });

  it('do not keep the catalog from being searched if they cannot be read', async () => {
    const { server, user, box } = await show('/codes');
    server.on(READ, { status: 503, body: { message: 'Unavailable', code: 'UNAVAILABLE' } });
    await user.type(box, 'm5');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    expect(screen.queryByText('Of this patient')).toBeNull();
  });
});
