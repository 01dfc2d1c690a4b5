import { endpointNames, endpoints } from '@portal/contract';
import { documentDownload, documentUpload } from '@portal/contract/documents';
import type { Endpoint } from '@portal/contract/endpoint';
import { officeDelete, officeList, officeUpdate } from '@portal/contract/offices';
import { patientExport, patientList, patientUpdate } from '@portal/contract/patients';
import { login } from '@portal/contract/session';
import { health } from '@portal/contract/system';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { description, undescribed } from '#test/described-answers.ts';
import { errorCodesOf } from './answers.ts';

const JSON_ANSWER = { 'content-type': 'application/json; charset=utf-8' };
const notice = (status: number, body: unknown, headers: Record<string, string> = JSON_ANSWER) =>
  undescribed(officeList, { status, body, headers });

describe('the API description', () => {
  let root: Awaited<typeof description>;
  let text: string;
  const of = (endpoint: Endpoint): unknown => {
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    return Object(root['paths'])[path]?.[endpoint.method.toLowerCase()];
  };
  beforeAll(async () => {
    root = await description;
    text = JSON.stringify(root);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(root));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
  });

  it('has every endpoint once, under its name', () => {
    const paths: Record<string, Record<string, { operationId: string }>> = Object(root['paths']);
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.operationId),
    );
    expect(ids.toSorted()).toEqual([...endpointNames.values()].toSorted());
    for (const endpoint of endpoints)
      expect(of(endpoint)).toMatchObject({ operationId: endpointNames.get(endpoint) });
  });

  it('refers only to components that it has, and has no others', () => {
    const components: Record<string, object> = Object(root['components']);
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name = '']) => name),
    );
    const { securitySchemes: _schemes, ...parts } = components;
    const had = Object.entries(parts).flatMap(([kind, part]) =>
      Object.keys(part).map((name) => `${kind}/${name}`),
    );
    expect([...referred].toSorted()).toEqual(had.toSorted());
  });

  it('names the schemas of the contract, those of requests apart if they differ', () => {
    expect(of(patientList)).toMatchObject({
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { properties: { data: { items: { $ref: '#/components/schemas/PatientRow' } } } },
            },
          },
        },
      },
    });
    expect(root).toMatchObject({
      components: {
        schemas: {
          // Requests may leave out what has a default; answers have it.
          CountRange: { required: ['from', 'to', 'step'] },
          CountRangeInput: { required: ['from'] },
          OfficeBody: { required: expect.arrayContaining(['name']), additionalProperties: false },
          PatientRef: { required: expect.not.arrayContaining(['isDeceased']) },
        },
      },
    });
    expect(text).not.toMatch(/"\$ref":"#\/(?!components\/)/);
  });

  it('says what a query takes: numbers with their limits, flags and choices', () => {
    expect(of(patientList)).toMatchObject({
      parameters: expect.arrayContaining([
        {
          name: 'page',
          in: 'query',
          schema: expect.objectContaining({ type: 'integer', minimum: 1, default: 1 }),
        },
        {
          name: 'pageSize',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        { name: 'sortDirection', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } },
        { name: 'includeInactive', in: 'query', schema: { type: 'boolean' } },
      ]),
    });
  });

  it('says which headers a request can have', () => {
    expect(of(documentUpload)).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    });
    expect(of(officeUpdate)).toMatchObject({
      parameters: [{ name: 'id', required: true }, { $ref: '#/components/parameters/IfMatch' }],
    });
    expect(of(officeList)).toMatchObject({ parameters: [{ name: 'includeInactive' }] });
  });

  it('describes uploads as forms', () => {
    expect(of(documentUpload)).toMatchObject({
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              required: ['type', 'category', 'patientId', 'file'],
              properties: {
                acceptDuplicate: { type: 'boolean' },
                file: { contentMediaType: 'application/octet-stream', maxLength: 25 * 1024 * 1024 },
              },
            },
          },
        },
      },
    });
  });

  it('describes answers: files with their types, and those without a body', () => {
    expect(of(patientExport)).toMatchObject({
      responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
    });
    expect(of(documentDownload)).toMatchObject({
      responses: { 200: { content: { 'application/pdf': {}, 'image/png': {}, 'text/plain': {} } } },
    });
    expect(of(officeDelete)).toMatchObject({ responses: { 204: { description: 'Done' } } });
    expect(of(officeDelete)).not.toHaveProperty('responses.200');
    expect(of(officeDelete)).not.toHaveProperty('responses.204.content');
    expect(of(patientUpdate)).toHaveProperty('responses.200.content.application/json.schema.anyOf', [
      { $ref: '#/components/schemas/Patient' },
      { $ref: '#/components/schemas/Receipt' },
    ]);
  });

  it('says which errors an endpoint answers with, and no others', () => {
    expect([...errorCodesOf(health)].toSorted()).toEqual(
      ['BAD_REQUEST', 'SERVER_ERROR', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'VALIDATION'].toSorted(),
    );
    expect(of(officeUpdate)).toMatchObject({
      responses: { 409: { $ref: '#/components/responses/ConflictOrStale' } },
    });
    expect(of(login)).not.toHaveProperty('responses.403');
    expect(of(officeList)).not.toHaveProperty('responses.404');
    expect(root).toMatchObject({
      components: {
        responses: {
          Stale: {
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/ErrorBody' },
                    { properties: { code: { enum: ['STALE'] } } },
                  ],
                },
              },
            },
          },
          TooManyRequests: { headers: { 'Retry-After': {} } },
        },
      },
    });
  });

  it('says who can call an endpoint: nobody in particular, users, or also API keys', () => {
    const both = [{ session: [] }, { apiKey: [] }];
    expect(of(health)).toMatchObject({ security: [] });
    expect(of(patientList)).toMatchObject({ security: both });
    expect(root).toMatchObject({
      servers: [{ url: '/' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/api/auth/sessions': { get: { security: [{ session: [] }] } },
        '/api/office': { get: { security: both } },
        '/api/timecard/clock-in': { post: { security: [{ session: [] }] } },
        '/api/api-keys': { post: { security: [{ session: [] }] } },
      },
    });
  });

  it('lets tests notice an answer that it does not describe', async () => {
    expect(await notice(200, [])).toBeUndefined();
    expect(await notice(200, [{ id: 'x' }])).toContain('"keyword":"required"');
    expect(await notice(200, '', { 'content-type': 'text/html' })).toBe(
      'officeList answered 200 with text/html',
    );
    expect(await notice(404, {})).toContain('which is not described');
    const refused = { message: 'No', error: 'No', requestId: '1', code: 'STALE' };
    expect(await notice(403, refused)).toContain('"keyword":"enum"');
    expect(await notice(403, { ...refused, code: 'FORBIDDEN' })).toBeUndefined();
    expect(await notice(429, { ...refused, code: 'TOO_MANY_REQUESTS' })).toContain('Retry-After');
  });
});
