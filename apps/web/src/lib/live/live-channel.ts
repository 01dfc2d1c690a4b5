import { activity } from '@portal/contract/dashboard';
import { z } from 'zod';

/** Pushed by the hub: an activity, or a change of the user’s permissions, notifications or of a topic. */
const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('activity'), activity }),
  z.object({ kind: z.literal('rights') }),
  z.object({ kind: z.literal('notifications') }),
  /** Null if changes were missed. */
  z.object({ kind: z.literal('change'), topic: z.string().nullable() }),
]);
export type News = z.output<typeof news>;

const message = z.discriminatedUnion('kind', [
  /** To the leading tab: asks for the state of the connection. */
  z.object({ kind: z.literal('ask') }),
  /** To the leading tab: asks it to reconnect. */
  z.object({ kind: z.literal('connect') }),
  /** From the leading tab. */
  z.object({
    kind: z.literal('state'),
    state: z.object({
      status: z.enum(['connecting', 'connected', 'disconnected']),
      error: z.string().nullable(),
    }),
    isHidden: z.boolean(),
  }),
  z.object({ kind: z.literal('news'), news }),
]);
export type LiveMessage = z.output<typeof message>;

/** The channel between tabs that share a live connection. Tabs do not receive their own messages. */
export interface LiveChannel {
  readonly post: (message: LiveMessage) => void;
  /** Returns a function that closes the channel. */
  readonly listen: (listener: (message: LiveMessage) => void) => () => void;
}

/**
 * Opens the channel as a BroadcastChannel. After an update, tabs can run different versions, so messages are
 * validated.
 */
export function openLiveChannel(name: string): LiveChannel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within the origin
    post: (data) => channel.postMessage(data),
    listen: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>) => {
        const parsed = message.safeParse(data);
        if (parsed.success) listener(parsed.data);
      };
      channel.addEventListener('message', receive);
      return () => {
        channel.removeEventListener('message', receive);
        channel.close();
      };
    },
  };
}
