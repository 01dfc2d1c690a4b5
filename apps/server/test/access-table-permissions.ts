const SUPER_ADMINS = { role: ['SuperAdmin'] } as const;

/** Administration of permissions and of required 2FA, by hand from the specification. */
export const PERMISSION_ACCESS = {
  'GET /permissions': SUPER_ADMINS,
  'GET /permissions/by-category': SUPER_ADMINS,
  'GET /permissions/users': SUPER_ADMINS,
  'POST /permissions/bulk-assign': SUPER_ADMINS,
  'POST /permissions/bulk-assign/preview': SUPER_ADMINS,
  'GET /permissions/audit-log': SUPER_ADMINS,
  'GET /permissions/audit-log/user/:id': SUPER_ADMINS,
  'GET /permissions/audit-log/role/:id': SUPER_ADMINS,
  'POST /permissions/cache/clear': SUPER_ADMINS,
  'GET /permissions/two-factor': SUPER_ADMINS,
  'PUT /permissions/two-factor': SUPER_ADMINS,
  'GET /permissions/two-factor/users': SUPER_ADMINS,
  'GET /roles/permissions/summary': SUPER_ADMINS,
  'GET /roles/:id/permissions': SUPER_ADMINS,
  'PUT /roles/:id/permissions': SUPER_ADMINS,
  'POST /roles/:id/permissions/preview': SUPER_ADMINS,
  'POST /roles/:id/permissions/copy': SUPER_ADMINS,
  'POST /roles/:id/permissions/copy/preview': SUPER_ADMINS,
  'GET /roles/:id/users': SUPER_ADMINS,
} as const;
