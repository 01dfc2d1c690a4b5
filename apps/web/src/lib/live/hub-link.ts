import {
  DefaultHttpClient,
  HttpTransportType,
  HubConnectionBuilder,
  LogLevel,
  NullLogger,
  type HttpRequest,
  type HubConnection,
  type HttpResponse,
  type RetryContext,
} from '@microsoft/signalr';
import { hubRetryDelay } from '@portal/domain/backoff';
import type { HubEvents, HubLink } from './live-connection.ts';

/** Path of the hub. */
const HUB_URL = '/hubs/activity';
/** Prefix that the client adds to the server’s message. */
const CLOSE_PREFIX = /^Server returned an error on close: /;

export interface HubLinkOptions extends HubEvents {
  /** Gets a new short-lived ticket. Browsers can only send it in the URL. */
  readonly ticket: () => Promise<string>;
  /** How long ago the page began to read its data. */
  readonly waitedMs: () => number;
  /** The session token, for requests that can have headers. */
  readonly token: () => string | null;
  /** Called with the pushed activity, not yet validated. */
  readonly onActivity: (payload: unknown) => void;
  readonly onPermissionsChanged: () => void;
  readonly onNotificationsChanged: () => void;
  /** Called with the topic, not yet validated. */
  readonly onChanged: (topic: unknown) => void;
}

/**
 * With server-sent events, the client would send each POST with the ticket of the negotiation, which has expired by
 * then. This client sends the session token instead.
 */
class SessionHttpClient extends DefaultHttpClient {
  readonly #token: () => string | null;

  constructor(token: () => string | null) {
    super(NullLogger.instance);
    this.#token = token;
  }

  override send(request: HttpRequest): Promise<HttpResponse> {
    const token = this.#token();
    if (token === null) return super.send(request);
    return super.send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
  }
}

/** Opens connections to the activity hub with Microsoft’s client: WebSockets, else server-sent events. */
export function openHubLink(options: HubLinkOptions): HubLink {
  let connection: HubConnection | null = null;
  return {
    start: () => {
      connection = createConnection(options);
      return connection.start();
    },
    stop: async () => connection?.stop(),
  };
}

function createConnection(options: HubLinkOptions): HubConnection {
  let gaveUp = false;
  /** The ticket that the client has asked for to negotiate. Negotiating does not use it up, so it opens the connection. */
  let negotiated: Promise<string> | null = null;
  const ticket = (): Promise<string> => {
    if (negotiated === null) return (negotiated = options.ticket());
    const unused = negotiated;
    negotiated = null;
    return unused;
  };
  const connection = new HubConnectionBuilder()
    .withUrl(`${HUB_URL}?waited=${options.waitedMs()}`, {
      transport: HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents,
      accessTokenFactory: ticket,
      httpClient: new SessionHttpClient(options.token),
    })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }: RetryContext) => {
        const delay = hubRetryDelay(previousRetryCount);
        gaveUp = delay === null;
        return delay;
      },
    })
    // Its log contains URLs with tickets. The caller reports failures.
    .configureLogging(LogLevel.None)
    .build();

  connection.on('ReceiveActivity', (payload: unknown) => options.onActivity(payload));
  connection.on('PermissionsChanged', () => options.onPermissionsChanged());
  connection.on('NotificationsChanged', () => options.onNotificationsChanged());
  connection.on('Changed', (topic: unknown) => options.onChanged(topic));
  connection.onreconnecting(() => {
    negotiated = null;
    options.onReconnecting();
  });
  connection.onreconnected(() => options.onReconnected());
  connection.onclose((error) =>
    options.onClosed({ gaveUp, reason: error?.message.replace(CLOSE_PREFIX, '') ?? null }),
  );
  return connection;
}
