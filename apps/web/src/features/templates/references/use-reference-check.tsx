import { templateReferences } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { NO_RENAMES, type Renames } from '@portal/domain/template/renames';
import { useState, type ReactNode } from 'react';
import { call } from '#lib/portal.ts';
import { ReferencesDialog } from './ReferencesDialog.tsx';
import { renameChoices, renamesOf, type RenameChoice } from './rename-choices.ts';

/** Whether content may be saved, what references follow, and whether some are left that point to nothing. */
export type ReferenceAnswer =
  | { readonly isAllowed: false }
  | { readonly isAllowed: true; readonly renames: Renames; readonly ignoreLostReferences: boolean };

interface Question {
  readonly choices: readonly RenameChoice[];
  readonly answer: (chosen: readonly string[] | null) => void;
}

/**
 * Before changed content is saved, lists what points to fields and options that it no longer has, and asks which new names they follow.
 * Rejects if the references cannot be checked.
 */
export function useReferenceCheck(templateId: string | undefined): {
  readonly check: (before: string, templateContent: string) => Promise<ReferenceAnswer>;
  /** Must be rendered by the component that uses the hook. */
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const check = async (before: string, templateContent: string): Promise<ReferenceAnswer> => {
    const nothing = { isAllowed: true, renames: NO_RENAMES, ignoreLostReferences: false } as const;
    if (templateId === undefined) return nothing;
    const lost = await call(templateReferences, { params: { id: templateId }, body: { templateContent } });
    if (lost.length === 0) return nothing;
    const choices = renameChoices(
      lost,
      parseTemplateContent(before).content,
      parseTemplateContent(templateContent).content,
    );
    const chosen = await new Promise<readonly string[] | null>((resolve) =>
      setQuestion({ choices, answer: resolve }),
    );
    setQuestion(null);
    if (chosen === null) return { isAllowed: false };
    return {
      isAllowed: true,
      renames: renamesOf(choices, chosen),
      ignoreLostReferences: chosen.includes(''),
    };
  };
  return {
    check,
    dialog:
      question === null ? null : <ReferencesDialog choices={question.choices} onAnswer={question.answer} />,
  };
}
