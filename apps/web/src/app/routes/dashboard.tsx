import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Routes of the dashboard area; it links only to pages that exist. */
export const dashboardRoutes = (isBuilt: (path: string) => boolean): RouteObject[] => [
  page('/', {
    title: 'Dashboard',
    menu: { group: 'daily', icon: DashboardOutlined, key: 'h' },
    help: 'getting-started#the-dashboard',
    guard: signedIn,
    load: async () => {
      const { DashboardPage } = await import('#features/dashboard/DashboardPage.tsx');
      return () => <DashboardPage isBuilt={isBuilt} />;
    },
  }),
];
