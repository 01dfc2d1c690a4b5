const ADMIN = { role: ['Admin'], and: ['Patient.View', 'Patient.Create'] } as const;

/** Imports of patients add records in bulk, and can delete them again: what that needs by hand, they need, too. */
export const PATIENT_IMPORT_ACCESS = {
  'GET /admin/patient-import': ADMIN,
  'POST /admin/patient-import': ADMIN,
  'GET /admin/patient-import/:id/details': ADMIN,
  'POST /admin/patient-import/:id/sheet': ADMIN,
  'POST /admin/patient-import/:id/header': ADMIN,
  'POST /admin/patient-import/:id/check': ADMIN,
  'POST /admin/patient-import/:id/start': ADMIN,
  'POST /admin/patient-import/:id/cancel': ADMIN,
  'POST /admin/patient-import/:id/updates': { role: ['Admin'], and: [...ADMIN.and, 'Patient.Edit'] },
  'GET /admin/patient-import/:id/patients': ADMIN,
  'POST /admin/patient-import/:id/undo': { role: ['Admin'], and: [...ADMIN.and, 'Patient.Deactivate'] },
  'POST /admin/patient-import/:id/export': ADMIN,
  'POST /admin/patient-import/:id/export-notes': ADMIN,
  'DELETE /admin/patient-import/:id': ADMIN,
  'POST /admin/patient-import-mapping': ADMIN,
  'DELETE /admin/patient-import-mapping/:id': ADMIN,
} as const;
