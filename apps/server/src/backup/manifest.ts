import { z } from 'zod';
import type { Keys } from '#security/keys.ts';

/** The format of the archive. Increased by changes that older versions cannot read. */
export const FORMAT = 1;

/** The names of an archive’s own files. */
export const NAMES = {
  manifest: 'manifest.json',
  summary: 'summary.json',
  masterKey: 'keys/master.key',
  credentials: 'database/credentials.json',
  cluster: 'database/cluster/',
  files: 'files/',
  checksums: 'checksums/',
} as const;

/** The first file of a backup: what is needed to decide whether it can be restored here. */
export const manifestSchema = z.object({
  format: z.number(),
  createdAt: z.iso.datetime(),
  /** Version of the portal. */
  version: z.string(),
  /** The last migration of the database. */
  migration: z.string(),
  /** `external`: the database is on another server, and its own tools back it up. */
  database: z.enum(['embedded', 'external']),
  /** False for a copy of the database that was made before an update. */
  hasDocuments: z.boolean(),
  /** Recognizes the master key without revealing it. */
  keyFingerprint: z.hex(),
  hasMasterKey: z.boolean(),
  /** Missing in backups of earlier versions, which have no signature. */
  isSigned: z.boolean().optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The last file of a backup: what the database contained shortly before the end of the backup. */
export const summarySchema = z.object({
  /** Rows per table. */
  rows: z.record(z.string(), z.number()),
  auditHeads: z.array(z.object({ chain: z.number(), seq: z.number(), mac: z.hex() })),
  documents: z.number(),
  /** Documents whose files were missing when the backup was made. */
  missingDocuments: z.number(),
  /** Of everything before it and the rest of the summary (`SignedContent`). */
  signature: z.string().optional(),
});
export type Summary = z.infer<typeof summarySchema>;

/** The fingerprint of a master key as text. */
export const fingerprintOf = (keys: Keys): string => keys.fingerprint.toString('hex');
