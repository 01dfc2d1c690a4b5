import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

export const auditLogsRoutes: RouteObject[] = [
  page('/audit-logs', {
    title: 'Audit Logs',
    menu: { group: 'security', icon: FactCheckOutlined, key: 'a' },
    help: 'audit-logs',
    guard: permission('Admin.ViewAuditLogs'),
    load: async () => (await import('#features/audit-logs/AuditLogsPage.tsx')).AuditLogsPage,
  }),
];
