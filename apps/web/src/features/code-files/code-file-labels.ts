import type { CodeFile, CodeFileStatus } from '@portal/contract/code-files';
import { validityText } from '@portal/domain/billing-code-facts';
import { CODE_FILE_LABELS, type CodeFileKind } from '@portal/domain/code-files/kinds';

/** What the chip of a file says. */
export const STATUS_CHIPS = {
  Draft: { label: 'Not checked', color: 'default' },
  Checking: { label: 'Checking', color: 'info' },
  Checked: { label: 'Checked', color: 'info' },
  Loading: { label: 'Loading', color: 'info' },
  Stopped: { label: 'Stopped', color: 'warning' },
  Loaded: { label: 'Loaded', color: 'success' },
  Undoing: { label: 'Undoing', color: 'info' },
  Undone: { label: 'Undone', color: 'default' },
} as const satisfies Readonly<Record<CodeFileStatus, object>>;

/** What is done in the background. */
export const WORK_LABELS = {
  Checking: 'Checking all rows',
  Loading: 'Loading rows',
  Undoing: 'Removing rows',
} as const satisfies Partial<Record<CodeFileStatus, string>>;
export type WorkStatus = keyof typeof WORK_LABELS;

/** The work that goes on in the background; null if there is none. */
export const workOf = ({ status }: Pick<CodeFile, 'status'>): WorkStatus | null =>
  status === 'Checking' || status === 'Loading' || status === 'Undoing' ? status : null;

export const isRunning = (file: Pick<CodeFile, 'status'>): boolean => workOf(file) !== null;

/** Whether something is to be done with a file, or goes on. The others are history. */
export const isOpen = ({ status }: Pick<CodeFile, 'status'>): boolean =>
  status !== 'Loaded' && status !== 'Undone';

/** The name of a file in labels: "NCCI add-on codes, add-ons.txt". */
export const fileLabel = ({ kind, fileName }: Pick<CodeFile, 'kind' | 'fileName'>): string =>
  `${CODE_FILE_LABELS[kind]}, ${fileName}`;

/** "10/01/2026 to 12/31/2026", or that nobody has said it. */
export const editionText = ({
  editionFrom,
  editionTo,
}: Pick<CodeFile, 'editionFrom' | 'editionTo'>): string =>
  editionFrom === null ? 'Not known' : validityText({ validFrom: editionFrom, validTo: editionTo });

interface OfficialPage {
  /** The page and the download, by their official names. */
  readonly where: string;
  /** When a new edition begins. */
  readonly when: string;
}

/**
 * Where the files are. The pages of NCCI and "ICD-10" of CMS were looked up in copies on 2026-11-28; the names of the other pages and
 * downloads in texts that refer to them, on the same day.
 */
export const OFFICIAL_PAGES: Readonly<Record<CodeFileKind, OfficialPage>> = {
  hcpcs: { where: 'CMS, HCPCS Quarterly Update: …ANWEB….txt', when: 'each quarter' },
  feeSchedule: { where: 'CMS, PFS Relative Value Files: PPRRVU…nonQPP.csv', when: 'each quarter' },
  ptp: {
    where: 'CMS, Medicare NCCI Procedure to Procedure (PTP) Edits: Practitioner PTP Edits, all parts',
    when: 'each quarter',
  },
  mue: {
    where: 'CMS, Medicare NCCI Medically Unlikely Edits (MUEs): Practitioner Services',
    when: 'each quarter',
  },
  addOn: { where: 'CMS, Medicare NCCI Add-on Code Edits', when: 'each quarter' },
  icd10: {
    where: 'CMS, ICD-10: Code Descriptions in Tabular Order, icd10cm-order-….txt',
    when: 'October 1, some years also April 1',
  },
  asp: { where: 'CMS, ASP Pricing Files: ASP NDC-HCPCS Crosswalk', when: 'each quarter' },
};
