import {
  DefaultHttpClient,
  HttpTransportType,
  HubConnectionBuilder,
  LogLevel,
  NullLogger,
} from '@microsoft/signalr';
import type { HttpRequest, HttpResponse, RetryContext } from '@microsoft/signalr';
import { hubRetryDelay } from '@portal/domain/backoff';
import type { HubEvents, HubLink } from './live-connection.ts';

/** Where the hub is. */
const HUB_URL = '/hubs/activity';
/** What the client puts before the words of the server. */
const CLOSE_PREFIX = /^Server returned an error on close: /;

export interface HubLinkOptions extends HubEvents {
  /** A new short-lived ticket: an address is the only place a browser can carry one in. */
  readonly ticket: () => Promise<string>;
  /** The session's own token, for requests that can carry a header. */
  readonly token: () => string | null;
  /** What was pushed, unchecked. */
  readonly onActivity: (payload: unknown) => void;
  readonly onPermissionsChanged: () => void;
}

/**
 * With server-sent events the client sends each POST with the ticket of the negotiation, which has long expired by then;
 * the session's token replaces it.
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

/** A connection to the activity hub by Microsoft's client: WebSockets, else server-sent events. */
export function openHubLink(options: HubLinkOptions): HubLink {
  let gaveUp = false;
  const connection = new HubConnectionBuilder()
    .withUrl(HUB_URL, {
      transport: HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents,
      accessTokenFactory: options.ticket,
      httpClient: new SessionHttpClient(options.token),
    })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }: RetryContext) => {
        const delay = hubRetryDelay(previousRetryCount);
        gaveUp = delay === null;
        return delay;
      },
    })
    // Its log lines hold addresses with tickets; failures are reported by the connection's owner.
    .configureLogging(LogLevel.None)
    .build();

  connection.on('ReceiveActivity', (payload: unknown) => options.onActivity(payload));
  connection.on('PermissionsChanged', () => options.onPermissionsChanged());
  connection.onreconnecting(() => options.onReconnecting());
  connection.onreconnected(() => options.onReconnected());
  connection.onclose((error) =>
    options.onClosed({ gaveUp, reason: error?.message.replace(CLOSE_PREFIX, '') ?? null }),
  );
  return { start: () => connection.start(), stop: () => connection.stop() };
}
