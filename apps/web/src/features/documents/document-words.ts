import type { DocumentRow } from '@portal/contract/documents';
import { DOCUMENT_CATEGORIES, DOCUMENT_TYPES } from '@portal/domain/document';
import type { DocumentType } from '@portal/domain/document';

/** The document types in words (spec 3 §3). */
export const TYPE_WORDS: Readonly<Record<DocumentType, string>> = {
  MedicalOrder: 'Medical Order',
  LabResult: 'Lab Result',
  ImagingResult: 'Imaging Result',
  PreOpPaperwork: 'Pre-Op Paperwork',
  Consent: 'Consent',
  Insurance: 'Insurance',
  Other: 'Other',
};

export const TYPE_OPTIONS = DOCUMENT_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }));
export const CATEGORY_OPTIONS = DOCUMENT_CATEGORIES.map((value) => ({ value, label: value }));

/** "Lee, Ann". */
export const lastFirst = ({
  firstName,
  lastName,
}: Pick<DocumentRow['patient'], 'firstName' | 'lastName'>): string => `${lastName}, ${firstName}`;
