import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** Below this size, in bytes, compression costs more than it saves. */
const SMALLEST = 1024;

/**
 * What as many pages need comes in one file, with the first of them: left alone, the build makes a file of every few modules, and a
 * page would take 75 to 100 requests. What fewer need (charts, the PDF viewer, the text editor) comes with those pages.
 */
const MANY_PAGES = 4;

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array<ArrayBuffer> {
  if (file.type === 'chunk') return file.code;
  return typeof file.source === 'string' ? file.source : new Uint8Array(file.source);
}

/**
 * Puts a gzip copy beside every text file, so that the server need not compress the same bytes for every visitor. Made of
 * what was written: until then other plugins still replace placeholders in the code.
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
 * Puts what the PDF engine reads at run time beside the scripts: fonts, character maps, colour profiles, and decoders for scans
 * in plain script, because the policy allows no WebAssembly. The folder carries the version, so it can be cached for ever.
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

/** Builds to `dist`, which the server serves at `/`; its policy allows no inline script, so none is written. */
export default defineConfig({
  plugins: [react(), pdfFiles(), gzipCopies()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
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
