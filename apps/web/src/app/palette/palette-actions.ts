import { fullName, type PersonName } from '@portal/domain/person-name';
import type { OpenPage } from '../routes/page.ts';
import type { PaletteItem } from './palette-items.ts';

/** Whether the user may open the page at an address. */
type MayOpen = (address: string) => boolean;

/** What one can start for a patient, with the words that begin a search such as "order smith". */
const FOR_PATIENT = [
  { label: 'New order for', path: '/orders/new', words: /^(?:new )?orders? (?:for )?(?=\S)/i },
  {
    label: 'New message for',
    path: '/messages/new',
    words: /^(?:new )?(?:phone )?messages? (?:for )?(?=\S)/i,
  },
  {
    label: 'Upload document for',
    path: '/documents/upload',
    words: /^(?:upload(?: documents?)?|documents?) (?:for )?(?=\S)/i,
  },
  {
    label: 'Start dictation for',
    path: '/dictations/new',
    words: /^(?:(?:start|new) )?(?:dictate|dictations?) (?:for )?(?=\S)/i,
  },
] as const;

/** A search that begins with an action: the action and the patient to search for. */
export interface ActionSearch {
  readonly path: string;
  readonly text: string;
}

/** Reads "order smith" as the action for orders and a search for "smith"; null for other searches. */
export function readAction(text: string): ActionSearch | null {
  for (const { path, words } of FOR_PATIENT) {
    const rest = text.replace(words, '');
    if (rest !== text) return { path, text: rest };
  }
  return null;
}

/** The actions for a patient that the user may use, or only the one at `path`. */
export function patientActions(
  patient: PersonName & { readonly id: string },
  mayOpen: MayOpen,
  path?: string,
): PaletteItem[] {
  return FOR_PATIENT.filter((action) => mayOpen(action.path) && (path ?? action.path) === action.path).map(
    (action) => ({
      id: `action-${action.path}-${patient.id}`,
      kind: 'action',
      label: `${action.label} ${fullName(patient.firstName, patient.lastName)}`,
      to: `${action.path}?patientId=${patient.id}`,
    }),
  );
}

const OTHER_ACTIONS = [
  { label: 'Clock in or out', path: '/timecard' },
  { label: 'Start dictation', path: '/dictations/new' },
] as const;
const isForm = ({ path }: OpenPage): boolean => /\/(?:new|upload)$/.test(path);

/** The actions without a patient that the user may use: pages that add something, and others. */
export const generalActions = (pages: readonly OpenPage[], mayOpen: MayOpen): PaletteItem[] => [
  ...OTHER_ACTIONS.filter(({ path }) => mayOpen(path)).map(({ label, path }) => actionItem(label, path)),
  ...pages
    .filter((page) => isForm(page) && !OTHER_ACTIONS.some(({ path }) => path === page.path))
    .map(({ title, path }) => actionItem(title, path)),
];

const actionItem = (label: string, path: string): PaletteItem => ({
  id: `action-${path}`,
  kind: 'action',
  label,
  to: path,
});

/** The other pages that the user may open. */
export const pageItems = (pages: readonly OpenPage[]): PaletteItem[] =>
  pages
    .filter((page) => !isForm(page))
    .map(({ title, path }) => ({ id: `page-${path}`, kind: 'page', label: title, to: path }));
