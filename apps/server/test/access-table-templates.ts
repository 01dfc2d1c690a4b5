const MANAGERS = { permission: ['Dictation.ManageTemplates'] } as const;

/** Template administration, by hand from the specification. */
export const TEMPLATE_ACCESS = {
  'GET /admin/template/templates': MANAGERS,
  'GET /admin/template/templates/:id': MANAGERS,
  'POST /admin/template/templates': MANAGERS,
  'PUT /admin/template/templates/:id': MANAGERS,
  'POST /admin/template/templates/:id/references': MANAGERS,
  'PATCH /admin/template/templates/:id/toggle-status': MANAGERS,
  'DELETE /admin/template/templates/:id': MANAGERS,
  'GET /admin/template/categories': MANAGERS,
  'POST /admin/template/categories': MANAGERS,
  'PUT /admin/template/categories/:id': MANAGERS,
  'DELETE /admin/template/categories/:id': MANAGERS,
  'GET /admin/template/location-headers': MANAGERS,
  'POST /admin/template/location-headers': MANAGERS,
  'GET /admin/template/export': MANAGERS,
  'POST /admin/template/import/preview': MANAGERS,
  'POST /admin/template/import': MANAGERS,
} as const;
