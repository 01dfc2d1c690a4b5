import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { liveTicket } from '@portal/contract/session';
import { activity } from '@portal/contract/dashboard';
import { hubRetryDelay } from '@portal/domain/backoff';
import type { Client } from './client.ts';

/** A live connection to one portal, with the web app's reconnects. */
export interface LiveFeed {
  /** Ids of records with an activity, with the time at which it was heard (`performance.now()`). */
  readonly heard: ReadonlyMap<string, number>;
  readonly isOpen: () => boolean;
  readonly reconnects: () => number;
  stop(): Promise<void>;
}

export async function listen(origin: string, client: Client): Promise<LiveFeed> {
  const heard = new Map<string, number>();
  let reconnects = 0;
  const connection = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${origin}/hubs/activity`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: async () => {
        const { reply } = await client.insist(liveTicket, {});
        return reply.ok ? reply.body.ticket : '';
      },
    })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }) => hubRetryDelay(previousRetryCount),
    })
    .build();
  connection.on('ReceiveActivity', (received: unknown) => {
    const { entityId } = activity.parse(received);
    if (entityId !== null && !heard.has(entityId)) heard.set(entityId, performance.now());
  });
  connection.onreconnected(() => void (reconnects += 1));
  await connection.start();
  return {
    heard,
    isOpen: () => connection.state === HubConnectionState.Connected,
    reconnects: () => reconnects,
    stop: () => connection.stop(),
  };
}
