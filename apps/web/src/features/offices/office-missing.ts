/** Said of an office that does not exist, or that the user does not see. */
export const OFFICE_MISSING = { text: 'Office not found', to: '/offices', linkLabel: 'Go to offices' };
