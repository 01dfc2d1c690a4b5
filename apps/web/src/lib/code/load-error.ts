/** Why code could not be loaded: the server did not answer, no longer has the file, or something else. */
export type LoadReason = 'offline' | 'updated' | 'failed';

/** What happened and what to do about it, for the user. */
export const LOAD_TEXTS: Readonly<
  Record<LoadReason, { readonly title: string; readonly text: string; readonly reloads: boolean }>
> = {
  offline: {
    title: 'The server cannot be reached',
    text: 'This part of the portal has not been loaded yet. Check your connection and try again.',
    reloads: false,
  },
  updated: {
    title: 'The portal was updated',
    text: 'This part of the portal needs the new version. Reload to get it.',
    reloads: true,
  },
  failed: {
    title: 'This part could not be loaded',
    text: 'Try again, or reload. If the problem persists, contact your administrator.',
    reloads: true,
  },
};

/** Code that is loaded when it is needed could not be loaded. The message says what to do. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  readonly reason: LoadReason;

  constructor(reason: LoadReason, options?: ErrorOptions) {
    super(LOAD_TEXTS[reason].text, options);
    this.reason = reason;
  }
}

/** The error as a LoadError. */
export function toLoadError(error: unknown): LoadError {
  return error instanceof LoadError ? error : new LoadError('failed', { cause: error });
}
