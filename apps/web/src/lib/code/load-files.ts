import { LoadError, toLoadError } from './load-error.ts';

/** Longest time to wait for a file. */
const TIMEOUT_MS = 60_000;

/** The files that the browser has, or that are on their way, by URL. */
const arrived = new Map<string, Promise<void>>();

/**
 * Runs `importCode` once the browser has all files that it needs. Every dynamic import of the built app goes through this
 * function (`vite.config.ts`). The browser must not import a file that it cannot get: Chrome, and Firefox before 155,
 * remember the failure until the page is reloaded (whatwg/html#10327, looked up 2026-11-26). Throws LoadError.
 */
export async function loadFiles<T>(importCode: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => arrive(new URL(file, `${location.origin}/`).href)));
  try {
    return await importCode();
  } catch (error) {
    throw toLoadError(error);
  }
}

function arrive(url: string): Promise<void> {
  const known = arrived.get(url);
  if (known !== undefined) return known;
  const arrival = load(url).catch((error: unknown) => {
    // The next attempt asks again.
    arrived.delete(url);
    throw error;
  });
  arrived.set(url, arrival);
  return arrival;
}

async function load(url: string): Promise<void> {
  if (isInDocument(url)) return;
  await fetchWhole(url);
  if (url.endsWith('.css')) await addStyles(url);
}

/** Whether the page itself has loaded the file. */
const isInDocument = (url: string): boolean =>
  [...document.querySelectorAll<HTMLScriptElement>('script[src]')].some(({ src }) => src === url) ||
  [...document.querySelectorAll<HTMLLinkElement>('link[href]')].some(({ href }) => href === url);

/** Reads the whole file, so that the browser's cache has it. */
async function fetchWhole(url: string): Promise<void> {
  let status: number;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    ({ status } = response);
    await response.arrayBuffer();
  } catch (cause) {
    throw new LoadError('offline', { cause });
  }
  if (status === 404) throw new LoadError('updated');
  if (status < 200 || status > 299) throw new LoadError('failed');
}

function addStyles(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', (cause) => {
      link.remove();
      reject(new LoadError('failed', { cause }));
    });
    document.head.append(link);
  });
}
