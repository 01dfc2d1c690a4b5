const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
} as const;

/** An error before a connection exists. The app’s error handler uses `statusCode` and `code`. */
export class HubError extends Error {
  readonly code: keyof typeof STATUS;
  readonly statusCode: number;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.name = 'HubError';
    this.code = code;
    this.statusCode = STATUS[code];
  }
}

/** A client broke the hub protocol. The message is sent to that client, so it only describes what the client did. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
