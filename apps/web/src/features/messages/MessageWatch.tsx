import { useWatchMyMessages } from './use-my-messages.ts';

/** Keeps the number of the user's open messages up to date on any page. */
export function MessageWatch() {
  useWatchMyMessages();
  return null;
}
