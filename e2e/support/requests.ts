import type { Page, Route } from '@playwright/test';

/** Holds the calls to an address; `release` lets those that wait and all later ones through. */
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

/** Answers calls to an address instead of the server, those with the method only when one is given. */
export async function answer(
  page: Page,
  address: string | RegExp,
  { method, status = 200, json, body }: Answer,
): Promise<void> {
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await route.fulfill({ status, ...(json === undefined ? { body: body ?? '' } : { json }) });
  });
}

export interface Answer {
  readonly method?: string;
  readonly status?: number;
  readonly json?: unknown;
  /** A plain text; blank unless told. */
  readonly body?: string;
}

/** The server cannot be reached at the address, for calls with the method only when one is given. */
export async function cutOff(page: Page, address: string, method?: string): Promise<void> {
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await route.abort('connectionrefused');
  });
}

const RECORD_END = '\u001e';

/** The live connection, without the activities that other journeys cause at the same time. */
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
