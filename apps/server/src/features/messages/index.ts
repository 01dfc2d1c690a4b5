export { reassignMessage } from './change-message-state.ts';
export { findMatchingMessages } from './find-matching.ts';
export { messageRowsOf } from './rows-of.ts';
export { listOpenMessages } from './open-messages.ts';
