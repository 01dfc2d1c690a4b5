const SUPER_ADMINS = { role: ['SuperAdmin'] } as const;

/** Webhooks take data out of the practice, so only SuperAdmins administer them. */
export const WEBHOOK_ACCESS = {
  'GET /admin/webhooks': SUPER_ADMINS,
  'POST /admin/webhooks': SUPER_ADMINS,
  'GET /admin/webhooks/:id': SUPER_ADMINS,
  'PUT /admin/webhooks/:id': SUPER_ADMINS,
  'DELETE /admin/webhooks/:id': SUPER_ADMINS,
  'POST /admin/webhooks/:id/rotate-secret': SUPER_ADMINS,
  'POST /admin/webhooks/:id/test': SUPER_ADMINS,
  'GET /admin/webhooks/:id/deliveries': SUPER_ADMINS,
  'POST /admin/webhooks/:id/deliveries/send-again': SUPER_ADMINS,
  'POST /admin/webhooks/:id/deliveries/discard': SUPER_ADMINS,
} as const;
