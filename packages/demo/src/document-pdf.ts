import type { PracticeClock } from '@portal/domain/clock';
import { formatDateUs } from '@portal/domain/date';
import { createPdf } from '@portal/server/pdf/document';
import { documentHead, heading, itemGrid } from '@portal/server/pdf/parts';
import type { DocumentCase } from './document-texts.ts';

interface DocumentSheet {
  readonly content: DocumentCase;
  readonly patient: {
    readonly name: string;
    readonly medical_record_number: string;
    readonly date_of_birth: string;
  };
  readonly practice: PracticeClock & { readonly name: string };
  readonly at: Date;
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** Creates a demo document as a PDF with one letter page. */
export const createDocumentPdf = ({
  content: { title, items, text },
  patient,
  practice,
  at,
  day,
}: DocumentSheet): Promise<Uint8Array> =>
  createPdf({ title, footer: practice.name, now: at, clock: practice, usesViewersFonts: true }, (doc) => {
    const letterhead = { practice: practice.name, office: null, logo: null };
    documentHead(doc, { letterhead, title, lines: [formatDateUs(day)] });
    itemGrid(doc, [
      { label: 'Patient', value: patient.name },
      { label: 'MRN', value: patient.medical_record_number },
      { label: 'Date of Birth', value: formatDateUs(patient.date_of_birth) },
    ]);
    heading(doc, 'Details');
    itemGrid(doc, [
      ...items.map(([label, value]) => ({ label, value })),
      { label: 'Remarks', value: text, wide: true },
    ]);
  });
