import CleaningServicesOutlined from '@mui/icons-material/CleaningServicesOutlined';
import MicOutlined from '@mui/icons-material/MicOutlined';
import { also, permission, roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { SignaturesBadge } from '../shell/WaitingBadge.tsx';
import { page } from './page.ts';

const view = permission('Dictation.View');

const loadEditor = async () =>
  (await import('#features/dictations/DictationEditorPage.tsx')).DictationEditorPage;

export const dictationsRoutes: RouteObject[] = [
  page('/dictations', {
    title: 'Dictations',
    menu: { group: 'daily', icon: MicOutlined, key: 'd', Badge: SignaturesBadge },
    help: 'dictations',
    guard: view,
    load: async () => (await import('#features/dictations/DictationsPage.tsx')).DictationsPage,
  }),
  page('/dictations/new', {
    title: 'New Dictation',
    help: 'writing-dictations',
    guard: permission('Dictation.Create'),
    load: loadEditor,
  }),
  page('/dictations/:id', { title: 'Dictation', guard: view, load: loadEditor }),
  page('/dictations/:id/edit', {
    title: 'Edit Dictation',
    help: 'writing-dictations',
    guard: permission('Dictation.Edit'),
    load: loadEditor,
  }),
];

export const dictationManagementRoutes: RouteObject[] = [
  page('/admin/dictations', {
    title: 'Dictation Management',
    menu: { group: 'system', icon: CleaningServicesOutlined },
    help: 'dictations#dictation-management',
    guard: also(roles('Admin'), 'Dictation.View', 'Patient.View'),
    load: async () =>
      (await import('#features/dictations/lists/DictationManagementPage.tsx')).DictationManagementPage,
  }),
];
