import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = permission('Admin.ManageOffices');
const loadForm = async () => (await import('#features/offices/OfficeFormPage.tsx')).OfficeFormPage;

/** Routes of the offices area. */
export const officesRoutes: RouteObject[] = [
  page('/offices', {
    title: 'Office Management',
    menu: { group: 'practice', label: 'Offices', icon: BusinessOutlined, key: 'l' },
    help: 'users-and-offices#offices',
    guard,
    load: async () => (await import('#features/offices/OfficesPage.tsx')).OfficesPage,
  }),
  page('/offices/new', { title: 'Add Office', guard, load: loadForm }),
  page('/offices/letterhead', {
    title: 'Letterhead',
    help: 'users-and-offices#the-letterhead',
    guard,
    load: async () => (await import('#features/offices/LetterheadPage.tsx')).LetterheadPage,
  }),
  page('/offices/:id/edit', { title: 'Edit Office', guard, load: loadForm }),
  page('/offices/:id/ip-whitelist', {
    title: 'IP Whitelist',
    guard,
    load: async () => (await import('#features/offices/IpWhitelistPage.tsx')).IpWhitelistPage,
  }),
];
