import { chmod, mkdir, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { repairPrograms } from './repair.ts';
import { Workplace } from './test/folders.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

describe('the programs of the npm package', () => {
  it('get the modes and links that an install without scripts leaves out, also when repaired twice', async () => {
    const native = join(await workplace.folder(), 'native');
    await mkdir(join(native, 'bin'), { recursive: true });
    await mkdir(join(native, 'lib'));
    await writeFile(join(native, 'bin', 'postgres'), '');
    await chmod(join(native, 'bin', 'postgres'), 0o644);
    await writeFile(join(native, 'lib', 'libz.so.1.2'), '');
    await writeFile(
      join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libz.so.1.2', target: 'native/lib/libz.so.1' }]),
    );
    await repairPrograms(native);
    await repairPrograms(native);
    expect((await stat(join(native, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
    expect(await readlink(join(native, 'lib', 'libz.so.1'))).toBe('libz.so.1.2');
  });
});
