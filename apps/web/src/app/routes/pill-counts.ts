import MedicationOutlined from '@mui/icons-material/MedicationOutlined';
import { also, roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = also(roles('ProviderPhysician', 'ProviderMidLevel', 'Admin', 'SuperAdmin'), 'Patient.View');

/** Routes of the pill counts area. */
export const pillCountsRoutes: RouteObject[] = [
  page('/pill-count', {
    title: 'Pill Count',
    menu: {
      group: 'daily',
      icon: MedicationOutlined,
      key: 'c',
      guard: also(roles('ProviderPhysician', 'ProviderMidLevel'), 'Patient.View'),
    },
    help: 'pill-counts',
    guard,
    load: async () => (await import('#features/pill-counts/PillCountPage.tsx')).PillCountPage,
  }),
  page('/pill-count/:id', {
    title: 'Pill Count Record',
    guard,
    load: async () => (await import('#features/pill-counts/PillCountRecordPage.tsx')).PillCountRecordPage,
  }),
];
