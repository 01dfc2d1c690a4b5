import { practice } from '@portal/contract/system';
import { useEndpointQuery } from './endpoint-query.ts';

/** Milliseconds its settings count as fresh: "today" must not be yesterday for long. */
const FRESH_MS = 60_000;

/** The practice's name, zone and its today as YYYY-MM-DD, which ages and birth dates are counted by. */
export const usePractice = () => useEndpointQuery(practice, {}, { staleTime: FRESH_MS });
