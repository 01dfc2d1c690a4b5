/** A tab’s place among the tabs of a browser that compete for a lock. */
export interface LeaderElection {
  /** Takes the lead from a tab that does not respond. */
  readonly takeOver: () => void;
  /** Gives up the lead or stops waiting for it. */
  readonly leave: () => void;
}

/** The part of the browser’s lock manager that is used; undefined on insecure origins. */
export type Locks = Pick<LockManager, 'request'> | undefined;

/**
 * Makes one tab lead at a time, and the next one when it closes. `lead` is called when this tab becomes the leader
 * and returns a function to resign. Without locks, every tab leads.
 */
export function electLeader(locks: Locks, name: string, lead: () => () => void): LeaderElection {
  if (locks === undefined) return { takeOver: () => undefined, leave: lead() };
  let turn = new AbortController();
  let release: (() => void) | null = null;
  let resign: (() => void) | null = null;

  async function compete(isTakingOver: boolean): Promise<void> {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    try {
      // The browser does not allow a signal together with stealing.
      await locks?.request(name, isTakingOver ? { steal: true } : { signal }, async () => {
        if (signal.aborted) return;
        resign = once(lead());
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    } catch (error) {
      // Stopped on purpose, or another tab took over.
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    }
    if (signal.aborted) return;
    resign?.();
    void compete(false);
  }

  void compete(false);
  return {
    takeOver: () => void compete(true),
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
