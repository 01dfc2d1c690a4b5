import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { documentDelete, documentList } from '@portal/contract/documents';
import { officeList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeApiKey, makePatient, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The file that `npx` runs for a package. */
async function commandOf(name: string): Promise<string> {
  const path = findPackageJSON(name, import.meta.url) ?? '';
  const { bin } = z
    .object({ bin: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(path, 'utf8')));
  return join(dirname(path), Object.values(bin)[0] ?? '');
}

/**
 * Generators use an API that TypeScript 7 does not have (https://github.com/hey-api/hey-api/issues/4235, read on 2026-11-27), so they get the
 * TypeScript 5 of this workspace. npm would give them the one of the repository, which their ranges allow.
 */
const WITH_TYPESCRIPT_5 = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   const here = { parentURL: ${JSON.stringify(import.meta.url)} };
   registerHooks({ resolve: (name, context, next) => next(name, name === 'typescript' ? { ...context, ...here } : context) });`,
)}`;

/** By the heading in the guide: a program that prints the token of a user who signs in, or the code of the refusal. */
const SIGN_IN = {
  'openapi-typescript and openapi-fetch': `
      import createClient from 'openapi-fetch';
      import type { paths } from './portal.js';
      const body = { username: process.env.NAME ?? '', password: process.env.PASSWORD ?? '' };
      const { data, error } = await createClient<paths>({ baseUrl: process.env.PORTAL }).POST('/api/auth/login', { body });
      console.log(error?.code === 'INVALID_CREDENTIALS' ? error.code : data?.token);`,
  'The client of Hey API': `
      import { client } from './portal/client.gen.js';
      import { login } from './portal/sdk.gen.js';
      client.setConfig({ baseUrl: process.env.PORTAL });
      const body = { username: process.env.NAME ?? '', password: process.env.PASSWORD ?? '' };
      const { data, error } = await login({ body });
      console.log(error?.code === 'INVALID_CREDENTIALS' ? error.code : data?.token);`,
};

/** What the guide shows below a heading: the generator with its arguments, and the program. */
async function shownBelow(heading: string): Promise<{ generator: string; args: string[]; program: string }> {
  const guide = await readFile(join(ROOT, 'docs/guide/generated-clients.md'), 'utf8');
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const codeOf = (language: string) =>
    [...section.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .flatMap(([, found, code]) => (found === language ? code : []))
      .join('');
  const [, generator = '', ...args] = codeOf('sh').trim().split(' ');
  return { generator, args, program: codeOf('ts') };
}

describe.each(Object.entries(SIGN_IN))('a client of the guide’s “%s”', (heading, signInProgram) => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let folder: string;
  let origin: string;

  beforeAll(async () => {
    portal = await openTestPortal({ env: { OPENAPI: 'true' } });
    admin = await signedInAs(portal, 'SuperAdmin');
    await makePatient(portal, { lastName: 'Lovelace' });
    origin = await portal.listen();
    folder = await mkdtemp(join(tmpdir(), 'portal-client-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const description = await fetch(`${origin}/api/docs/json`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    await writeFile(join(folder, 'portal.json'), await description.text());
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const { generator, args } = await shownBelow(heading);
    await run(process.execPath, [await commandOf(generator), ...args], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: `--import=${WITH_TYPESCRIPT_5}` },
    });
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  const program = async (name: string, env: Record<string, string>) =>
    (
      await run(process.execPath, [join(folder, `built/${name}.js`)], { env: { ...env, PORTAL: origin } })
    ).stdout.trim();

  it('compiles with strict types, and does what the guide shows', async () => {
    await writeFile(join(folder, 'sign-in.ts'), signInProgram);
    await writeFile(join(folder, 'guide.ts'), (await shownBelow(heading)).program);
    const options = {
      strict: true,
      target: 'ES2024',
      module: 'NodeNext',
      lib: ['ES2024', 'DOM'],
      types: ['node'],
      outDir: 'built',
      skipLibCheck: true,
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['sign-in.ts', 'guide.ts'] }),
    );
    await mkdir(join(folder, 'built'));
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', folder];
    const { stdout } = await run(process.execPath, tsc).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe('');

    const signIn = { NAME: admin.userName, PASSWORD: TEST_PASSWORD };
    expect(await program('sign-in', { ...signIn, PASSWORD: 'wrong' })).toBe('INVALID_CREDENTIALS');
    const token = await program('sign-in', signIn);
    const key = await makeApiKey(portal, admin, [
      'Patient.View',
      'Admin.ManageOffices',
      'Document.Upload',
      'Document.View',
    ]);
    expect(await program('guide', { TOKEN: token })).toMatch(GUIDE);
    expect(
      (await portal.succeed(officeList, {}, admin)).filter(({ name }) => name === 'Annex'),
    ).toMatchObject([{ city: 'Sparks', version: 2 }]);
    // No office can have the same name, and no patient the same file twice.
    await portal.owner.query("update offices set name = 'First annex' where name = 'Annex'");
    const { data } = await portal.succeed(documentList, {}, admin);
    for (const { id } of data)
      await portal.succeed(documentDelete, { params: { id }, body: { reason: 'From the first run' } }, admin);
    expect(await program('guide', { TOKEN: key.token })).toMatch(GUIDE);
  });
});

const GUIDE = /^Patients: 1\nLate: Someone else changed this record .*\nFile: Hemoglobin 13\.5$/;
