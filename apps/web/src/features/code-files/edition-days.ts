import type { CodeFile } from '@portal/contract/code-files';
import { suggestedFirstDay } from '@portal/domain/code-files/edition-days';

/** The days of an edition in its fields, YYYY-MM-DD or blank. */
export interface EditionDays {
  readonly editionFrom: string;
  readonly editionTo: string;
}

/** The days that the file says; else the first day that its name suggests. */
export const daysOf = ({
  fileName,
  editionFrom,
  editionTo,
}: Pick<CodeFile, 'fileName' | 'editionFrom' | 'editionTo'>): EditionDays => ({
  editionFrom: editionFrom ?? suggestedFirstDay(fileName) ?? '',
  editionTo: editionTo ?? '',
});

/** Why the days cannot be; undefined if they can. */
export const orderProblem = ({ editionFrom, editionTo }: EditionDays): string | undefined =>
  editionTo !== '' && editionTo < editionFrom ? 'Must not be before the first day' : undefined;

/** Whether a file with these days can be loaded. */
export const isReady = ({ status }: Pick<CodeFile, 'status'>, days: EditionDays): boolean =>
  status === 'Checked' && days.editionFrom !== '' && orderProblem(days) === undefined;

/** The days as the server takes them. */
export const editionBody = ({ editionFrom, editionTo }: EditionDays) => ({
  editionFrom,
  ...(editionTo === '' ? {} : { editionTo }),
});
