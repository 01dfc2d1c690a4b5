import { useState, type ReactNode } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** Thrown when the user decides against a change that would lock them out. */
class Declined extends Error {
  readonly code = 'DECLINED';

  constructor() {
    super('Nothing was changed because it would have locked you out.');
  }
}

/**
 * Sends whitelist changes that may lock the user out. If the server asks for confirmation, a dialog shows the server's message.
 * Confirming sends the change again with the confirmation; declining rejects with an error message for the user.
 */
export function useLockoutConfirmation(): {
  readonly send: <T>(change: (confirmed: boolean) => Promise<T>) => Promise<T>;
  /** Must be rendered by the component that uses the hook. */
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
        // The server's message names what would lock the user out.
        records={[]}
        onConfirm={async () => answer?.give(true)}
        onClose={() => {
          // After a confirmation this resolves the promise again, which has no effect.
          answer?.give(false);
          setAnswer(null);
        }}
      />
    ),
  };
}
