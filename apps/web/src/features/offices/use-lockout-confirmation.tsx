import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** The editor stepped back from a list that would have locked them out. */
class Declined extends Error {
  readonly code = 'DECLINED';

  constructor() {
    super('Nothing was changed: your own address would have been locked out.');
  }
}

/**
 * Changes to a whitelist that may lock the editor out: when the server asks for confirmation, a dialog shows
 * its words, and a yes sends the change again with the confirmation. A no rejects with a message fit to show.
 */
export function useLockoutConfirmation(): {
  readonly send: <T>(change: (confirmed: boolean) => Promise<T>) => Promise<T>;
  /** To be rendered by whoever uses the hook. */
  readonly dialog: ReactNode;
} {
  const [message, setMessage] = useState('');
  const [answer, setAnswer] = useState<{ readonly give: (isYes: boolean) => void } | null>(null);

  const ask = (question: string) =>
    new Promise<boolean>((resolve) => {
      setMessage(question);
      setAnswer({ give: resolve });
    });

  return {
    send: async (change) => {
      try {
        return await change(false);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_REQUIRED') throw error;
        if (!(await ask(error.message))) throw new Declined();
        return await change(true);
      }
    },
    dialog: (
      <ConfirmDialog
        open={answer !== null}
        title="Lock yourself out?"
        text={message}
        confirmLabel="Save anyway"
        isDanger
        onConfirm={async () => answer?.give(true)}
        onClose={() => {
          // After a yes this answers a second time, which a promise ignores.
          answer?.give(false);
          setAnswer(null);
        }}
      />
    ),
  };
}
