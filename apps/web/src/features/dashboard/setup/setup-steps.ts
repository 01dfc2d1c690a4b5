import type { SetupStep } from '@portal/contract/setup';

interface Step {
  readonly title: string;
  /** Why the step matters, in one line. */
  readonly why: string;
  readonly to: string;
}

/** The steps of the setup with their screens. */
export const SETUP_STEPS: Readonly<Record<SetupStep, Step>> = {
  offices: {
    title: 'Add an office',
    why: 'Dictations, users and reports belong to an office.',
    to: '/offices',
  },
  users: {
    title: 'Add users',
    why: 'Each person signs in with an account, and only providers can sign dictations.',
    to: '/users',
  },
  secondSuperAdmin: {
    title: 'Add a second SuperAdmin',
    why: 'If one loses their password or phone, the other can reset them.',
    to: '/users',
  },
  patients: {
    title: 'Import patients',
    why: 'A file from the previous system brings them all at once. You can also add them one by one.',
    to: '/admin/import-patients',
  },
  templates: {
    title: 'Add a template',
    why: 'Every dictation starts from a template. You can import templates from a file.',
    to: '/admin/templates',
  },
  headers: {
    title: 'Write a report header for each office',
    why: 'It is printed at the top of every report. Without one, a plain header is used.',
    to: '/admin/templates?tab=location-headers',
  },
  schedule: {
    title: 'Set work schedules',
    why: 'Late arrivals and missed days are measured against them.',
    to: '/timecard/schedules',
  },
  recoverySheet: {
    title: 'Print the recovery sheet',
    why: 'Without the master key on it, no backup can be restored. On the server: npm run portal -- recovery-sheet FILE.pdf',
    to: '/audit-logs',
  },
  backup: {
    title: 'Set up nightly backups',
    why: 'They are turned on on the server with the setting BACKUP_DIR. System Status shows the last good one.',
    to: '/audit-logs',
  },
  twoFactor: {
    title: 'Turn on two-factor authentication',
    why: 'Every SuperAdmin needs it: a stolen password alone must not open all records.',
    to: '/profile',
  },
};
