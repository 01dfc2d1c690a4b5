/** Shown for an office that does not exist or that the user may not see. */
export const OFFICE_MISSING = { text: 'Office not found', to: '/offices', linkLabel: 'Go to offices' };
