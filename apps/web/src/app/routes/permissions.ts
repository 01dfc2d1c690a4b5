import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import LockPersonOutlined from '@mui/icons-material/LockPersonOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = roles('SuperAdmin');

/** Routes of permission administration, for SuperAdmins only. */
export const permissionsRoutes: RouteObject[] = [
  page('/admin/permissions/roles', {
    title: 'Role Permissions',
    menu: { group: 'security', icon: AdminPanelSettingsOutlined },
    help: 'permissions',
    guard,
    load: async () =>
      (await import('#features/permissions/roles/RolePermissionsPage.tsx')).RolePermissionsPage,
  }),
  page('/admin/permissions/roles/:roleId', {
    title: 'Role',
    guard,
    load: async () => (await import('#features/permissions/roles/RoleDetailPage.tsx')).RoleDetailPage,
  }),
  page('/admin/permissions/users', {
    title: 'User Permissions',
    menu: { group: 'security', icon: VerifiedUserOutlined },
    help: 'permissions#overrides',
    guard,
    load: async () =>
      (await import('#features/permissions/users/UserPermissionsPage.tsx')).UserPermissionsPage,
  }),
  page('/admin/permissions/users/:userId', {
    title: 'User Permission Details',
    guard,
    load: async () => (await import('#features/permissions/users/UserPermissionPage.tsx')).UserPermissionPage,
  }),
  page('/admin/permissions/bulk-assign', {
    title: 'Bulk Assign Permissions',
    help: 'permissions#several-users-at-once',
    guard,
    load: async () => (await import('#features/permissions/users/BulkAssignPage.tsx')).BulkAssignPage,
  }),
  page('/admin/permissions/audit', {
    title: 'Permission Audit',
    menu: { group: 'security', icon: HistoryOutlined },
    help: 'permissions#permission-audit',
    guard,
    load: async () => (await import('#features/permissions/PermissionAuditPage.tsx')).PermissionAuditPage,
  }),
  page('/admin/permissions/two-factor', {
    title: 'Two-Factor Requirement',
    menu: { group: 'security', icon: LockPersonOutlined, label: 'Two-Factor' },
    help: 'permissions#required-two-factor-authentication',
    guard,
    load: async () => (await import('#features/permissions/roles/TwoFactorPage.tsx')).TwoFactorPage,
  }),
];
