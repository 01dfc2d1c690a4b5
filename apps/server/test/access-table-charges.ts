const READERS = { role: ['Admin', 'ProviderPhysician', 'ProviderMidLevel'] } as const;
const ADMIN = { role: ['Admin'] } as const;

/** Charges, by hand from the specification: providers see their own notes, and only administrators mark them. */
export const CHARGES_ACCESS = {
  'GET /charges': READERS,
  'GET /charges/check': READERS,
  'POST /charges/export': READERS,
  'POST /charges/day-sheet': READERS,
  'POST /charges/batch': ADMIN,
  'POST /charges/batch/preview': ADMIN,
  'GET /charges/csv-columns': ADMIN,
  'PUT /charges/csv-columns': ADMIN,
} as const;
