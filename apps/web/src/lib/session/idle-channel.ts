/** Messages between tabs about user activity; times in milliseconds since 1970. */
export type IdleMessage = { readonly kind: 'active'; readonly at: number } | { readonly kind: 'ask' };

/** Message channel between the tabs of one browser. */
export interface IdleChannel {
  readonly post: (message: IdleMessage) => void;
  /** Returns a function that closes the channel. */
  readonly listen: (listener: (message: IdleMessage) => void) => () => void;
}

/** Opens a channel over BroadcastChannel; nothing is stored. */
export function openIdleChannel(): IdleChannel {
  const channel = new BroadcastChannel('portal-activity');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within the origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const receive = (event: MessageEvent<unknown>) => {
        if (isIdleMessage(event.data)) listener(event.data);
      };
      channel.addEventListener('message', receive);
      return () => {
        channel.removeEventListener('message', receive);
        channel.close();
      };
    },
  };
}

// After an update, open tabs may run different versions of the portal for a while.
function isIdleMessage(data: unknown): data is IdleMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  return data.kind === 'ask' || (data.kind === 'active' && 'at' in data && typeof data.at === 'number');
}
