import DriveFolderUploadOutlined from '@mui/icons-material/DriveFolderUploadOutlined';
import { also, roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

export const patientImportsRoutes: RouteObject[] = [
  page('/admin/import-patients', {
    title: 'Import Patients',
    menu: { group: 'system', icon: DriveFolderUploadOutlined },
    help: 'importing-patients',
    guard: also(roles('Admin'), 'Patient.View', 'Patient.Create'),
    load: async () => (await import('#features/patient-imports/ImportPatientsPage.tsx')).ImportPatientsPage,
  }),
];
