import type { PillCount, PillCountResult } from '@portal/contract/pill-counts';
import { calculatePillCount, type PillCount as Counted } from '@portal/domain/pill-count';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { aUser } from '#lib/test/people.ts';

/** The practice's current date. */
export const TODAY = '2026-11-21';
export const ADA = {
  id: '22222222-2222-4222-8222-222222222222',
  firstName: 'Ada',
  lastName: 'Moss',
  medicalRecordNumber: '00000042',
};
export const COUNT_ID = '33333333-3333-4333-8333-333333333333';

/** A prescription from ten days ago, counted today; accepts overrides. */
export const counted = (change: Partial<Counted> = {}): Counted => ({
  prescriptionDate: '2026-11-11',
  pillsGiven: 30,
  pillsCarriedOver: 0,
  pillsPerDay: 1,
  pillsRemaining: 20,
  ...change,
});

/** The response to a calculation. */
export const judged = (change: Partial<Counted> = {}): PillCountResult => ({
  ...calculatePillCount(counted(change), TODAY),
  calculatedAt: '2026-11-21T15:00:00.000Z',
  id: null,
});

/** A count saved by the signed-in user; accepts overrides. */
export const aSavedCount = (change: Partial<Counted> = {}, record: Partial<PillCount> = {}): PillCount => ({
  ...judged(change),
  ...counted(change),
  id: COUNT_ID,
  prescriptionName: 'Oxycodone 5 mg',
  notes: null,
  patient: ADA,
  provider: { id: aUser().id, firstName: 'Jane', lastName: 'Doe' },
  providerName: 'Jane Doe, MD',
  ...record,
});

/** A fake server with the practice, Ada Moss and her saved counts. */
export function pillCountServer(...counts: readonly PillCount[]) {
  const server = createFakeServer();
  server.on('GET /practice', {
    body: {
      name: 'P',
      timeZone: 'America/New_York',
      clock: '12',
      emailDomain: 'p.example',
      otherStates: false,
      today: TODAY,
    },
  });
  server.on(`GET /patient/${ADA.id}`, { body: aPatient({ ...ADA, dateOfBirth: '1980-01-01' }) });
  server.on(`GET /pillcount/patient/${ADA.id}`, {
    body: { data: counts, totalCount: counts.length, totalCountIsApproximate: false },
  });
  const [count] = counts;
  if (count !== undefined) server.on(`GET /pillcount/${count.id}`, { body: count });
  return server;
}
