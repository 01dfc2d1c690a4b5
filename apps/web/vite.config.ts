import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** Below this size, in bytes, compression costs more than it saves. */
const SMALLEST = 1024;

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
        if (!/\.(js|css|svg)$/.test(file.fileName)) continue;
        const blob = new Blob([contentOf(file)]);
        if (blob.size < SMALLEST) continue;
        const stream = blob.stream().pipeThrough(new CompressionStream('gzip'));
        await writeFile(join(dir, `${file.fileName}.gz`), await new Response(stream).bytes());
      }
    },
  };
}

/** Builds to `dist`, which the server serves at `/`; its policy allows no inline script, so none is written. */
export default defineConfig({
  plugins: [react(), gzipCopies()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
