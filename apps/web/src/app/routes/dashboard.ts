import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Routes of the dashboard area. */
export const dashboardRoutes: RouteObject[] = [
  page('/', {
    title: 'Dashboard',
    menu: { group: 'daily', icon: DashboardOutlined, key: 'h' },
    help: 'getting-started#the-dashboard',
    guard: signedIn,
    load: async () => (await import('../DashboardRoute.tsx')).DashboardRoute,
  }),
];
