import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@portal/contract';
import { MAX_IMPORT_BYTES } from '@portal/contract/patient-imports';
import { expect, it } from 'vitest';
import { OVERHEAD_BYTES } from '#http/upload.ts';
import { readConfig, SETTINGS } from '#platform/config.ts';
import { portalForTest } from './harness.ts';
import { metricsUrl, samplesOf } from './metrics.ts';

const ROOT = join(import.meta.dirname, '../../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** The first groups of all matches. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

const UNIT = textOf('ops/medical-portal.service');
const NGINX = textOf('ops/nginx.conf');
const CADDY = textOf('ops/Caddyfile');
const DOCKERFILE = textOf('ops/Dockerfile');
const COMPOSE = textOf('ops/compose.yaml');
const COMPOSE_DATABASE = textOf('ops/compose.database.yaml');
const PROMETHEUS = textOf('ops/prometheus.yml');
const PATRONI = textOf('ops/ha/patroni.yml');
const HAPROXY = textOf('ops/ha/haproxy.cfg');
const PGBOUNCER = textOf('ops/ha/pgbouncer.ini');
const PGBACKREST = textOf('ops/ha/pgbackrest.conf');
const ETCD = textOf('ops/ha/etcd.env');
const DASHBOARD = textOf('ops/grafana-dashboard.json');

const fromLines = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split(/[=:] ?(.*)/s).slice(0, 2)));
const settings = {
  unit: fromLines(all(UNIT, /^Environment=(.*)$/gm)),
  image: fromLines((/^ENV (.*)$/m.exec(DOCKERFILE)?.[1] ?? '').split(' ')),
  compose: fromLines(
    all(/^ {4}environment:\n((?: {6}.*\n)+)/m.exec(COMPOSE)?.[1] ?? '', /^ {6}([A-Z_]+: .*)$/gm).map((line) =>
      line.replace(/\$\{\w+:-(.*)\}/, '$1').replace(/\$\{\w+:\+.*\}/, ''),
    ),
  ),
};

it.each(Object.entries(settings))(
  'settings of the %s exist and are valid',
  (_where, { NODE_ENV, NODE_COMPILE_CACHE, ...given }) => {
    expect([undefined, 'production']).toContain(NODE_ENV);
    const cache = all(UNIT, /^CacheDirectory=(\S+)$/gm).map((name) => `/var/cache/${name}`);
    expect([undefined, ...cache]).toContain(NODE_COMPILE_CACHE);
    expect(Object.keys(given).length).toBeGreaterThan(2);
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(() => readConfig(given)).not.toThrow();
  },
);

it('the ports of the files are those of the portal', () => {
  const port = String(readConfig({}).port);
  expect(all(NGINX, /^ {2}server 127\.0\.0\.1:(\d+);/gm)).toEqual([port]);
  expect(all(CADDY, /reverse_proxy 127\.0\.0\.1:(\d+)/g)).toEqual([port]);
  expect(settings.image['PORT']).toBe(port);
  expect(all(DOCKERFILE, /^EXPOSE (\d+)$/gm)).toEqual([port]);
  expect(all(COMPOSE, /- 127\.0\.0\.1:(\d+:\d+)$/gm)).toEqual([`${port}:${port}`]);
  const targets = all(PROMETHEUS, /'127\.0\.0\.1:(\d+)'/g);
  expect([settings.unit['METRICS_PORT'], settings.compose['METRICS_PORT']]).toEqual([...targets, ...targets]);
});

it('the proxies are trusted where the portal sees them', () => {
  expect(settings.unit['TRUSTED_PROXIES']).toBe('127.0.0.1');
  expect([settings.compose['TRUSTED_PROXIES']]).toEqual(all(COMPOSE, /gateway: (\S+)/g));
  expect(all(NGINX, /proxy_set_header (X-Forwarded-\S+ \S+);/g)).toEqual([
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-Host $http_host',
    'X-Forwarded-Proto $scheme',
  ]);
});

