import KeyOutlined from '@mui/icons-material/KeyOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Routes of API keys. */
export const apiKeysRoutes: RouteObject[] = [
  page('/api-keys', {
    title: 'API Keys',
    menu: { icon: KeyOutlined },
    help: 'api-keys',
    guard: roles('Admin'),
    load: async () => (await import('#features/api-keys/ApiKeysPage.tsx')).ApiKeysPage,
  }),
];
