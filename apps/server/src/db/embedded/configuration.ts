import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Passwords are required, and only programs of this machine can connect. All other settings are given at each start. */
const FILES: Readonly<Record<string, string>> = {
  'postgresql.conf': `# Written by the portal, which passes all settings when it starts the server.
datestyle = 'iso, mdy'
default_text_search_config = 'pg_catalog.english'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
`,
  'postgresql.auto.conf': '',
  'pg_hba.conf': 'local all all reject\nhost all all 127.0.0.1/32 scram-sha-256\n',
  'pg_ident.conf': '',
};

/** Writes the configuration of a cluster, the same for new and restored ones. */
export async function writeConfiguration(cluster: string, account: Account): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(cluster, name);
    await writeFile(path, text, { mode: 0o600, flush: true });
    if (account) await chown(path, account.uid, account.gid);
  }
}