it('the proxies accept as much as the portal’s largest request, and not more', () => {
  const largest = (MAX_IMPORT_BYTES + OVERHEAD_BYTES) / 1024;
  expect(all(NGINX, /client_max_body_size (\d+)k;/g)).toEqual([String(largest)]);
  expect(all(CADDY, /max_size (\d+)KiB/g)).toEqual([String(largest)]);
  for (const { upload, maxBodyBytes = 0 } of endpoints)
    expect(Math.max(upload?.maxBytes ?? 0, maxBodyBytes)).toBeLessThanOrEqual(MAX_IMPORT_BYTES);
});

const machine = (port: string) => [1, 2, 3].map((last) => `10.0.0.1${last}:${port}`);

it('the container of the database has what the portal’s settings say', () => {
  const names = all(COMPOSE_DATABASE, /^ {6}([A-Z_]*DATABASE_URL):/gm);
  expect(names).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL']);
  expect(SETTINGS).toEqual(expect.arrayContaining(names));
  const urls = all(COMPOSE_DATABASE, /_URL: (postgres:.*)$/gm).map(
    (url) => new URL(url.replace(/\$\{\w+:\?\}/, 'secret')),
  );
  const created = textOf('ops/create-database.sh');
  for (const { username, pathname, searchParams } of urls) {
    expect(created).toContain(`create role ${username} login`);
    expect(created).toContain(`create database ${pathname.slice(1)} `);
    expect(all(COMPOSE_DATABASE, /^ {6}- socket:(.*)$/gm)).toEqual(urls.map(() => searchParams.get('host')));
  }
});

it('the files for high availability fit together', () => {
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(PATRONI)?.[1]);
  // Patroni requires it.
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'));
  for (const line of ['synchronous_mode: true', 'use_pg_rewind: true', 'mode: required'])
    expect(PATRONI).toMatch(new RegExp(`^ +${line}$`, 'm'));
  const [rest = '', database = ''] = all(
    PATRONI,
    /^ {2}connect_address: 10\.0\.0\.11:(\d+) # this machine$/gm,
  );
  const checked = machine(database).map((address, index) => `db${index + 1} ${address} check port ${rest}`);
  expect(all(HAPROXY, /^ {4}server (db.*)$/gm)).toEqual([...checked, ...checked]);
  const primary = /^listen database\n.*\n {4}bind (.*):(\d+)$/m.exec(HAPROXY)?.slice(1) ?? [];
  expect(all(PGBOUNCER, /^portal = (host=.*) dbname/gm)).toEqual([`host=${primary[0]} port=${primary[1]}`]);
  expect(all(PGBOUNCER, /^pool_mode = (.*)$/gm)).toEqual(['transaction']);
  expect(all(PGBACKREST, /^pg1-path=(.*)$/gm)).toEqual(all(PATRONI, /^ {2}data_dir: (.*)$/gm));
  expect(all(ETCD, /^ETCD_ADVERTISE_CLIENT_URLS=http:\/\/(.*)$/gm)).toEqual(machine('2379').slice(0, 1));
  expect(all(PATRONI, /^ {2}hosts: \[(.*)\]$/gm)).toEqual([machine('2379').join(', ')]);
  const port = String(readConfig({}).port);
  expect(all(HAPROXY, /^ {4}server portal\d 10\.0\.0\.\d+:(\d+) check$/gm)).toEqual([port, port]);
  const paths = new Set(endpoints.map(({ path }): string => `/api${path}`));
  expect(all(HAPROXY, /uri (\/api\S+)/g).filter((path) => !paths.has(path))).toEqual([]);
});

it('unit and image run the server like npm run portal', () => {
  const expected: string[] = [
    'node_modules/.bin/node',
    ...JSON.parse(textOf('scripts/lib/node-arguments.json')),
    'apps/server/src/main.mjs',
  ];
  const folder = /^WorkingDirectory=(.*)$/m.exec(UNIT)?.[1];
  expect(all(UNIT, /^ExecStart=(.*)$/gm)).toEqual([`${folder}/${[...expected, 'serve'].join(' ')}`]);
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(DOCKERFILE)?.[1] ?? '')).toEqual(expected);
  expect(existsSync(join(ROOT, 'apps/server/src/main.mjs'))).toBe(true);
});

