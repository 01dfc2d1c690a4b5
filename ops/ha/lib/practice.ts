import { randomBytes } from 'node:crypto';
import { contentOf } from '@portal/domain/template/test/content-of';
import { createDb, createPool } from '@portal/server/db/database';
import { deriveKeys } from '@portal/server/security/keys';
import { hashPassword } from '@portal/server/security/password-hash';
import { fillPatients } from '@portal/bench/fill/patients.ts';
import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import type { StartPooler } from './pooler.ts';

export const PASSWORD = 'Drill-Harbor-Lantern-42';
export const MANAGER = 'manager';
export const PROVIDER = 'provider';

/** What the portals and the drill need to know about the practice. */
export interface Practice {
  readonly masterKey: Buffer;
  /** Through PgBouncer. */
  readonly appUrl: string;
  /** The same login, past PgBouncer. */
  readonly directUrl: string;
  readonly ownerUrl: string;
  readonly readUrl: string;
}

const at = (port: number, login: string) => `postgres://${login}@127.0.0.1:${port}/portal`;

/** Creates logins and an empty database as docs/operations/databases.md says, through HAProxy, and starts PgBouncer for them. */
export async function createDatabase(cluster: Cluster, startPooler: StartPooler): Promise<Practice> {
  const [owner, app] = [randomBytes(18).toString('hex'), randomBytes(18).toString('hex')];
  const client = new Client({ connectionString: cluster.superuserUrl('postgres') });
  await client.connect();
  await client.query(`create role portal_owner login password '${owner}'`);
  await client.query(`create role portal_app login password '${app}'`);
  await client.query(
    `create database portal owner portal_owner template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  );
  await client.query('alter database portal set jit = off');
  await client.end();
  const appLogin = `portal_app:${app}`;
  return {
    masterKey: randomBytes(32),
    appUrl: at(await startPooler({ user: 'portal_app', password: app }), appLogin),
    directUrl: at(cluster.databasePort, appLogin),
    readUrl: at(cluster.standbyPort, appLogin),
    ownerUrl: at(cluster.databasePort, `portal_owner:${owner}`),
  };
}

/** What the writers need. */
export interface Desk {
  readonly templateId: string;
  readonly locationId: string;
}

/** Fills the migrated database: patients, two accounts, an office and a template. */
export async function fillPractice({ ownerUrl, masterKey }: Practice, patients: number): Promise<Desk> {
  const pool = createPool({ url: ownerUrl, size: 2, onError: () => undefined, unhurried: true });
  const db = createDb(pool);
  try {
    await fillPatients(pool, deriveKeys(masterKey), patients);
    const hash = await hashPassword(PASSWORD);
    const accounts = [
      [MANAGER, 'SuperAdmin', null],
      [PROVIDER, 'ProviderPhysician', 'MD'],
    ] as const;
    for (const [userName, role, title] of accounts) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into users (user_name, email, first_name, last_name, title, password_hash)
         values ($1, $1 || '@practice.example', 'Drill', $1, $2, $3) returning id`,
        [userName, title, hash],
      );
      await pool.query('insert into user_roles (user_id, role_id) select $1, id from roles where name = $2', [
        rows[0]?.id,
        role,
      ]);
    }
    const office = await pool.query<{ id: string }>(
      `insert into offices (name, address, city, state, zip_code, phone)
       values ('Main Street', '1 Main Street', 'Chicago', 'IL', '60601', '3125550142') returning id`,
    );
    const content = contentOf({ id: 'note', label: 'Note', required: true });
    const template = await pool.query<{ id: string }>(
      `with template as (
         insert into templates (name, procedure_type) values ('Drill note', 'Injection') returning id
       )
       insert into template_versions (template_id, content_version, content, auto_populate)
       select id, 1, $1, '{}' from template returning template_id as id`,
      [JSON.stringify(content)],
    );
    const templateId = template.rows[0]?.id ?? '';
    return { templateId, locationId: office.rows[0]?.id ?? '' };
  } finally {
    await db.destroy();
  }
}
