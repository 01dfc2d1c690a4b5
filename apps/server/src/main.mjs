// JavaScript: Node’s compiler of types takes 20 MB, and is only loaded for TypeScript that is not in the compile cache yet.
import { enableCompileCache, registerHooks } from 'node:module';

enableCompileCache();
// Node looks up each import in folders and packages, a third of the start. Ours name their files, and a name of `@portal` means the same everywhere.
const sources = new URL('.', import.meta.url).href;
const found = new Map();
registerHooks({
  resolve(name, context, next) {
    if (name.endsWith('.ts')) {
      const url = name.startsWith('#') ? sources + name.slice(1) : new URL(name, context.parentURL).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    if (!name.startsWith('@portal/')) return next(name, context);
    const known = found.get(name) ?? { ...next(name, context), shortCircuit: true };
    found.set(name, known);
    return known;
  },
});
const { runCommand } = await import('#cli/run.ts');
process.exitCode = await runCommand(process.argv.slice(2));
