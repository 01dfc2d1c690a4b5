export { closeOpenTimecard } from './close-timecard.ts';
export { clockedInSince } from './timecard-repo.ts';
