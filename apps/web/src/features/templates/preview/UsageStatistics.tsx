import type { Template } from '@portal/contract/templates';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DetailList } from '#ui/DetailList.tsx';

/** Usage count and authors of a template. */
export function UsageStatistics({ template }: { readonly template: Template }) {
  const { usageCount, lastUsed, createdAt, createdBy, updatedAt, updatedBy } = template;
  const times = usePracticeTimes();
  const when = (instant: string) => times.dateTime(instant);
  const by = (instant: string, author: string | null) =>
    author === null ? when(instant) : `${when(instant)} by ${author}`;
  return (
    <DetailList
      items={[
        { label: 'Total uses', value: usageCount.toLocaleString('en-US') },
        { label: 'Last used', value: lastUsed === null ? 'Never' : when(lastUsed) },
        { label: 'Created', value: by(createdAt, createdBy), wide: true },
        { label: 'Updated', value: by(updatedAt, updatedBy), wide: true },
      ]}
    />
  );
}
