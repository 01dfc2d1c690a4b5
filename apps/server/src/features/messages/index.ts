export { reassignMessage } from './change-message-state.ts';
export { findMatchingMessages, messageRowsOf } from './read-messages.ts';
export { listOpenMessages } from './open-messages.ts';
