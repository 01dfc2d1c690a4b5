import type { Guard } from '@portal/contract/endpoint';
import { areaRoutes } from './routes/areas.ts';
import { pageHandle } from './routes/page.ts';

/** A page that can be opened without choosing a record first. */
export interface OpenPage {
  readonly path: string;
  readonly title: string;
}

/** The pages without an ID that the user may open, in the order of the menu. Of several with the same title, the first. */
export function openPages(passes: (guard: Guard) => boolean): OpenPage[] {
  const pages = new Map<string, OpenPage>();
  for (const { path = '', handle } of areaRoutes) {
    const page = pageHandle(handle);
    if (page === null || page.layout === 'bare' || /[:*]/.test(path) || !passes(page.guard)) continue;
    if (!pages.has(page.title)) pages.set(page.title, { path, title: page.title });
  }
  return [...pages.values()];
}
