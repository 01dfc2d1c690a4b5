import type { PatientAlert } from '@portal/contract/patient-alerts';
import type { Patient } from '@portal/contract/patients';
import { randomUuid } from '#lib/api/random-id.ts';

/** A patient as returned by the server, with a masked Social Security number. Every field can be overridden. */
export function aPatient(change: Partial<Patient> = {}): Patient {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    medicalRecordNumber: '00000042',
    firstName: 'Ann',
    lastName: 'Lee',
    dateOfBirth: '1990-04-05',
    isDeceased: false,
    dateOfDeath: null,
    gender: 'Female',
    socialSecurityNumber: '***-**-6789',
    address: '1 Main Street',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    phone: '5551234567',
    email: 'ann@example.com',
    insuranceProvider: 'Aetna',
    insurancePolicyNumber: 'POL-1',
    formerMrn: null,
    formerCoverage: null,
    isActive: true,
    createdAt: '2026-01-02T03:04:05.000Z',
    version: 3,
    ...change,
  };
}

/** An alert of `aPatient`. */
export const anAlert = (change: Partial<PatientAlert> = {}): PatientAlert => ({
  id: randomUuid(),
  patientId: aPatient().id,
  text: 'Anticoagulant: ask before procedure',
  endsOn: null,
  version: 1,
  createdAt: '2026-11-02T15:00:00.000Z',
  createdBy: { id: '55555555-5555-4555-8555-555555555555', firstName: 'Jane', lastName: 'Roe' },
  endedAt: null,
  endedBy: null,
  ...change,
});

/** The answer with these alerts. */
export const alertsAnswer = (data: readonly PatientAlert[]) => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});
