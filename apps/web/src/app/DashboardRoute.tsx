import { DashboardPage } from '#features/dashboard/DashboardPage.tsx';
import { pageAt } from './routes/areas.ts';

const isBuilt = (path: string) => pageAt(path) !== undefined;

/** The dashboard; links only to pages that exist. */
export function DashboardRoute() {
  return <DashboardPage isBuilt={isBuilt} />;
}
