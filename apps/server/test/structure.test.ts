import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/endpoint';
import { file } from '@portal/contract/file';
import { templateContentJsonSchema } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_LINES = 400;
const GENERATED = 'apps/server/src/db/schema.ts';

/** Without stored responses, because they show a secret only once; their names are unique. */
const SHOWN_ONCE: readonly string[] = ['POST /api-keys', 'POST /admin/webhooks'];

/** Endpoints that read health data without an audit entry, with the reason. */
const UNRECORDED_READS: readonly string[] = [
  // Autosaves every few seconds; the resulting save is recorded.
  'PUT /dictation/drafts/:id',
  'PUT /form-drafts/:id',
];
/** Endpoints that change data without an audit entry. */
const UNRECORDED_CHANGES: readonly string[] = [
  // Searches and a dry run change nothing.
  'POST /admin/billing-code/import/preview',
  'POST /admin/template/import/preview',
  'POST /office/import/preview',
  'POST /user/import/preview',
  'POST /admin/template/templates/:id/references',
  'POST /admin/title/search',
  'POST /billing-code/:type/descriptions',
  'POST /billing-code/search',
  'POST /dictation/checked-codes',
  'POST /dictation/official-codes',
  // Names on an audit log page, whose reading is recorded.
  'POST /audit/resolve-entities',
  // Heartbeats and tickets only update the time of the last activity.
  'POST /auth/heartbeat',
  'POST /auth/live-ticket',
  // Only says for a minute that a form is open.
  'POST /record-editors',
  // Only marks the caller's own notifications as seen.
  'POST /notifications/read',
  // Enabling two-factor authentication is recorded.
  'POST /auth/second-factor/setup',
  // Challenges and the start of adding a passkey; the use and the new passkey are recorded.
  'POST /auth/passkeys/start',
  'POST /auth/second-factor/challenge',
  // Suggests codes without patient data; nothing is stored.
  'POST /templatebillingcoderule/evaluate',
  // A preview that changes nothing and shows no health data.
  'POST /users/:id/permissions/copy/preview',
  // Autosaves every few seconds; the resulting save is recorded.
  'PUT /dictation/drafts/:id',
  'PUT /form-drafts/:id',
  // Which record a user opened is in the audit log as a view.
  'POST /recent',
];
/** Endpoints that may create but return 200, because they may also update, or store nothing. */
const MAY_CREATE: readonly string[] = [
  'POST /charges/batch',
  'POST /permissions/bulk-assign',
  'POST /pillcount/calculate',
  'POST /users/:id/permissions/override',
];

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const ours = endpoints.map((endpoint): [string, Endpoint] => [keyOf(endpoint), endpoint]);

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|\/dist\//.test(path) && !path.endsWith(GENERATED));
}

describe('source files', () => {
  it.each(['apps/server', 'packages'])('have at most 400 lines in %s', async (folder) => {
    const long = [];
    for (const path of await sourceFiles(folder)) {
      const lines = (await readFile(path, 'utf8')).split('\n').length;
      if (lines > MAX_LINES) long.push(`${relative(ROOT, path)}: ${lines}`);
    }
    expect(long).toEqual([]);
  });
});

describe('contract', () => {
  it('declares every endpoint once', () => {
    expect(ours.map(([key]) => key)).toHaveLength(new Set(ours.map(([key]) => key)).size);
  });

  it.each(ours)('%s has a guard and a summary', (_key, endpoint) => {
    expect(['public', 'signedIn', 'permission', 'roles']).toContain(endpoint.guard.kind);
    expect('anyOf' in endpoint.guard ? endpoint.guard.anyOf.length : 1).toBeGreaterThan(0);
    expect(endpoint.path).toMatch(/^(\/([a-z][a-z0-9-]*|:[a-z][A-Za-z]*))+$/);
    expect(endpoint.summary).toMatch(/^\S.*[^.]$/s);
    expect(endpoint.tag).toMatch(/^[A-Z]/);
  });

  it('says what each file can be', () => {
    const nameless = ours.filter(
      ([, { response, mediaTypes = [] }]) => response === file && mediaTypes.length === 0,
    );
    expect(nameless.map(([key]) => key)).toEqual([]);
  });

  it('records every access to health data', () => {
    const unrecorded = ours.filter(([, { healthData, audit }]) => healthData && audit === null);
    expect(unrecorded.map(([key]) => key).toSorted()).toEqual(UNRECORDED_READS);
  });

  it('records every change', () => {
    const unrecorded = ours.filter(([, { method, audit }]) => method !== 'GET' && audit === null);
    expect(unrecorded.map(([key]) => key).toSorted()).toEqual(UNRECORDED_CHANGES.toSorted());
  });

  it('supports Idempotency-Key in every endpoint that creates, and only with POST', () => {
    const creating = ours
      .filter(([key, { status }]) => status === 201 && !SHOWN_ONCE.includes(key))
      .map(([key]) => key);
    const keyed = ours.filter(([, { creates }]) => creates === true).map(([key]) => key);
    expect(keyed.toSorted()).toEqual([...creating, ...MAY_CREATE].toSorted());
    expect(keyed.filter((key) => !key.startsWith('POST '))).toEqual([]);
  });

  it('marks no changing endpoint as background, except the ticket, autosaves and who is editing', () => {
    const changing = ours.filter(([, { method, background }]) => background === true && method !== 'GET');
    expect(changing.map(([key]) => key).toSorted()).toEqual([
      'POST /auth/live-ticket',
      'POST /record-editors',
      'PUT /dictation/drafts/:id',
      'PUT /form-drafts/:id',
    ]);
  });

  it('makes only sign-in, what it shows of the practice, and process health public', () => {
    const open = ours.filter(([, { guard }]) => guard.kind === 'public').map(([key]) => key);
    expect(open.toSorted()).toEqual([
      'GET /health',
      'GET /practice/logo/:id',
      'GET /practice/mark',
      'GET /ready',
      'POST /auth/login',
      'POST /auth/sso/session',
    ]);
  });
});

it('numbers migrations without gaps', async () => {
  const files = (await readdir(join(ROOT, 'apps/server/migrations'))).toSorted();
  expect(files.map((name) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))).toEqual(
    files.map((_, index) => index + 1),
  );
});

it('publishes the current schema of template content', async () => {
  const published: unknown = JSON.parse(
    await readFile(join(ROOT, 'docs/template-content.schema.json'), 'utf8'),
  );
  expect(published).toMatchObject({ ...templateContentJsonSchema() });
});
