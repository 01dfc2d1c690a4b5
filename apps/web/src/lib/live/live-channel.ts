import { activity } from '@portal/contract/dashboard';
import { z } from 'zod';

/** What the hub pushed: an activity, or that the user's rights have changed. */
const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('activity'), activity }),
  z.object({ kind: z.literal('rights') }),
]);
export type News = z.output<typeof news>;

const message = z.discriminatedUnion('kind', [
  /** To the leading tab: how is the connection? */
  z.object({ kind: z.literal('ask') }),
  /** To the leading tab: try again. */
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

/** The line between the tabs that share a live connection; nobody hears their own messages. */
export interface LiveChannel {
  readonly post: (message: LiveMessage) => void;
  /** Returns the way to close the line. */
  readonly listen: (listener: (message: LiveMessage) => void) => () => void;
}

/** A line over BroadcastChannel. Tabs may run different versions of the portal after an update, so messages are checked. */
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
