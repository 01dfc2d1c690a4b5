import { permission, roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const view = permission('Dictation.View');

/** Routes of dictations (spec 2 §2). */
export const dictationsRoutes: RouteObject[] = [
  page('/dictations', {
    title: 'Dictations',
    guard: view,
    load: async () => (await import('#features/dictations/DictationsPage.tsx')).DictationsPage,
  }),
  page('/admin/dictations', {
    title: 'Dictation Management',
    guard: roles('Admin'),
    load: async () =>
      (await import('#features/dictations/DictationManagementPage.tsx')).DictationManagementPage,
  }),
];
