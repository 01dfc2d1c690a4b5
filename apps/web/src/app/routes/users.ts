import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = roles('Admin');

/** Routes of the users area. */
export const usersRoutes: RouteObject[] = [
  page('/users', {
    title: 'User Management',
    menu: { group: 'practice', label: 'Users', icon: ManageAccountsOutlined, key: 'u' },
    help: 'users-and-offices',
    guard,
    load: async () => (await import('#features/users/UsersPage.tsx')).UsersPage,
  }),
  page('/users/new', {
    title: 'Add User',
    guard,
    load: async () => (await import('#features/users/form/UserCreatePage.tsx')).UserCreatePage,
  }),
  page('/users/single-sign-on', {
    title: 'Single Sign-On',
    help: 'users-and-offices',
    guard: roles('SuperAdmin'),
    load: async () => (await import('#features/users/sign-in/SsoLinksPage.tsx')).SsoLinksPage,
  }),
  page('/users/:id', {
    title: 'User',
    guard,
    load: async () => (await import('#features/users/UserDetailPage.tsx')).UserDetailPage,
  }),
  page('/users/:id/edit', {
    title: 'Edit User',
    guard,
    load: async () => (await import('#features/users/form/UserEditPage.tsx')).UserEditPage,
  }),
  page('/users/:id/reset-password', {
    title: 'Reset Password',
    guard,
    load: async () => (await import('#features/users/sign-in/ResetPasswordPage.tsx')).ResetPasswordPage,
  }),
];
