import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadError } from './load-error.ts';
import { loadFiles } from './load-files.ts';
import { soon } from '#lib/test/soon.ts';

type Answer = number | 'none';

/** Answers with a status; `none` is a server that cannot be reached. */
function serve(answers: Readonly<Record<string, Answer>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url).pathname;
    asked.push(path);
    const answer = answers[path] ?? 200;
    if (answer === 'none') throw new TypeError('Failed to fetch');
    return new Response('code', { status: answer });
  });
  return asked;
}

/** The result, or the reason of the failure. */
async function outcome(loading: Promise<unknown>): Promise<unknown> {
  try {
    return await loading;
  } catch (error) {
    return error instanceof LoadError ? error.reason : error;
  }
}

const importCode = vi.fn<() => Promise<string>>();
let count = 0;
/** A file that no other test has asked for. */
const newFile = (): string => `assets/part-${(count += 1)}.js`;

beforeEach(() => {
  importCode.mockReset();
  importCode.mockResolvedValue('the code');
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

describe('loading code', () => {
  it.each([
    ['none', 'offline'],
    [404, 'updated'],
    [503, 'failed'],
  ] as const)('does not import files that it cannot get: %s is "%s"', async (answer, reason) => {
    const file = newFile();
    serve({ [`/${file}`]: answer });
    expect(await outcome(loadFiles(importCode, [newFile(), file]))).toBe(reason);
    expect(importCode).not.toHaveBeenCalled();
  });

  it('asks again for what was missing, and only for that', async () => {
    const [file, other] = [newFile(), newFile()];
    serve({ [`/${file}`]: 'none' });
    expect(await outcome(loadFiles(importCode, [file, other]))).toBe('offline');
    const asked = serve({});
    expect(await loadFiles(importCode, [file, other])).toBe('the code');
    await loadFiles(importCode, [file, other]);
    expect(asked).toEqual([`/${file}`]);
  });

  it('does not ask for what the page itself has loaded', async () => {
    const file = newFile();
    document.head.innerHTML = `<script type="module" src="/${file}"></script>`;
    const asked = serve({});
    expect(await loadFiles(importCode, [file])).toBe('the code');
    expect(asked).toEqual([]);
  });

  it('reports code that the browser cannot run', async () => {
    serve({});
    importCode.mockRejectedValue(new TypeError('Importing a module script failed.'));
    expect(await outcome(loadFiles(importCode, [newFile()]))).toBe('failed');
  });

  it('waits for the styles of the code', async () => {
    serve({});
    const loading = loadFiles(importCode, [newFile().replace('.js', '.css')]);
    const link = await vi.waitFor(() => {
      const found = document.querySelector('link');
      expect(found).not.toBeNull();
      return found;
    }, soon);
    expect(importCode).not.toHaveBeenCalled();
    link?.dispatchEvent(new Event('load'));
    expect(await loading).toBe('the code');
  });
});
