import type { AuditEntry } from '@portal/contract/audit';

/** The user of the entries in tests. */
export const ANN = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Ann Lee',
  firstName: 'Ann',
  lastName: 'Lee',
  userName: 'alee',
};

/** An entry of the list with optional changes. */
export function anEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '01939f6e-0000-7000-8000-000000000001',
    timestamp: '2026-11-20T15:04:05.000Z',
    user: ANN,
    userId: ANN.id,
    apiKey: null,
    userType: 'user',
    action: 'Updated',
    entityType: 'Office',
    entityId: '33333333-3333-4333-8333-333333333333',
    ipAddress: '10.0.0.5',
    patientId: null,
    namesPatients: false,
    medicalRecordNumber: null,
    reasonForAccess: null,
    ...change,
  };
}
