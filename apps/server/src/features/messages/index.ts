export { countNewMessages } from './message-count-repo.ts';
