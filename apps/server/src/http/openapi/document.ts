import { setImmediate as nextTurn } from 'node:timers/promises';
import { endpointNames, endpoints } from '@portal/contract';
import { isOpenToKeys, type Endpoint } from '@portal/contract/endpoint';
import { TAGS } from '@portal/contract/tags';
import { z } from 'zod';
import { KEY, MAX_KEY } from '../idempotency.ts';
import { Answers, BYTES, HEADERS, type Part } from './answers.ts';
import { Schemas, type JsonSchema } from './schemas.ts';

/** The OpenAPI description of all endpoints. Built one endpoint per turn of the event loop, so that it delays no other request. */
export async function describeApi(server: string): Promise<Part> {
  const schemas = new Schemas();
  const answers = new Answers(schemas);
  const paths: Record<string, Record<string, Part>> = {};
  for (const endpoint of endpoints) {
    await nextTurn();
    const path = (paths[`/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`] ??= {});
    path[endpoint.method.toLowerCase()] = describe(endpoint, schemas, answers);
  }
  const { description, components } = schemas.finish({ paths, responses: answers.components });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Medical Portal',
      description:
        'The portal’s API. All paths start with /api. What a PUT or PATCH leaves out stays as it is.',
      version: '1',
    },
    servers: [{ url: server }],
    tags: Object.entries(TAGS).map(([name, text]) => ({ name, description: text })),
    security: [{ session: [] }],
    paths: description.paths,
    components: {
      securitySchemes: SECURITY,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: description.responses,
      schemas: components,
    },
  };
}

const SECURITY = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a signed-in user',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mpk_…',
    description: 'An API key, limited to its permissions and those of its creator',
  },
};

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text that is new for each record to create. A request that is sent again with the same key creates nothing more.',
    schema: { type: 'string', maxLength: MAX_KEY, pattern: KEY.source },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The version that the change is based on, if the body does not have it: the answer is STALE if there is a newer one.',
    schema: { type: 'string', examples: ['"3"'] },
  },
};

function describe(endpoint: Endpoint, schemas: Schemas, answers: Answers): Part {
  const { tag, summary } = endpoint;
  const parameters = parametersOf(endpoint, schemas);
  const requestBody = requestBodyOf(endpoint, schemas);
  return {
    operationId: endpointNames.get(endpoint),
    tags: [tag],
    summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: answers.of(endpoint),
  };
}

/** Who can call an endpoint. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.guard.kind === 'public') return [];
  return isOpenToKeys(endpoint) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

function parametersOf(endpoint: Endpoint, schemas: Schemas): Part[] {
  const { params, query, body, errors = [], creates = false } = endpoint;
  const namedIn = (place: 'path' | 'query', schema: z.ZodType | undefined): Part[] => {
    const { properties, required } = schemas.fields(schema ?? NOTHING);
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: place,
      ...(required.includes(name) && { required: true }),
      schema: asText(value),
    }));
  };
  return [
    ...namedIn('path', params),
    ...namedIn('query', query),
    ...(creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(errors.includes('STALE') && isOfOneVersion(body)
      ? [{ $ref: '#/components/parameters/IfMatch' }]
      : []),
  ];
}

/** Whether a change is based on the version of one record, which its body need not hold. */
function isOfOneVersion(body: z.ZodType | undefined): boolean {
  let inner: unknown = body;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodPipe)
    inner = inner instanceof z.ZodPipe ? inner.in : inner.unwrap();
  if (!(inner instanceof z.ZodObject)) return inner === undefined;
  const { version } = inner.shape;
  return version !== undefined && z.safeParse(version, undefined).success;
}

function requestBodyOf({ body, upload }: Endpoint, schemas: Schemas): Part | undefined {
  if (upload !== undefined) {
    const { properties, required } = schemas.fields(body ?? NOTHING);
    const fields = Object.entries(properties).map(([name, value]) => [name, asText(value)]);
    const schema = {
      type: 'object',
      properties: { ...Object.fromEntries(fields), file: { ...BYTES, maxLength: upload.maxBytes } },
      required: [...required, 'file'],
      additionalProperties: false,
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (body === undefined) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemas.input(body) } },
  };
}

const NOTHING = z.strictObject({});

/**
 * A value as addresses and forms hold it, which is always text: `true` is a boolean, and there is no null. A blank one counts as not
 * given.
 */
function asText(schema: JsonSchema): JsonSchema {
  const { anyOf, type, enum: values } = schema;
  if (String(values) === 'true,false') return { type: 'boolean' };
  const [only, ...others] = anyOf?.filter((option) => option.type !== 'null' && option.const !== '') ?? [];
  if (only !== undefined && others.length === 0) {
    const { anyOf: _options, ...rest } = schema;
    return asText({ ...rest, ...only });
  }
  return Array.isArray(type) ? { ...schema, type: type.find((each) => each !== 'null') ?? 'string' } : schema;
}
