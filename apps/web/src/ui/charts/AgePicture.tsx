import type { AgeCounts } from '@portal/contract/age-counts';
import { AGE_LABELS } from '@portal/domain/waiting-age';
import { addressOf } from './picture-rows.ts';
import { Picture } from './Picture.tsx';

interface AgePictureProps {
  readonly title: string;
  /** What is counted, for example "Open messages". */
  readonly counted: string;
  /** The list of what is counted, with filters for status and days. */
  readonly list: string;
  readonly query: {
    readonly data: AgeCounts | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly emptyText: string;
}

/** Open records by age. */
export function AgePicture({ title, counted, list, query, emptyText }: AgePictureProps) {
  return (
    <Picture
      title={title}
      chart={{ kind: 'bars' }}
      rowHeader="Waiting since"
      series={[counted]}
      query={query}
      emptyText={emptyText}
      rows={query.data?.map(({ age, count, startDate, endDate }) => ({
        id: age,
        label: AGE_LABELS[age],
        values: [count],
        to: addressOf(list, { status: 'Open', startDate, endDate }),
      }))}
    />
  );
}
