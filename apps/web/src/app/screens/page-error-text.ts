/** Title and text for a page that failed. The error's own message is not shown because it may contain any data. */
export const PAGE_ERROR = {
  title: 'Something went wrong',
  text: 'This page could not be displayed. Reload it. If the problem persists, contact your administrator.',
} as const;

/** Logs the location of an error without its message, which could contain patient data. */
export function reportError(error: unknown): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at |@/.test(line)) : [];
  // oxlint-disable-next-line no-console -- the only trace of an error in the page; it names code, never data
  console.error(error instanceof Error ? error.name : 'Unknown error', frames.join('\n'));
}
