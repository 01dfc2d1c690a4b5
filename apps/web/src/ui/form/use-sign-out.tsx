import { useState, type ReactNode } from 'react';
import { session } from '#lib/portal.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { hasUnsavedInput } from './leave-guard.ts';

/** Signing out, which asks first if anything on the page is unsaved. `question` is rendered by the caller. */
export function useSignOut(): { readonly signOut: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    signOut: () => {
      if (hasUnsavedInput()) setAsking(true);
      else void session.signOut();
    },
    question: (
      <ConfirmDialog
        open={isAsking}
        title="Log out without saving?"
        text="Your unsaved changes will be lost."
        confirmLabel="Log Out"
        cancelLabel="Stay"
        isDanger
        // Nothing that was saved is lost.
        records={[]}
        onConfirm={session.signOut}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
