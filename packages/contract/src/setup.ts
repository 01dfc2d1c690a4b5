import { z } from 'zod';
import { roles } from './core/endpoint.ts';
import { reads } from './core/verbs.ts';

/** The steps from an empty portal to one that a clinic can work with, in order. */
export const SETUP_STEPS = [
  'offices',
  'users',
  'secondSuperAdmin',
  'patients',
  'templates',
  'headers',
  'schedule',
  'recoverySheet',
  'backup',
  'twoFactor',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const setupChecklist = reads('/setup', {
  summary: 'Get which steps of the setup are done; none for a practice that was not set up with init',
  tag: 'Dashboard',
  guard: roles('SuperAdmin'),
  response: z.object({ steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })) }),
  healthData: false,
  audit: null,
  background: true,
});
