import type { Page, Route } from '@playwright/test';

/** Handles requests to a URL in place of the server. `end` lets all later requests through. */
export interface Interception {
  readonly end: () => void;
}

/**
 * Handles requests to a URL until `end`. The route stays: when the last route of a page is removed, the browser can lose requests
 * that are under way, such as code that is preloaded.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  handler: (route: Route) => Promise<void> | void,
): Promise<Interception> {
  let isOn = true;
  await page.route(address, (route) => (isOn ? handler(route) : route.fallback()));
  return {
    end: () => {
      isOn = false;
    },
  };
}

/** Holds requests to a URL. `release` lets the waiting and all later requests through. */
export async function hold(page: Page, address: string): Promise<{ readonly release: () => Promise<void> }> {
  let isHeld = true;
  const waiting: Route[] = [];
  const handler = async (route: Route) => {
    if (isHeld) waiting.push(route);
    else await route.continue();
  };
  await page.route(address, handler);
  return {
    release: async () => {
      isHeld = false;
      await Promise.all(waiting.map((route) => route.continue()));
    },
  };
}

/** Fulfills requests to a URL instead of the server, limited to `method` if given. */
export async function answer(
  page: Page,
  address: string | RegExp,
  { method, status = 200, json, body }: Answer,
): Promise<Interception> {
  return intercept(page, address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await route.fulfill({ status, ...(json === undefined ? { body: body ?? '' } : { json }) });
  });
}

export interface Answer {
  readonly method?: string;
  readonly status?: number;
  readonly json?: unknown;
  /** Plain text; blank by default. */
  readonly body?: string;
}

/** Makes a URL unreachable, limited to `method` if given. */
export async function cutOff(page: Page, address: string, method?: string): Promise<Interception> {
  return intercept(page, address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await route.abort('connectionrefused');
  });
}

const RECORD_END = '\u001e';

/** Removes the activities that concurrent journeys cause from the live connection. */
export async function withoutPushedActivities(page: Page): Promise<void> {
  await page.routeWebSocket(/\/hubs\/activity/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const records = String(message)
        .split(RECORD_END)
        .filter((record) => record !== '' && !record.includes('"ReceiveActivity"'));
      for (const record of records) socket.send(record + RECORD_END);
    });
  });
}