it('the dashboard shows metrics that exist, by labels that exist', async () => {
  const portal = await portalForTest({ env: { METRICS_PORT: '0' } });
  await portal.listen();
  const text = await (await fetch(metricsUrl(portal.logged()))).text();
  const exported = new Set([
    ...all(text, /^# TYPE (\w+) (?:gauge|counter)$/gm),
    ...all(text, /^# TYPE (\w+) histogram$/gm).flatMap((name) => [
      `${name}_bucket`,
      `${name}_sum`,
      `${name}_count`,
    ]),
  ]);
  const expressions = all(DASHBOARD, /"expr": (".*"),?$/gm).map((json): string => JSON.parse(json));
  expect(expressions.length).toBeGreaterThan(20);
  const shown = new Set(
    expressions.flatMap((expression) => all(expression, /\b((?:portal|process|nodejs)_\w+)/g)),
  );
  expect([...shown].filter((name) => !exported.has(name))).toEqual([]);
  // The calls and failed batches have no samples yet.
  const labels = new Set(['method', 'route', 'status', 'outcome', 'le']);
  for (const sample of samplesOf(text)) for (const label of all(sample.labels, /(\w+)="/g)) labels.add(label);
  const used = [
    ...expressions
      .flatMap((expression) => all(expression, /by \(([^)]+)\)/g))
      .flatMap((list) => list.split(', ')),
    ...expressions.flatMap((expression) => all(expression, /[{,](\w+)[=!]/g)),
    ...all(DASHBOARD, /\{\{(\w+)\}\}/g),
  ];
  expect(used.filter((label) => !labels.has(label))).toEqual([]);
});

/** Settings that name a folder, all of which the portal writes to. */
const FOLDERS = SETTINGS.filter((name) => name.endsWith('_DIR'));
/** Settings that name a file, which is only read. */
const FILES = SETTINGS.filter((name) => name.endsWith('_FILE'));

it('every folder that a setting may name can be written under the unit and in the container', () => {
  expect([FOLDERS, FILES]).toEqual([['DATA_DIR', 'BACKUP_DIR'], ['WEBHOOK_CA_FILE']]);
  const state = all(UNIT, /^StateDirectory=(\S+)$/gm).map((name) => `/var/lib/${name}`);
  const inUnit = [...state, ...all(UNIT, /^ReadWritePaths=-?(\S+)$/gm)];
  const written = textOf('docs/operations/setting-up.md');
  const mounted = all(COMPOSE, /^ {6}- (?:\S+):(\/\w+)$/gm);
  const set = { ...settings.image, ...settings.compose };
  for (const name of FOLDERS) {
    expect(
      inUnit.filter((folder) => UNIT.includes(`=${name}=${folder}`) || written.includes(`${name}=${folder}`)),
    ).toHaveLength(1);
    const inContainer = set[name] || new RegExp(`${name}: .*\\+(/\\w+)\\}`).exec(COMPOSE)?.[1];
    expect(mounted).toContain(inContainer);
    expect(DOCKERFILE).toMatch(new RegExp(`install -d -o portal .*${inContainer}(?: |$)`, 'm'));
  }
});

it('the unit and the containers can write where nightly backups are made', () => {
  expect(UNIT).toContain('ProtectSystem=strict');
  const [folder = ''] = all(UNIT, /^ReadWritePaths=-(\S+)$/gm);
  expect(textOf('docs/operations/setting-up.md')).toContain(`BACKUP_DIR=${folder}`);
  const [mounted = ''] = all(COMPOSE, /^ {6}- \$\{BACKUP_FOLDER:-\w+\}:(\/\w+)$/gm);
  expect(COMPOSE).toContain(`BACKUP_DIR: \${BACKUP_RECIPIENT:+${mounted}}`);
  expect(DOCKERFILE).toMatch(new RegExp(`install -d -o portal .* ${mounted}$`, 'm'));
});
