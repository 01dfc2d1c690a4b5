import { ERRORS } from '@portal/contract/errors';
import type { ErrorCode, FieldErrors } from '@portal/contract/errors';

/** What an error answer says, whichever of the known shapes it came in. */
export interface ErrorBodyParts {
  readonly code: ErrorCode | null;
  /** The server's message when it is a text that is not blank. */
  readonly message: string | null;
  /** Messages that belong to no field: `errors` (or the whole body) was an array or a text. */
  readonly list: readonly string[];
  /** Messages by field: `errors` (or the whole body) was a map. */
  readonly fieldErrors: FieldErrors;
  /** The body was a text and nothing else. */
  readonly plainText: string | null;
  readonly requestId: string | null;
  /** The record as it is now, with STALE. */
  readonly current: unknown;
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
/** Words a body of our own or of a proxy uses; a map without any of them is a map of fields. */
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
/** A text longer than this is a page of some proxy, not a message for people. */
const LONGEST_TEXT = 500;

/** Reads the text of an error answer; never throws, because any proxy on the way may answer anything. */
export function readErrorBody(text: string): ErrorBodyParts {
  const body = parseJson(text);
  if (body === undefined || typeof body === 'string') return { ...NOTHING, plainText: sayable(body ?? text) };
  if (Array.isArray(body)) return { ...NOTHING, list: messagesOf(body) };
  if (!isRecord(body)) return NOTHING;
  if (!KNOWN_KEYS.some((key) => key in body)) return { ...NOTHING, fieldErrors: fieldsOf(body) };
  const errors = body['errors'];
  return {
    code: codeOf(body['code']),
    message: sayable(body['message']) ?? sayable(body['error']) ?? sayable(body['title']),
    list: isRecord(errors) ? [] : messagesOf(errors),
    fieldErrors: isRecord(errors) ? fieldsOf(errors) : {},
    plainText: null,
    requestId: sayable(body['requestId']),
    current: body['current'],
    retryAfterSeconds: typeof body['retryAfterSeconds'] === 'number' ? body['retryAfterSeconds'] : null,
  };
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // Not JSON: a plain text is one of the shapes to expect.
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

/** The messages in a text, an array of texts, or an array of objects that carry one. */
function messagesOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) =>
      isRecord(item) ? (sayable(item['message']) ?? sayable(item['description'])) : sayable(item),
    )
    .filter((message) => message !== null);
}

function sayable(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > LONGEST_TEXT || text.startsWith('<') ? null : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
