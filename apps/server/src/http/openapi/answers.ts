import { receipt, type Endpoint } from '@portal/contract/endpoint';
import { errorBody } from '@portal/contract/error-body';
import { ERRORS, type ErrorCode } from '@portal/contract/errors';
import { file } from '@portal/contract/file';
import { z } from 'zod';
import { holdsRecord } from '../visible-answer.ts';
import { capitalized, type JsonSchema, type Schemas } from './schemas.ts';

/** An object of the description. */
export type Part = Readonly<Record<string, unknown>>;

/** The codes of all errors that calls of an endpoint can get. */
export function errorCodesOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const { guard, method, upload, errors = [], creates = false } = endpoint;
  const takesJson = method !== 'GET' && upload === undefined;
  const codes: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [true, ['VALIDATION', 'BAD_REQUEST', 'TOO_MANY_REQUESTS', 'SERVER_ERROR', 'UNAVAILABLE', ...errors]],
    [takesJson, ['BAD_JSON']],
    [method !== 'GET', ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [upload !== undefined, ['STORAGE_FULL']],
    [upload !== undefined && upload.anyContent !== true, ['FILE_TYPE_NOT_ALLOWED']],
    [guard.kind !== 'public', ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'FORBIDDEN', 'IP_NOT_ALLOWED']],
    [guard.kind !== 'public' && endpoint.allowedBeforePasswordChange !== true, ['PASSWORD_CHANGE_REQUIRED']],
    [guard.kind !== 'public' && endpoint.allowedBeforeTwoFactor !== true, ['TWO_FACTOR_SETUP_REQUIRED']],
    [creates, ['CONFLICT', 'DUPLICATE_REQUEST', 'IDEMPOTENCY_MISMATCH']],
  ];
  return new Set(codes.flatMap(([applies, some]) => (applies ? some : [])));
}

/** Describes the answers of endpoints. Errors of the same codes are one component. */
export class Answers {
  readonly #schemas: Schemas;
  readonly #errors = new Map<string, Part>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  get components(): Part {
    return Object.fromEntries([...this.#errors].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** By status. */
  of(endpoint: Endpoint): Part {
    const { status = 200 } = endpoint;
    const codes = [...errorCodesOf(endpoint)].toSorted();
    return {
      [status]: this.#success(endpoint),
      ...Object.fromEntries(
        [...Map.groupBy(codes, (code) => ERRORS[code].status)].map(([errorStatus, some]) => [
          errorStatus,
          this.#refusal(errorStatus, some),
        ]),
      ),
    };
  }

  #success({ status, response, mediaTypes = [], record, creates }: Endpoint): Part {
    if (status === 204) return { description: 'Done' };
    if (response === file)
      return {
        description: 'The file',
        headers: { 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } },
        content: Object.fromEntries(
          mediaTypes.map((type) => [type.replace(/;.*/, ''), { schema: contentOf(mediaTypes) }]),
        ),
      };
    const whole = this.#schemas.output(response);
    // `visibleAnswer` replaces such an answer for callers who may not view the record.
    const isReceiptPossible =
      record !== undefined && response instanceof z.ZodObject && holdsRecord(response.shape);
    const schema = isReceiptPossible ? { anyOf: [whole, this.#schemas.output(receipt)] } : whole;
    return {
      description: status === 201 ? 'Created' : 'Success',
      ...(creates === true && {
        headers: { 'Idempotent-Replay': { $ref: '#/components/headers/IdempotentReplay' } },
      }),
      content: json(schema),
    };
  }

  #refusal(status: number, codes: readonly ErrorCode[]): Part {
    const name = codes
      .map((code) =>
        code
          .split('_')
          .map((word) => capitalized(word.toLowerCase()))
          .join(''),
      )
      .join('Or');
    if (!this.#errors.has(name))
      this.#errors.set(name, {
        description: codes.map((code) => `${code}: ${ERRORS[code].text}`).join('\n'),
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: json({
          allOf: [this.#schemas.output(errorBody), { type: 'object', properties: { code: { enum: codes } } }],
        }),
      });
    return { $ref: `#/components/responses/${name}` };
  }
}

const json = (schema: unknown): Part => ({ 'application/json': { schema } });

/** The bytes of a file. */
export const BYTES: JsonSchema = { contentMediaType: 'application/octet-stream' };

/** Clients read texts and JSON as such. */
function contentOf(mediaTypes: readonly string[]): JsonSchema {
  if (mediaTypes.every((type) => type.startsWith('text/'))) return { type: 'string' };
  return mediaTypes.every((type) => type.startsWith('application/json')) ? {} : BYTES;
}

export const HEADERS: Part = {
  ContentDisposition: {
    description: 'Says whether to show or to save the file, and under which name.',
    schema: { type: 'string' },
  },
  IdempotentReplay: {
    description:
      'Present if an earlier request with the same Idempotency-Key did this. The answer is that of the earlier request.',
    schema: { const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
};
