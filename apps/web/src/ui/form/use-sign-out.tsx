import { useState, type ReactNode } from 'react';
import { session } from '#lib/portal.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { DraftQuestion } from './DraftQuestion.tsx';
import { hasUnsavedInput, unsavedDrafts, type PartDraft } from './leave-guard.ts';

/** Signing out, which asks first if anything on the page is unsaved. `question` is rendered by the caller. */
export function useSignOut(): { readonly signOut: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const [drafts, setDrafts] = useState<readonly PartDraft[] | null>(null);
  return {
    signOut: () => {
      if (hasUnsavedInput()) {
        setDrafts(unsavedDrafts());
        setAsking(true);
      } else void session.signOut();
    },
    question: <SignOutQuestion open={isAsking} drafts={drafts} onClose={() => setAsking(false)} />,
  };
}

const TITLE = 'Log out without saving?';

interface SignOutQuestionProps {
  readonly open: boolean;
  /** Null if some input cannot be kept. */
  readonly drafts: readonly PartDraft[] | null;
  readonly onClose: () => void;
}

function SignOutQuestion({ drafts, ...state }: SignOutQuestionProps) {
  return drafts !== null ? (
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
