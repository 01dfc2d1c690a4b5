export { leaveWork, returnToWork } from './leave-work.ts';
export { countUnconfirmed } from './search-repo.ts';
export { clockedInSince } from './timecard-repo.ts';
export { getClock, listUnconfirmed } from './waiting-cards.ts';
export { listWorkedDays } from './reports/worked-days-repo.ts';
export { recordWorkRules } from './reports/work-rules.ts';
