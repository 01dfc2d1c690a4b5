import { join, resolve } from 'node:path';

/** The folder of copies made before updates. */
export const copiesFolder = (dataDir: string): string => join(resolve(dataDir), 'before-update');
