import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const load = (name: string) => readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** The fonts of every document, by the name pages use; read when the first document is made. They cover names in many scripts. */
export function fonts(): { readonly regular: Buffer; readonly bold: Buffer } {
  loaded ??= { regular: load('DejaVuSans'), bold: load('DejaVuSans-Bold') };
  return loaded;
}
let loaded: { readonly regular: Buffer; readonly bold: Buffer } | undefined;
