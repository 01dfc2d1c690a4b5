export const DOCUMENT_TYPES = [
  'MedicalOrder',
  'LabResult',
  'ImagingResult',
  'PreOpPaperwork',
  'Consent',
  'Insurance',
  'Other',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Display names of the document types. */
export const DOCUMENT_TYPE_LABELS: Readonly<Record<DocumentType, string>> = {
  MedicalOrder: 'Medical Order',
  LabResult: 'Lab Result',
  ImagingResult: 'Imaging Result',
  PreOpPaperwork: 'Pre-Op Paperwork',
  Consent: 'Consent',
  Insurance: 'Insurance',
  Other: 'Other',
};

export const DOCUMENT_CATEGORIES = ['Clinical', 'Administrative', 'Financial', 'Legal'] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];

/** The category of most documents of a type, until a practice has filed some of that type. */
export const USUAL_CATEGORIES: Readonly<Partial<Record<DocumentType, DocumentCategory>>> = {
  MedicalOrder: 'Clinical',
  LabResult: 'Clinical',
  ImagingResult: 'Clinical',
  PreOpPaperwork: 'Clinical',
  Consent: 'Legal',
  Insurance: 'Financial',
};

/** Maximum file size in bytes (25 MB). */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** Days during which a deleted document can be restored. */
export const RESTORE_DAYS = 30;

interface FileKind {
  readonly label: string;
  readonly contentType: string;
  /** Whether the portal can display it. */
  readonly isViewable: boolean;
}

/** The allowed file types: extensions in lower case, without a dot. */
export const FILE_TYPES = [
  'pdf',
  'png',
  'jpg',
  'gif',
  'webp',
  'bmp',
  'tif',
  'heic',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'rtf',
  'txt',
  'csv',
] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Label, content type and viewability of each file type. */
export const FILE_KINDS = {
  pdf: { label: 'PDF', contentType: 'application/pdf', isViewable: true },
  png: { label: 'PNG image', contentType: 'image/png', isViewable: true },
  jpg: { label: 'JPEG image', contentType: 'image/jpeg', isViewable: true },
  gif: { label: 'GIF image', contentType: 'image/gif', isViewable: true },
  webp: { label: 'WebP image', contentType: 'image/webp', isViewable: true },
  bmp: { label: 'BMP image', contentType: 'image/bmp', isViewable: true },
  tif: { label: 'TIFF image', contentType: 'image/tiff', isViewable: true },
  heic: { label: 'HEIC image', contentType: 'image/heic', isViewable: false },
  docx: {
    label: 'Word document',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isViewable: false,
  },
  xlsx: {
    label: 'Excel workbook',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isViewable: false,
  },
  pptx: {
    label: 'PowerPoint presentation',
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    isViewable: false,
  },
  doc: { label: 'Word document (old format)', contentType: 'application/msword', isViewable: false },
  xls: { label: 'Excel workbook (old format)', contentType: 'application/vnd.ms-excel', isViewable: false },
  ppt: {
    label: 'PowerPoint presentation (old format)',
    contentType: 'application/vnd.ms-powerpoint',
    isViewable: false,
  },
  rtf: { label: 'RTF document', contentType: 'application/rtf', isViewable: false },
  // Without a charset, because the stored bytes are in any encoding.
  txt: { label: 'Text', contentType: 'text/plain', isViewable: true },
  csv: { label: 'CSV table', contentType: 'text/csv', isViewable: true },
} as const satisfies Record<FileType, FileKind>;

/** Whether the portal's viewer can display files of this type. */
export const isViewable = (fileType: FileType): boolean => FILE_KINDS[fileType].isViewable;

/** The allowed file types as text, for messages and hints. */
export const ALLOWED_FILES_TEXT =
  'PDF, PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC, Word, Excel, PowerPoint, RTF, text and CSV files';
