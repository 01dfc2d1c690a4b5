import { pageFor } from './routes/areas.ts';

/** The guide page for the screen at this path, or else for the nearest path above it, or else the contents of the guide. */
export function helpPathFor(pathname: string): string {
  for (let path = pathname; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const help = pageFor(path)?.help;
    if (help !== undefined) return `/help/${help}`;
  }
  return '/help';
}
