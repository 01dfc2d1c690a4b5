import type { RouteObject } from 'react-router';

/** Routes of the dashboard area (spec 1 §2.4). */
export const dashboardRoutes: RouteObject[] = [];
