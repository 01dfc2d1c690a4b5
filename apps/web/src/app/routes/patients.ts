import type { RouteObject } from 'react-router';

/** Routes of the patients area (spec 1 §2.4). */
export const patientsRoutes: RouteObject[] = [];
