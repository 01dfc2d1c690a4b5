import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeDurably } from './files.ts';

/** Passwords of the cluster's superuser and of the portal's two accounts. */
export type Credentials = z.infer<typeof credentialsSchema>;

/** Where the server listens. */
export const host = '127.0.0.1';

/** Names in the cluster. Migrations grant privileges to `app`. */
export const databaseNames = {
  superuser: 'postgres',
  owner: 'portal_owner',
  app: 'portal_app',
  database: 'portal',
};

/** Passwords are part of URLs, where other characters have a meaning. */
const passwordSchema = z.string().regex(/^[\w-]{20,100}$/);

/** The content of the password file. */
export const credentialsSchema = z.strictObject({
  superuser: passwordSchema,
  owner: passwordSchema,
  app: passwordSchema,
});

/**
 * Reads the passwords from the folder, or undefined when there are none. Throws `EmbeddedDatabaseError` when the file
 * is damaged.
 */
export async function readCredentials(folder: string): Promise<Credentials | undefined> {
  return readJsonFile(credentialsFile(folder), credentialsSchema);
}

/** Connection URLs for a server on this port. They contain passwords: never log them. */
export function databaseUrls(
  { superuser, owner, app }: Credentials,
  port: number,
): { superuserUrl: string; ownerUrl: string; appUrl: string } {
  const url = (name: string, secret: string, database: string) =>
    `postgres://${name}:${secret}@${host}:${port}/${database}`;
  return {
    superuserUrl: url(databaseNames.superuser, superuser, 'postgres'),
    ownerUrl: url(databaseNames.owner, owner, databaseNames.database),
    appUrl: url(databaseNames.app, app, databaseNames.database),
  };
}

/** Creates new random passwords. */
export function newCredentials(): Credentials {
  return { superuser: password(), owner: password(), app: password() };
}

/** Saves the passwords in a file with mode 0600. */
export async function saveCredentials(folder: string, credentials: Credentials): Promise<void> {
  await writeDurably(credentialsFile(folder), `${JSON.stringify(credentials, null, 2)}\n`);
}

/** Path of a data folder’s password file. */
export function credentialsFile(folder: string): string {
  return join(folder, 'credentials.json');
}

function password(): string {
  return randomBytes(24).toString('base64url');
}
