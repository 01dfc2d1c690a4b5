import { FULLY_MASKED_SSN } from '@portal/domain/ssn';
import { also, permission, roles, type HealthRecord } from './endpoint.ts';

const kind = <const K extends HealthRecord>(record: K): K => record;

/** The kinds of records with health data, and who may view them. */
export const PATIENT = kind({
  entityType: 'Patient',
  viewers: permission('Patient.View'),
  masked: { socialSecurityNumber: { needs: 'Patient.ViewSsn', mask: FULLY_MASKED_SSN } },
});
export const PATIENT_ALERT = kind({ entityType: 'PatientAlert', viewers: permission('Patient.View') });
export const ORDER = kind({ entityType: 'MedicalOrder', viewers: permission('Order.View') });
export const MESSAGE = kind({ entityType: 'PhoneMessage', viewers: permission('Message.View') });
export const DOCUMENT = kind({ entityType: 'Document', viewers: permission('Document.View') });
export const DICTATION = kind({ entityType: 'Dictation', viewers: permission('Dictation.View') });
export const DICTATION_GROUP = kind({ entityType: 'DictationGroup', viewers: permission('Dictation.View') });
export const CHARGE = kind({ entityType: 'Charge', viewers: permission('Dictation.View') });
export const PILL_COUNT = kind({
  entityType: 'PillCount',
  viewers: also(roles('ProviderPhysician', 'ProviderMidLevel', 'Admin'), 'Patient.View'),
});
export const PATIENT_IMPORT = kind({
  entityType: 'PatientImport',
  viewers: also(roles('Admin'), 'Patient.View', 'Patient.Create'),
});
