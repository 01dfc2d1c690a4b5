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
  const part = [...parts].find(
    ({ isDirty, isSaving, staysAt }) =>
      (isSaving() ? settled !== 'saving' : isDirty) && staysAt?.(next) !== true,
  );
  if (part === undefined) return false;
  question = part.isSaving() ? SAVING : part;
  return true;
}

/** Whether anything on the page is unsaved. */
export const hasUnsavedInput = (): boolean => [...parts].some(({ isDirty }) => isDirty);

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
