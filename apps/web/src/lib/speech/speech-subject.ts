import type { TemplateContent } from '@portal/domain/template/content';
import { useEffect } from 'react';

/** What the texts on the screen are about: it makes words likely, and says for which dictation speech was used. */
export interface SpeechSubject {
  readonly template: TemplateContent;
  /** Of the provider and the patient. */
  readonly names: readonly string[];
  /** Null until the dictation is saved. */
  readonly dictationId: string | null;
  readonly patientId: string | null;
}

let subject: SpeechSubject | null = null;

/** The dictation that is being written; null for other texts. */
export const speechSubject = (): SpeechSubject | null => subject;

/** Names the dictation of the page while it is open. */
export function useSpeechSubject({ template, names, dictationId, patientId }: SpeechSubject): void {
  const [first = '', second = ''] = names;
  useEffect(() => {
    const own = { template, names: [first, second].filter((name) => name !== ''), dictationId, patientId };
    subject = own;
    return () => {
      if (subject === own) subject = null;
    };
  }, [template, first, second, dictationId, patientId]);
}
