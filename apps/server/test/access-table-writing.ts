const MANAGERS = { permission: ['Dictation.ManageTemplates'] } as const;

/** Help with writing: text shortcuts and speech. By hand, as the rest of the table. */
export const WRITING_ACCESS = {
  // Everyone has shortcuts and uses those of the practice
  'GET /shortcuts': 'signed-in',
  'POST /shortcuts': 'signed-in',
  'PUT /shortcuts/:id': 'signed-in',
  'DELETE /shortcuts/:id': 'signed-in',
  'POST /shortcuts/import': 'signed-in',
  'POST /admin/shortcuts': MANAGERS,
  'PUT /admin/shortcuts/:id': MANAGERS,
  'DELETE /admin/shortcuts/:id': MANAGERS,
  'POST /admin/shortcuts/import': MANAGERS,

  // Everyone may speak; the audit entry of a dictation needs its permission, which the operation checks
  'GET /speech': 'signed-in',
  'POST /speech/uses': 'signed-in',
  'PUT /admin/speech': MANAGERS,
} as const;
