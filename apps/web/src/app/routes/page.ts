import type { Guard } from '@portal/contract/endpoint';
import type { MenuGroup } from '@portal/domain/menu-groups';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { createLazyPart, type LazyPart } from '#ui/create-lazy-part.tsx';
import { PAGE_PARTS } from '../screens/page-parts.tsx';

/** Page data besides the component; stored in the route's `handle`. */
export interface PageHandle {
  /** Shown in the top bar and the browser tab. It names the screen, never a person. */
  readonly title: string;
  /** Who may see it. */
  readonly guard: Guard;
  /** `bare`: outside the main layout, like the print view. */
  readonly layout: 'main' | 'bare';
  /** The page of the user guide, if it is another one than that of the path above: `users-and-offices#titles`. */
  readonly help?: string | undefined;
  /** Set if the side menu has an entry for the page. */
  readonly menu?: PageMenu | undefined;
  /** Loads the component ahead of time, for likely pages. */
  readonly preload?: () => Promise<void>;
}

/** The entry of a page in the side menu. */
export interface PageMenu {
  readonly group: MenuGroup;
  readonly icon: ComponentType;
  /** The letter that opens the page after "g". */
  readonly key?: string;
  /** The default is the page's title. */
  readonly label?: string;
  /** Set only when the entry is more restricted than the page. */
  readonly guard?: Guard;
  /** Shown next to the label, for example the number of open messages. */
  readonly Badge?: ComponentType;
}

/** A page that can be opened without choosing a record first. */
export interface OpenPage {
  readonly path: string;
  readonly title: string;
}

interface PageOptions {
  readonly title: string;
  readonly guard: Guard;
  readonly menu?: PageMenu;
  readonly help?: string;
  readonly layout?: PageHandle['layout'];
  /** Loads the component when the page is first shown: `async () => (await import('#features/…')).UsersPage`. */
  readonly load: () => Promise<ComponentType>;
}

/** Creates a route whose code loads on the first visit. Paths are written in full so that they can be searched for. */
export function page(
  path: `/${string}`,
  { title, guard, menu, help, layout = 'main', load }: PageOptions,
): RouteObject {
  const Component = componentOf(load);
  const handle: PageHandle = { title, guard, menu, help, layout, preload: Component.preload };
  return { path, handle, Component };
}

const components = new Map<PageOptions['load'], LazyPart<object>>();

/** Pages with the same code share a component, so that it stays when the address changes from one to the other. */
function componentOf(load: PageOptions['load']): LazyPart<object> {
  const Component = components.get(load) ?? createLazyPart(load, PAGE_PARTS);
  components.set(load, Component);
  return Component;
}

/** The page data in a route's handle; null for layout routes. */
export function pageHandle(handle: unknown): PageHandle | null {
  return isPageHandle(handle) ? handle : null;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return (
    typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    'guard' in handle &&
    'layout' in handle
  );
}
