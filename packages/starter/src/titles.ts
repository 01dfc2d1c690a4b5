/** Provider titles in addition to the standard ones that every portal has. */
export const STARTER_TITLES = [
  { code: 'DNP', description: 'Doctor of Nursing Practice' },
  { code: 'APRN', description: 'Advanced Practice Registered Nurse' },
] as const;
