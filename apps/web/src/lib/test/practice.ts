import type { practice } from '@portal/contract/system';
import type { ResultOf } from '@portal/contract/endpoint';
import { practiceTimes } from '#lib/query/use-practice-times.ts';

/** The practice's settings, as returned by the server; the current date is 2026-11-21. */
export const PRACTICE: ResultOf<typeof practice> = {
  name: 'Riverside Spine Clinic',
  timeZone: 'America/New_York',
  clock: '12',
  emailDomain: 'practice.example',
  otherStates: false,
  today: '2026-11-21',
};

/** The formats of this practice. */
export const TIMES = practiceTimes(PRACTICE);
