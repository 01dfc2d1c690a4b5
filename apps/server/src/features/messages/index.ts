export { countNewMessages } from './message-counts.ts';
