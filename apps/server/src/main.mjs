// JavaScript: Node’s compiler of types takes 20 MB, and is only loaded for TypeScript that is not in the compile cache yet.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runCommand } = await import('#cli/run.ts');
process.exitCode = await runCommand(process.argv.slice(2));
