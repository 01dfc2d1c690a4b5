import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from '../support/test.ts';

const BUILDS = join(import.meta.dirname, '../../apps/web/dist');
/** Compressed, in bytes: the script of all pages, what a page adds to it, and what a part of a page, such as the PDF viewer, does. */
const BUDGET = { portal: 290_000, page: 145_000, part: 220_000 };

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
    isDynamicEntry: z.boolean().default(false),
  }),
);

const line = (name: string, size: number) =>
  process.stdout.write(`${name.padEnd(64)}${(size / 1000).toFixed(1).padStart(8)}\n`);

test('the compressed script of the portal and of each page', { tag: '@perf' }, async () => {
  const dist = join(BUILDS, await readFile(join(BUILDS, 'current'), 'utf8'));
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')),
  );
  const filesOf = (entries: readonly string[]): Set<string> => {
    const known = new Set(entries);
    for (const entry of known) for (const next of manifest[entry]?.imports ?? []) known.add(next);
    return known;
  };
  const sizeOf = async (entries: Iterable<string>) => {
    let sum = 0;
    for (const entry of entries) {
      const file = join(dist, manifest[entry]?.file ?? '');
      const compressed = await stat(`${file}.gz`).catch(() => stat(file));
      sum += compressed.size;
    }
    return sum;
  };
  const signIn = filesOf(Object.keys(manifest).filter((entry) => manifest[entry]?.isEntry === true));
  const portal = filesOf([...signIn, 'src/app/PortalApp.tsx']);
  const portalSize = await sizeOf([...portal].filter((entry) => !signIn.has(entry)));
  const pages: { readonly name: string; readonly size: number }[] = [];
  for (const [name, { isDynamicEntry, file }] of Object.entries(manifest)) {
    if (!isDynamicEntry || portal.has(name) || !file.endsWith('.js')) continue;
    pages.push({ name, size: await sizeOf([...filesOf([name])].filter((entry) => !portal.has(entry))) });
  }
  process.stdout.write(`\n${'compressed script, KB'.padEnd(64)}\n`);
  line('sign-in screen', await sizeOf(signIn));
  line('portal after sign-in', portalSize);
  for (const { name, size } of pages.toSorted((one, other) => other.size - one.size)) line(name, size);
  expect(portalSize).toBeLessThan(BUDGET.portal);
  const budgetOf = (name: string) => (/(Page|Route)\.tsx$/.test(name) ? BUDGET.page : BUDGET.part);
  expect(pages.filter(({ name, size }) => size > budgetOf(name))).toEqual([]);
});
