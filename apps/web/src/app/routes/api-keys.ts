import KeyOutlined from '@mui/icons-material/KeyOutlined';
import { roles, signedIn } from '@portal/contract/endpoint';
import { KEY_ROLES } from '@portal/domain/api-key';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

export const apiKeysRoutes: RouteObject[] = [
  page('/api-keys', {
    title: 'API Keys',
    menu: { group: 'security', icon: KeyOutlined, guard: roles(...KEY_ROLES) },
    help: 'api-keys',
    // Who has lost the role still sees and revokes their own keys.
    guard: signedIn,
    load: async () => (await import('#features/api-keys/ApiKeysPage.tsx')).ApiKeysPage,
  }),
];
