import type { CodeFile } from '@portal/contract/code-files';

/** The days of an edition in its fields, YYYY-MM-DD or blank. */
export interface EditionDays {
  readonly editionFrom: string;
  readonly editionTo: string;
}

export const daysOf = ({
  editionFrom,
  editionTo,
}: Pick<CodeFile, 'editionFrom' | 'editionTo'>): EditionDays => ({
  editionFrom: editionFrom ?? '',
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
