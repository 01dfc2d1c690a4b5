import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const view = permission('Patient.View');

/** Routes of the patients area. */
export const patientsRoutes: RouteObject[] = [
  page('/patients', {
    title: 'Patients',
    menu: { group: 'daily', icon: PeopleAltOutlined, key: 'p' },
    help: 'patients',
    guard: view,
    load: async () => (await import('#features/patients/PatientsPage.tsx')).PatientsPage,
  }),
  page('/patients/search', {
    title: 'Patients',
    guard: view,
    load: async () => (await import('#features/patients/PatientsPage.tsx')).PatientSearchPage,
  }),
  page('/patients/new', {
    title: 'New Patient',
    guard: permission('Patient.Create'),
    load: async () => (await import('#features/patients/form/PatientCreatePage.tsx')).PatientCreatePage,
  }),
  page('/patients/:id', {
    title: 'Patient',
    guard: view,
    load: async () => (await import('../PatientRecordRoute.tsx')).PatientRecordRoute,
  }),
  page('/patients/:id/edit', {
    title: 'Edit Patient',
    guard: permission('Patient.Edit'),
    load: async () => (await import('#features/patients/form/PatientEditPage.tsx')).PatientEditPage,
  }),
  page('/patients/:id/print', {
    title: 'Patient',
    guard: view,
    layout: 'bare',
    load: async () => (await import('#features/patients/PatientPrintPage.tsx')).PatientPrintPage,
  }),
];
