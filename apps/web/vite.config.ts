import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Smaller files, in bytes, are not compressed. */
const SMALLEST = 1024;

/**
 * Modules used by at least this many pages go into one file. By default the build creates a file for every few
 * modules, and a page would need 75 to 100 requests. Modules used by fewer pages (charts, PDF viewer, text editor)
 * load with those pages.
 */
const MANY_PAGES = 4;

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array<ArrayBuffer> {
  if (file.type === 'chunk') return file.code;
  return typeof file.source === 'string' ? file.source : new Uint8Array(file.source);
}

/**
 * Writes a gzip copy of every text file, so that the server does not compress the same bytes for every visitor. Uses
 * the written files, because other plugins still replace placeholders before that.
 */
function gzipCopies(): Plugin {
  return {
    name: 'gzip-copies',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(m?js|css|svg)$/.test(file.fileName)) continue;
        const blob = new Blob([contentOf(file)]);
        if (blob.size < SMALLEST) continue;
        const stream = blob.stream().pipeThrough(new CompressionStream('gzip'));
        await writeFile(join(dir, `${file.fileName}.gz`), await new Response(stream).bytes());
      }
    },
  };
}

/**
 * Copies the runtime files of the PDF engine next to the scripts: fonts, character maps, color profiles, and decoders
 * in plain JavaScript, because the content security policy blocks WebAssembly. The folder name contains the version,
 * so it can be cached permanently.
 */
function pdfFiles(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  return {
    name: 'pdf-files',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const version = /"version": "([\d.]+)"/.exec(await readFile(manifest, 'utf8'))?.[1];
      if (version === undefined) throw new Error('pdfjs-dist names no version');
      for (const folder of ['cmaps', 'iccs', 'standard_fonts', 'wasm']) {
        await cp(join(dirname(manifest), folder), join(dir, 'assets', `pdfjs-${version}`, folder), {
          recursive: true,
          filter: (path) => !/\.wasm$|quickjs/.test(path),
        });
      }
    },
  };
}

/**
 * Loads code with `load-files.ts` instead of Vite's own helper, which lets the browser import files that it cannot get.
 * `resolveDependencies` below passes it all files of an import, also those of a single one.
 */
function safeImports(): Plugin {
  const helper = join(import.meta.dirname, 'src/lib/code/load-files.ts');
  return {
    name: 'safe-imports',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => `export { loadFiles as __vitePreload } from ${JSON.stringify(helper)};`,
    },
  };
}

/**
 * Builds to `dist`, which the server serves at `/`. The content security policy allows no inline scripts, so none are
 * written.
 */
export default defineConfig({
  plugins: [react(), safeImports(), pdfFiles(), gzipCopies()],
  // `npm run dev`: everything but the source of the screens is from the portal, PDF fonts of the last build included.
  server: {
    host: '127.0.0.1',
    port: Number(process.env['DEV_PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      '^/(?:api|hubs|assets)/': { target: process.env['DEV_PORTAL'] ?? 'http://127.0.0.1:3000', ws: true },
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // What the build contains, with its licenses: for the notices of a release (scripts/lib/licenses.mjs).
    license: { fileName: '.vite/licenses.json' },
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || files.includes(file) ? files : [file, ...files],
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'common', minShareCount: MANY_PAGES, priority: 1 },
          ],
        },
      },
    },
  },
});
