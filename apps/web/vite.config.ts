import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** Below this size, in bytes, compression costs more than it saves. */
const SMALLEST = 1024;

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array<ArrayBuffer> {
  if (file.type === 'chunk') return file.code;
  return typeof file.source === 'string' ? file.source : new Uint8Array(file.source);
}

/** Puts a gzip copy beside every text file, so that the server need not compress the same bytes for every visitor. */
function gzipCopies(): Plugin {
  return {
    name: 'gzip-copies',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|svg)$/.test(file.fileName)) continue;
        const blob = new Blob([contentOf(file)]);
        if (blob.size < SMALLEST) continue;
        const stream = blob.stream().pipeThrough(new CompressionStream('gzip'));
        const source = new Uint8Array(await new Response(stream).arrayBuffer());
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source });
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
