import { AGES } from '@portal/domain/waiting-age';
import { z } from 'zod';

/** Open records by age, all ages in order. The dates are the filter of the list with these records; a missing one is open. */
export const ageCounts = z.array(
  z.object({
    age: z.enum(AGES),
    startDate: z.string().optional(),
    endDate: z.string().optional(),
    count: z.int(),
  }),
);
export type AgeCounts = z.output<typeof ageCounts>;
