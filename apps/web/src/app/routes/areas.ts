import type { Guard } from '@portal/contract/endpoint';
import { matchRoutes, type RouteObject } from 'react-router';
import { apiKeysRoutes } from './api-keys.ts';
import { auditLogsRoutes } from './audit-logs.ts';
import { billingCodesRoutes } from './billing-codes.ts';
import { chargesRoutes } from './charges.ts';
import { dashboardRoutes } from './dashboard.tsx';
import { designRoutes } from './design.ts';
import { dictationManagementRoutes, dictationsRoutes } from './dictations.ts';
import { documentsRoutes } from './documents.ts';
import { helpRoutes } from './help.ts';
import { messagesRoutes } from './messages.ts';
import { officesRoutes } from './offices.ts';
import { ordersRoutes } from './orders.ts';
import { type OpenPage, pageHandle, type PageHandle } from './page.ts';
import { patientImportsRoutes } from './patient-imports.ts';
import { patientsRoutes } from './patients.ts';
import { permissionsRoutes } from './permissions.ts';
import { pillCountsRoutes } from './pill-counts.ts';
import { profileRoutes } from './profile.tsx';
import { sessionRoutes } from './session.ts';
import { templatesRoutes } from './templates.tsx';
import { timecardsRoutes } from './timecards.ts';
import { usersRoutes } from './users.ts';
import { webhooksRoutes } from './webhooks.ts';

/** All pages that require sign-in, in the order of the menu. The URLs of an area without routes are not found. */
export const areaRoutes: readonly RouteObject[] = [
  ...dashboardRoutes((path) => pageAt(path) !== undefined),
  ...usersRoutes,
  ...patientsRoutes,
  ...officesRoutes,
  ...dictationsRoutes,
  ...chargesRoutes,
  ...ordersRoutes,
  ...messagesRoutes,
  ...documentsRoutes,
  ...pillCountsRoutes,
  ...timecardsRoutes,
  ...auditLogsRoutes,
  ...permissionsRoutes,
  ...apiKeysRoutes,
  ...templatesRoutes,
  ...billingCodesRoutes,
  ...dictationManagementRoutes,
  ...patientImportsRoutes,
  ...webhooksRoutes,
  ...profileRoutes(openPages),
  ...helpRoutes,
  ...sessionRoutes,
  ...designRoutes(),
];

/** Page data for a URL path such as `/users/new`; undefined if there is no such page. */
export function pageFor(address: string): PageHandle | undefined {
  return pageHandle(matchRoutes([...areaRoutes], address)?.at(-1)?.route.handle) ?? undefined;
}

/** Page data for a path of the route table, such as `/users/:id`; undefined if there is no such page. */
export function pageAt(path: string): PageHandle | undefined {
  return pageHandle(areaRoutes.find((route) => route.path === path)?.handle) ?? undefined;
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
