import type { Page, Request, Route } from '@playwright/test';

/** What a page asks the server for, in order: each round waits for the responses of the one before. */
export type Rounds = readonly (readonly string[])[];

/** Counts the rounds of what an action loads. */
export interface RoundCounter {
  /** Loads a page anew, and waits until its live connection is open, too. */
  readonly open: (path: string) => Promise<Rounds>;
  /** Follows a link to a page that does not have the link. */
  readonly follow: (href: string) => Promise<Rounds>;
}

const nameOf = (request: Request) => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
};

/** Whether a URL is a call to the server, not code, a style or an image, such as the practice's logo. */
export const isCall = ({ pathname }: URL): boolean =>
  /^\/(?:api(?!\/practice\/logo\/)|hubs)\//.test(pathname);

/**
 * Prepares counting. Every call is held until the page asks for nothing more without an answer; then all are let through. This counts what
 * depends on what, and no time is measured.
 */
export async function countRounds(page: Page): Promise<RoundCounter> {
  const held: Route[] = [];
  const running = new Set<Request>();
  let asked = 0;
  let fetches = 0;
  let isLive = false;
  let isHeld = false;
  page.on('request', (request) => {
    asked += 1;
    if (request.resourceType() === 'fetch') fetches += 1;
    running.add(request);
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  page.on('websocket', (socket) => {
    socket.once('framereceived', () => {
      isLive = true;
    });
  });
  // The page knows of a request before this process does.
  await page.addInitScript(() => {
    const send = window.fetch;
    let started = 0;
    window.fetch = (...request) => {
      started += 1;
      return send(...request);
    };
    Object.defineProperty(window, 'startedFetches', { get: () => started });
  });
  await page.route(isCall, (route) => (isHeld ? void held.push(route) : route.continue()));

  /** Waits until the page waits for nothing but held calls, or for nothing at all. */
  const quiet = async () => {
    for (let isQuiet = false; !isQuiet;) {
      const before = asked;
      const { hasCode, isComplete, started } = await page.evaluate(whenIdle);
      isQuiet =
        before === asked &&
        running.size === held.length &&
        fetches >= started &&
        hasCode &&
        (held.length > 0 || (isComplete && isLive));
    }
  };

  const count = async (load: () => Promise<unknown>): Promise<Rounds> => {
    const rounds: string[][] = [];
    isHeld = true;
    await load();
    for (await quiet(); held.length > 0; await quiet()) {
      const round = held.splice(0);
      rounds.push(round.map((route) => nameOf(route.request())));
      await Promise.all(round.map((route) => route.continue()));
    }
    isHeld = false;
    return rounds;
  };

  return {
    open: (path) =>
      count(async () => {
        isLive = false;
        fetches = 0;
        await page.goto(path);
      }),
    follow: (href) =>
      count(async () => {
        const link = page.locator(`main a[href="${href}"]`).first();
        await link.click();
        await link.waitFor({ state: 'detached' });
      }),
  };
}

/** Resolves when the page has been idle a few times in a row: whether its code has loaded, and all that it has asked for. */
function whenIdle(): Promise<{
  readonly hasCode: boolean;
  readonly isComplete: boolean;
  readonly started: number;
}> {
  return new Promise((resolve) => {
    let left = 3;
    const next = () => {
      left -= 1;
      if (left >= 0) return requestIdleCallback(next);
      resolve({
        started: Number(Reflect.get(window, 'startedFetches')),
        hasCode:
          document.querySelector('main h1') !== null && document.querySelector('[data-loads-code]') === null,
        isComplete:
          document.querySelector(
            '.MuiSkeleton-root, .list-skeleton, [aria-busy="true"], [role="progressbar"]',
          ) === null,
      });
      return undefined;
    };
    next();
  });
}

const isRead = (call: string) => call.startsWith('GET ') || call === 'POST /api/auth/live-ticket';

/** Reads that were sent more than once. */
export function askedTwice(rounds: Rounds): string[] {
  const reads = rounds.flat().filter(isRead);
  return [...new Set(reads.filter((call, index) => reads.indexOf(call) !== index))];
}

/** The reads that had to wait for another call. */
export function askedLate([, ...later]: Rounds): string[] {
  return later.flat().filter(isRead);
}
