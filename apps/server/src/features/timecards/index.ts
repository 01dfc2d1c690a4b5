export { closeOpenTimecard } from './close-timecard.ts';
export { countUnconfirmed } from './search-repo.ts';
export { clockedInSince } from './timecard-repo.ts';
export { getClock, listUnconfirmed } from './waiting-cards.ts';
