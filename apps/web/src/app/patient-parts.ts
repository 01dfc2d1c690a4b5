import { permission, roles } from '@portal/contract/endpoint';
import type { Guard } from '@portal/contract/endpoint';
import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A tab of the patient page that another area adds, such as the patient's orders or messages. */
export interface PatientPart {
  readonly id: string;
  readonly label: string;
  readonly guard: Guard;
  readonly Component: ComponentType<PatientPartProps>;
}
export interface PatientPartProps {
  readonly patientId: string;
}

/** Creates a tab whose code loads when it is first shown. */
export function patientPart(
  id: string,
  {
    label,
    guard,
    load,
  }: Pick<PatientPart, 'label' | 'guard'> & { load: () => Promise<ComponentType<PatientPartProps>> },
): PatientPart {
  return { id, label, guard, Component: lazy(async () => ({ default: await load() })) };
}

/** The tabs after the overview, from left to right. */
export const PATIENT_PARTS: readonly PatientPart[] = [
  patientPart('timeline', {
    label: 'Timeline',
    guard: permission('Patient.View'),
    load: async () => (await import('#features/patients/PatientTimeline.tsx')).PatientTimeline,
  }),
  patientPart('orders', {
    label: 'Orders',
    guard: permission('Order.View'),
    load: async () => (await import('#features/orders/PatientOrders.tsx')).PatientOrders,
  }),
  patientPart('messages', {
    label: 'Messages',
    guard: permission('Message.View'),
    load: async () => (await import('#features/messages/PatientMessages.tsx')).PatientMessages,
  }),
  patientPart('documents', {
    label: 'Documents',
    guard: permission('Document.View'),
    load: async () => (await import('#features/documents/PatientDocuments.tsx')).PatientDocuments,
  }),
  patientPart('dictations', {
    label: 'Dictations',
    guard: permission('Dictation.View'),
    load: async () => (await import('#features/dictations/PatientDictations.tsx')).PatientDictations,
  }),
  patientPart('pill-count', {
    label: 'Pill Count',
    guard: roles('ProviderPhysician', 'ProviderMidLevel', 'Admin'),
    load: async () => (await import('#features/pill-counts/PatientPillCounts.tsx')).PatientPillCounts,
  }),
  patientPart('access', {
    label: 'Access',
    guard: permission('Admin.ViewAuditLogs'),
    load: async () => (await import('#features/audit-logs/PatientAccess.tsx')).PatientAccess,
  }),
];
