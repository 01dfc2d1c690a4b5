import { also, permission, roles, type Guard } from '@portal/contract/endpoint';
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

/** A tab of the patient page that another area adds, such as the patient's orders or messages. */
export interface PatientTab {
  readonly id: string;
  readonly label: string;
  readonly guard: Guard;
  /** The guide page, with the section if there is one. */
  readonly help: string;
  readonly Component: ComponentType<PatientTabProps>;
}
export interface PatientTabProps {
  readonly patientId: string;
}

/** Creates a tab whose code loads when it is first shown. */
export function patientTab(
  id: string,
  {
    label,
    guard,
    help,
    load,
  }: Pick<PatientTab, 'label' | 'guard' | 'help'> & { load: () => Promise<ComponentType<PatientTabProps>> },
): PatientTab {
  return { id, label, guard, help, Component: lazyPart(load) };
}

/** The tabs after the overview, from left to right. */
export const PATIENT_TABS: readonly PatientTab[] = [
  patientTab('timeline', {
    label: 'Timeline',
    guard: permission('Patient.View'),
    help: 'patients#the-patient-record',
    load: async () => (await import('#features/patients/PatientTimeline.tsx')).PatientTimeline,
  }),
  patientTab('orders', {
    label: 'Orders',
    guard: permission('Order.View'),
    help: 'orders#the-list',
    load: async () => (await import('#features/orders/PatientOrders.tsx')).PatientOrders,
  }),
  patientTab('messages', {
    label: 'Messages',
    guard: permission('Message.View'),
    help: 'messages#the-list',
    load: async () => (await import('#features/messages/PatientMessages.tsx')).PatientMessages,
  }),
  patientTab('documents', {
    label: 'Documents',
    guard: permission('Document.View'),
    help: 'documents',
    load: async () => (await import('#features/documents/PatientDocuments.tsx')).PatientDocuments,
  }),
  patientTab('dictations', {
    label: 'Dictations',
    guard: permission('Dictation.View'),
    help: 'dictations#find-a-dictation',
    load: async () => (await import('#features/dictations/lists/PatientDictations.tsx')).PatientDictations,
  }),
  patientTab('pill-count', {
    label: 'Pill Count',
    guard: also(roles('ProviderPhysician', 'ProviderMidLevel', 'Admin'), 'Patient.View'),
    help: 'pill-counts',
    load: async () => (await import('#features/pill-counts/PatientPillCounts.tsx')).PatientPillCounts,
  }),
  patientTab('access', {
    label: 'Access',
    guard: permission('Admin.ViewAuditLogs'),
    help: 'audit-logs#who-has-seen-a-patients-record',
    load: async () => (await import('#features/audit-logs/PatientAccess.tsx')).PatientAccess,
  }),
];
