import { signedIn } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** The server says in the page that this is the demo practice. */
const isDemo = () => document.querySelector('meta[name="demo-practice"]') !== null;

/** The reference of the design system (docs/design.md). A real practice has no such page. */
export const designRoutes = (): RouteObject[] =>
  isDemo()
    ? [
        page('/design', {
          title: 'Design',
          guard: signedIn,
          layout: 'bare',
          load: async () => (await import('../design/DesignPage.tsx')).DesignPage,
        }),
      ]
    : [];
