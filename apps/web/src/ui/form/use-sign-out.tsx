import { useState, type ReactNode } from 'react';
import { session } from '#lib/portal.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { DraftQuestion } from './DraftQuestion.tsx';
import { hasUnsavedInput, unsavedDrafts } from './leave-guard.ts';

/** Signing out, which asks first if anything on the page is unsaved. `question` is rendered by the caller. */
export function useSignOut(): { readonly signOut: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    signOut: () => {
      if (hasUnsavedInput()) setAsking(true);
      else void session.signOut();
    },
    question: <SignOutQuestion open={isAsking} onClose={() => setAsking(false)} />,
  };
}

const TITLE = 'Log out without saving?';

function SignOutQuestion(state: { readonly open: boolean; readonly onClose: () => void }) {
  const drafts = unsavedDrafts();
  return drafts !== null && drafts.length > 0 ? (
    <DraftQuestion {...state} title={TITLE} drafts={drafts} onLeave={session.signOut} />
  ) : (
    <ConfirmDialog
      {...state}
      title={TITLE}
      text="Your unsaved changes will be lost."
      confirmLabel="Log Out"
      cancelLabel="Stay"
      isDanger
      // Nothing that was saved is lost.
      records={[]}
      onConfirm={session.signOut}
    />
  );
}
