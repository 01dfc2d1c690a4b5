/** Title and text for a page that failed. The error's own message is not shown because it may contain any data. */
export function pageErrorText(error: unknown): { readonly title: string; readonly text: string } {
  // After an update, the server no longer has the scripts of the old version that an open tab requests.
  const isMissingScript = error instanceof TypeError && /import|module/i.test(error.message);
  return isMissingScript
    ? { title: 'The portal was updated', text: 'Reload this page to get the new version.' }
    : {
        title: 'Something went wrong',
        text: 'This page could not be displayed. Reload it. If the problem persists, contact your administrator.',
      };
}

/** Logs the location of an error without its message, which could contain patient data. */
export function reportError(error: unknown): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at |@/.test(line)) : [];
  // oxlint-disable-next-line no-console -- the only trace of an error in the page; it names code, never data
  console.error(error instanceof Error ? error.name : 'Unknown error', frames.join('\n'));
}
