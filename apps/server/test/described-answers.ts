import { endpointNames } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeApi } from '#http/openapi/document.ts';

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: AnySchemaObject }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
}

/** The API description as clients read it. */
export const description = describeApi('/');
const ajv = description.then((root) => {
  const checker = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  formats.default(checker);
  return checker.addSchema({ ...root }, 'api');
});

/** What of an answer the API description does not say, or undefined. */
export async function undescribed(
  endpoint: Endpoint,
  {
    status,
    body,
    headers,
  }: { readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, unknown>> },
): Promise<string | undefined> {
  const root = await description;
  const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
  let place = ['paths', path, endpoint.method.toLowerCase(), 'responses', String(status)];
  let answer = at(root, place);
  if (answer?.$ref !== undefined) {
    place = answer.$ref.split('/').slice(1);
    answer = at(root, place);
  }
  const what = `${endpointNames.get(endpoint)} answered ${status}`;
  if (answer === undefined) return `${what}, which is not described: ${JSON.stringify(body)}`;
  if (answer.headers?.['Retry-After'] !== undefined && status === 429 && !('retry-after' in headers))
    return `${what} without Retry-After`;
  const { content } = answer;
  if (content === undefined) return body === undefined ? undefined : `${what} with a body`;
  const type = String(headers['content-type']).replace(/;.*/, '');
  if (content[type] === undefined) return `${what} with ${type}`;
  if (type !== 'application/json') return undefined;
  const pointer = [...place, 'content', type, 'schema'].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const matches = (await ajv).getSchema(`api#/${pointer.join('/')}`);
  if (matches === undefined) throw new Error(`${what}: no schema at ${pointer.join('/')}`);
  if (matches(body) === true) return undefined;
  return `${what} with what is not described: ${JSON.stringify(matches.errors)}`;
}

function at(root: object, place: readonly string[]): Described | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON that was valid OpenAPI in its own test
  return place.reduce<unknown>((part, name) => Object(part)[name], root) as Described | undefined;
}
