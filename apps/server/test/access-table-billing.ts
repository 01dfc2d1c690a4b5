const READERS = {
  role: ['Admin', 'ProviderPhysician', 'ProviderMidLevel'],
  and: ['Dictation.View'],
} as const;
const ADMIN = { role: ['Admin'], and: ['Dictation.View'] } as const;

const TEMPLATES = { permission: ['Dictation.ManageTemplates'] } as const;

/**
 * Charges, test cases, checks before signing, code files, limits of payers, and search words, by hand from the specification. Providers see the charges of their own notes, and
 * only administrators mark them.
 */
export const BILLING_ACCESS = {
  'GET /charges': READERS,
  'GET /charges/totals': READERS,
  'GET /charges/unsigned': READERS,
  'GET /charges/check': READERS,
  'POST /charges/export': READERS,
  'POST /charges/day-sheet': READERS,
  'POST /charges/batch': ADMIN,
  'POST /charges/batch/preview': ADMIN,
  'GET /charges/csv-columns': ADMIN,
  'PUT /charges/csv-columns': ADMIN,
  'GET /dictation/signing-checks': { permission: ['Dictation.View', 'Dictation.ManageTemplates'] },
  'PUT /admin/dictation/signing-checks': TEMPLATES,
  'GET /dictation/suggestion-settings': { permission: ['Dictation.View', 'Dictation.ManageTemplates'] },
  'PUT /admin/dictation/suggestion-settings': TEMPLATES,
  'GET /admin/code-files': { role: ['Admin'] },
  'POST /admin/code-files': { role: ['Admin'] },
  'GET /admin/code-files/:id': { role: ['Admin'] },
  'POST /admin/code-files/:id/load': { role: ['Admin'] },
  'POST /admin/code-files/:id/cancel': { role: ['Admin'] },
  'POST /admin/code-files/:id/undo': { role: ['Admin'] },
  'DELETE /admin/code-files/:id': { role: ['Admin'] },
  'GET /code-check': 'signed-in',
  'GET /admin/code-changes': { role: ['Admin'] },
  'GET /admin/code-changes/notes': ADMIN,
  'POST /admin/code-changes/accept': { role: ['Admin'] },
  'POST /admin/code-changes/preview': { role: ['Admin'] },
  'POST /admin/code-changes/keep': { role: ['Admin'] },
  'GET /admin/payer-limits': { role: ['Admin'] },
  'POST /admin/payer-limits': { role: ['Admin'] },
  'PUT /admin/payer-limits/:id': { role: ['Admin'] },
  'DELETE /admin/payer-limits/:id': { role: ['Admin'] },
  'PATCH /admin/payer-limits/:id/toggle-status': { role: ['Admin'] },
  'POST /admin/payer-limits/known': { role: ['Admin'] },
  'GET /admin/billing-code/search-words': { role: ['Admin'] },
  'PUT /admin/billing-code/search-words': { role: ['Admin'] },
  'GET /admin/template/templates/:id/cases': TEMPLATES,
  'POST /admin/template/templates/:id/cases': TEMPLATES,
  'PUT /admin/template/templates/:id/cases/:caseId': TEMPLATES,
  'DELETE /admin/template/templates/:id/cases/:caseId': TEMPLATES,
  // Billing code rules: changed with template permissions, read and evaluated in dictations
  'GET /templatebillingcoderule/ended': TEMPLATES,
  'GET /templatebillingcoderule/template/:templateId': TEMPLATES,
  'POST /templatebillingcoderule/evaluate': { permission: ['Dictation.View', 'Dictation.ManageTemplates'] },
  'POST /templatebillingcoderule': TEMPLATES,
  'PUT /templatebillingcoderule/:id': TEMPLATES,
  'DELETE /templatebillingcoderule/:id': TEMPLATES,
} as const;
