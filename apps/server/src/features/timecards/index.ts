export { clockedInSince, closeOpenTimecard } from './open-timecard.ts';
