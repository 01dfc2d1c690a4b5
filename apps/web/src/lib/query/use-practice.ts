import { practice } from '@portal/contract/system';
import { useEndpointQuery } from './endpoint-query.ts';

/** How long the settings are fresh, in milliseconds. Short, because they include today’s date. */
const FRESH_MS = 60_000;

/** The practice’s name, time zone, letterhead and current date (YYYY-MM-DD), used for ages and dates of birth. */
export const usePractice = () => useEndpointQuery(practice, {}, { staleTime: FRESH_MS });
