// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Budget for the compressed script of the sign-in screen, in bytes (from the design). */
const BUDGET = 200_000;
/** Code of pages that require sign-in: pickers, date library, tables, live connection, toasts, forms. */
const NOT_AT_SIGN_IN =
  /DateCalendar|LocalizationProvider|MuiDataGrid|HubConnection|MuiSnackbar|QueryClient set/;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

// Output of `vite build`; the test run builds first.
const pointers = import.meta.glob('/dist/*', { eager: true, query: '?raw', import: 'default' });
const manifests = import.meta.glob('/dist/*/.vite/manifest.json', { eager: true, import: 'default' });
const pages = import.meta.glob('/dist/*/index.html', { eager: true, query: '?raw', import: 'default' });
const scripts = import.meta.glob('/dist/*/assets/*.js', { query: '?raw', import: 'default' });

/** The folder of the build that servers serve. */
const build = `/dist/${z.string().parse(pointers['/dist/current'])}`;

/** The scripts that a browser loads for the sign-in screen: the entry and all its imports. */
function firstScripts(): string[] {
  const manifest = manifestSchema.parse(manifests[`${build}/.vite/manifest.json`]);
  const wanted = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  for (const key of wanted) {
    for (const next of manifest[key]?.imports ?? []) if (!wanted.includes(next)) wanted.push(next);
  }
  return wanted.map((key) => `${build}/${manifest[key]?.file ?? ''}`);
}

async function textOf(path: string): Promise<string> {
  return z.string().parse(await scripts[path]?.());
}

async function compressedSize(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

describe('the built sign-in screen', () => {
  it('needs at most 200 KB of compressed script', async () => {
    const sizes = await Promise.all(firstScripts().map(async (path) => compressedSize(await textOf(path))));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
  });

  it('contains no code of pages that require sign-in', async () => {
    const texts = await Promise.all(firstScripts().map(textOf));
    expect(texts.filter((text) => NOT_AT_SIGN_IN.test(text))).toEqual([]);
  });

  it('has no inline script, which the content security policy forbids', () => {
    const page = z.string().parse(pages[`${build}/index.html`]);
    expect(page).toMatch(/<script type="module" crossorigin src="\/assets\//);
    expect(page.match(/<script(?![^>]*\ssrc=)/g)).toBeNull();
  });
});

describe('the built app', () => {
  it('imports no code before it knows that all its files can be loaded', async () => {
    const texts = await Promise.all(
      Object.keys(scripts)
        .filter((path) => path.startsWith(build))
        .map(textOf),
    );
    const imports = texts.flatMap((text) => [...text.matchAll(/\bimport\(`\.\/[^`]*`\).{0,200}/gs)]);
    expect(imports.length).toBeGreaterThan(50);
    // Each import is followed by the list of its files for `loadFiles`.
    expect(imports.map(([text]) => text).filter((text) => !/__vite__mapDeps\(\[\d/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('vite:preloadError'))).toEqual([]);
  });
});
