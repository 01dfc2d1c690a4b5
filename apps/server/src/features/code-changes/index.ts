export { announceEndingEditions } from './ending-editions.ts';
