import { DashboardPage } from '#features/dashboard/DashboardPage.tsx';
import { pageAt } from './routes/areas.ts';

const isBuilt = (path: string) => pageAt(path) !== undefined;

/** The dashboard with what it cannot know by itself: which pages there are to lead to. */
export function DashboardRoute() {
  return <DashboardPage isBuilt={isBuilt} />;
}
