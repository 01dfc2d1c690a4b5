import { ERRORS, type ErrorCode, type FieldErrors } from '@portal/contract/errors';

/** The parts of an error response in any of the supported formats. */
export interface ErrorBodyParts {
  readonly code: ErrorCode | null;
  /** The server’s message, or null when it is blank or missing. */
  readonly message: string | null;
  /** Messages without a field: `errors` (or the whole body) was an array or text. */
  readonly list: readonly string[];
  /** Messages by field: `errors` (or the whole body) was a map. */
  readonly fieldErrors: FieldErrors;
  /** The body was plain text. */
  readonly plainText: string | null;
  readonly requestId: string | null;
  /** The current record, for STALE. */
  readonly current: unknown;
  /** How the user can confirm, for SECOND_FACTOR_REQUIRED. */
  readonly secondFactor?: unknown;
  readonly retryAfterSeconds: number | null;
}

const NOTHING: ErrorBodyParts = {
  code: null,
  message: null,
  list: [],
  fieldErrors: {},
  plainText: null,
  requestId: null,
  current: undefined,
  retryAfterSeconds: null,
};
/** Keys of error bodies from the portal or a proxy. A map without any of them is a map of fields. */
const KNOWN_KEYS = [
  'message',
  'code',
  'error',
  'errors',
  'requestId',
  'retryAfterSeconds',
  'title',
  'status',
];
/** Longer texts are pages of a proxy, not messages for users. */
const LONGEST_TEXT = 500;

/** Parses the text of an error response. Never throws, because a proxy may return anything. */
export function readErrorBody(text: string): ErrorBodyParts {
  const body = parseJson(text);
  if (body === undefined || typeof body === 'string')
    return { ...NOTHING, plainText: displayText(body ?? text) };
  if (Array.isArray(body)) return { ...NOTHING, list: messagesOf(body) };
  if (!isRecord(body)) return NOTHING;
  if (!KNOWN_KEYS.some((key) => key in body)) return { ...NOTHING, fieldErrors: fieldsOf(body) };
  const errors = body['errors'];
  return {
    code: codeOf(body['code']),
    message: displayText(body['message']) ?? displayText(body['error']) ?? displayText(body['title']),
    list: isRecord(errors) ? [] : messagesOf(errors),
    fieldErrors: isRecord(errors) ? fieldsOf(errors) : {},
    plainText: null,
    requestId: displayText(body['requestId']),
    current: body['current'],
    secondFactor: body['secondFactor'],
    retryAfterSeconds: typeof body['retryAfterSeconds'] === 'number' ? body['retryAfterSeconds'] : null,
  };
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // Not JSON; plain text is one of the supported formats.
    return undefined;
  }
}

function codeOf(value: unknown): ErrorCode | null {
  return typeof value === 'string' && isErrorCode(value) ? value : null;
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

function fieldsOf(map: Record<string, unknown>): FieldErrors {
  const entries = Object.entries(map).map(([field, value]) => [field, messagesOf(value)] as const);
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
}

/** The messages in a text, an array of texts, or an array of objects with a message. */
function messagesOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) =>
      isRecord(item) ? (displayText(item['message']) ?? displayText(item['description'])) : displayText(item),
    )
    .filter((message) => message !== null);
}

function displayText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > LONGEST_TEXT || text.startsWith('<') ? null : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
