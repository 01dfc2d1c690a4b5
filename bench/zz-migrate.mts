import { startEmbeddedPostgres } from '@portal/server/db/embedded/start';
import { migrate } from '@portal/server/db/migrate';
import { deriveKeys } from '@portal/server/security/keys';
const folder = '/tmp/b1m/bench';
const server = await startEmbeddedPostgres({ dataDir: `${folder}/patients-1000000`, outsideFolder: `${folder}/outside` });
const t = performance.now();
await migrate({ ownerUrl: server.ownerUrl, appRole: new URL(server.appUrl).username, actAsAppRole: false, keys: deriveKeys(Buffer.alloc(32, 11)), now: new Date() });
console.log('migrated', performance.now() - t, server.ownerUrl);
if (process.argv[2]) { await new Promise((r) => setTimeout(r, Number(process.argv[2]) * 1000)); }
await server.stop();
