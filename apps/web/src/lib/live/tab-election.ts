/** A tab's place among the tabs of one browser that share a name. */
export interface Candidacy {
  /** Takes the lead from a tab that no longer answers. */
  readonly takeOver: () => void;
  /** Gives the lead back, or stops waiting for it. */
  readonly leave: () => void;
}

/** The part of the browser's lock manager that is needed; absent on origins that are not secure. */
export type Locks = Pick<LockManager, 'request'> | undefined;

/**
 * Makes one tab at a time lead, and the next one when it closes. `lead` is called with each turn and returns the way to resign.
 * Without locks every tab leads for itself.
 */
export function standForLead(locks: Locks, name: string, lead: () => () => void): Candidacy {
  if (locks === undefined) return { takeOver: () => undefined, leave: lead() };
  let turn = new AbortController();
  let release: (() => void) | null = null;
  let resign: (() => void) | null = null;

  async function stand(isTakingOver: boolean): Promise<void> {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    try {
      // The browser refuses a signal together with stealing.
      await locks?.request(name, isTakingOver ? { steal: true } : { signal }, async () => {
        if (signal.aborted) return;
        resign = once(lead());
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    } catch (error) {
      // Ended on purpose, or another tab took over.
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    }
    if (signal.aborted) return;
    resign?.();
    void stand(false);
  }

  void stand(false);
  return {
    takeOver: () => void stand(true),
    leave: () => {
      turn.abort();
      resign?.();
      release?.();
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
