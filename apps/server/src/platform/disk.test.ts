import { syncFolder } from './disk.ts';
import { expect, it } from 'vitest';

it('a file system that cannot sync folders is no failure', async () => {
  // Like some network shares, it answers EINVAL.
  await expect(syncFolder('/proc')).resolves.toBeUndefined();
  await expect(syncFolder('/no/such/folder')).rejects.toThrow('ENOENT');
});
