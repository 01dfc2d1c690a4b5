import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { BlobStore } from './blob-store.ts';
import { FolderStore } from './folder-store.ts';

/** Where documents lie unless they are in a bucket. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** The store that the settings name. The S3 client is only loaded where it is used. */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<BlobStore> {
  if (s3 === undefined) return new FolderStore(filesFolder(dataDir));
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(s3);
}
