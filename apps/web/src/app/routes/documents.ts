import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const view = permission('Document.View');

/** Routes of the documents area. */
export const documentsRoutes: RouteObject[] = [
  page('/documents', {
    title: 'Documents',
    menu: { group: 'daily', icon: FolderOutlined, key: 'f' },
    help: 'documents',
    guard: view,
    load: async () => (await import('#features/documents/DocumentsPage.tsx')).DocumentsPage,
  }),
  page('/documents/upload', {
    title: 'Upload Document',
    guard: permission('Document.Upload'),
    load: async () => (await import('#features/documents/upload/DocumentUploadPage.tsx')).DocumentUploadPage,
  }),
  page('/documents/:id', {
    title: 'Document',
    guard: view,
    load: async () => (await import('#features/documents/DocumentPage.tsx')).DocumentPage,
  }),
  page('/documents/:id/delete', {
    title: 'Delete Document',
    guard: permission('Document.Delete'),
    load: async () => (await import('#features/documents/DocumentDeletePage.tsx')).DocumentDeletePage,
  }),
];
