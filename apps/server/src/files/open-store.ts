import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { BlobStore } from './blob-store.ts';
import { FolderStore } from './folder-store.ts';

/** The folder of stored files if no S3 bucket is configured. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Opens the configured store. The S3 client is loaded only when needed. */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<BlobStore> {
  if (s3 === undefined) return new FolderStore(filesFolder(dataDir));
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(s3);
}
