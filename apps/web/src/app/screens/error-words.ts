/** What a failed page says, and how to name it. The error's own text stays hidden: it may hold anything. */
export function errorWords(error: unknown): { readonly title: string; readonly text: string } {
  // After an update the server no longer has the scripts an open tab asks for.
  const isMissingScript = error instanceof TypeError && /import|module/i.test(error.message);
  return isMissingScript
    ? { title: 'The portal was updated', text: 'This page needs the new version. Reload to get it.' }
    : {
        title: 'Something went wrong',
        text: 'This page could not be shown. Reload it; if that does not help, tell your administrator.',
      };
}

/** Logs where an error came from without its message, which could carry data. */
export function reportError(error: unknown): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at |@/.test(line)) : [];
  // oxlint-disable-next-line no-console -- the only trace of a fault in the page; it names code, never data
  console.error(error instanceof Error ? error.name : 'Unknown error', frames.join('\n'));
}
