import type { RouteObject } from 'react-router';

/** Routes of the users area (spec 1 §2.4). */
export const usersRoutes: RouteObject[] = [];
