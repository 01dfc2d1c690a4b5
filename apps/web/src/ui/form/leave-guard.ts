import type { Location } from 'react-router';

/** Input that leaving the page would lose. */
export interface UnsavedPart {
  readonly isDirty: boolean;
  /** Whether a save is in progress. */
  readonly isSaving: () => boolean;
  /** Whether the input is still there at another address, for example on another tab of its page. */
  readonly staysAt: ((next: Location) => boolean) | undefined;
  /** What is asked before leaving. */
  readonly title: string;
  readonly text: string;
  /** How the input can be kept; undefined if it cannot. */
  readonly draft?: PartDraft | undefined;
}

/** The draft of unsaved input. */
export interface PartDraft {
  readonly keep: () => Promise<void>;
  readonly discard: () => Promise<void>;
  /** What was entered and is not kept, as a sentence; null if nothing. */
  readonly notKept: () => string | null;
}

/** The question before leaving. */
export type LeaveQuestionText = Pick<UnsavedPart, 'title' | 'text'>;

const SAVING: LeaveQuestionText = {
  title: 'Leave while saving?',
  text: 'Your changes are still being saved. If that fails, a message says so and your changes are kept.',
};

/** All unsaved parts of the page. The router supports one question at a time. */
const parts = new Set<UnsavedPart>();
/** The input that the navigation under way may leave behind. */
let settled: 'none' | 'saving' | 'all' = 'none';
let question: LeaveQuestionText = SAVING;
/** The drafts of what the navigation that was stopped last would lose; null if some of it has none. */
let drafts: readonly PartDraft[] | null = null;
let address: string | null = null;

/** Notes the address of the page that is shown. Returns a function that forgets it. */
export function followAddress(shown: string): () => void {
  address = shown;
  return () => {
    address = null;
  };
}

/** The address of the page that is shown; `otherwise` if it is not known. */
export const currentAddress = (otherwise: string): string => address ?? otherwise;

/** Asks before the part is lost. Returns a function that stops it. */
export function guardPart(part: UnsavedPart): () => void {
  parts.add(part);
  return () => void parts.delete(part);
}

/** Navigates as the last part of a save, which is still in progress. Asks about other unsaved parts only. */
export const leaveAfterSave = (go: () => Promise<void> | void): Promise<void> => leave('saving', go);

/** Navigates within the page, for example to another filter of its list: its forms and dialogs stay. */
export const stayOnPage = (go: () => Promise<void> | void): Promise<void> => leave('all', go);

/** Navigates after the person has agreed to lose the input. */
export const leaveWarned = (go: () => Promise<void> | void): Promise<void> => leave('all', go);

async function leave(without: typeof settled, go: () => Promise<void> | void): Promise<void> {
  settled = without;
  try {
    await go();
  } finally {
    settled = 'none';
  }
}

/** Whether a navigation would lose input. */
export function losesInput({
  currentLocation: current,
  nextLocation: next,
}: {
  readonly currentLocation: Location;
  readonly nextLocation: Location;
}): boolean {
  if (settled === 'all' || isSamePlace(current, next)) return false;
  const lost = [...parts].filter(
    ({ isDirty, isSaving, staysAt }) =>
      (isSaving() ? settled !== 'saving' : isDirty) && staysAt?.(next) !== true,
  );
  const [part] = lost;
  if (part === undefined) return false;
  question = part.isSaving() ? SAVING : part;
  drafts = draftsOf(lost);
  return true;
}

/** The drafts of the parts; null if one of them has none, or is being saved. */
function draftsOf(lost: readonly UnsavedPart[]): readonly PartDraft[] | null {
  const found = lost.flatMap(({ draft, isSaving }) => (draft === undefined || isSaving() ? [] : [draft]));
  return found.length === lost.length ? found : null;
}

/** Whether anything on the page is unsaved. */
export const hasUnsavedInput = (): boolean => [...parts].some(({ isDirty }) => isDirty);

/** The drafts of everything on the page that is unsaved; null if some of it has none. */
export const unsavedDrafts = (): readonly PartDraft[] | null =>
  draftsOf([...parts].filter(({ isDirty }) => isDirty));

/** The drafts that the navigation that was stopped last would leave behind; null if some input has none. */
export const leftDrafts = (): readonly PartDraft[] | null => drafts;

/** The question about the navigation that was stopped last. */
export const leaveQuestion = (): LeaveQuestionText => question;

/** Whether the question is about a save that has ended since. */
export const isSaveOver = (): boolean =>
  question === SAVING && ![...parts].some(({ isSaving }) => isSaving());

/** A visit of the same history entry, or of another part of the page. A new visit of the same address may start the page anew. */
function isSamePlace(current: Location, next: Location): boolean {
  if (current.pathname !== next.pathname || current.search !== next.search) return false;
  return current.key === next.key || current.hash !== next.hash;
}
