import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { FindDictations } from './lists/FindDictations.tsx';
import { SessionTab } from './SessionTab.tsx';

/** `/dictations`: the session and the search. */
export function DictationsPage() {
  return (
    <PageContent>
      <PageHeader title="Dictations" />
      <PageTabs
        label="Dictations"
        tabs={[
          { id: 'session', label: 'Session', content: <SessionTab /> },
          { id: 'find', label: 'Find Dictations', content: <FindDictations /> },
        ]}
      />
    </PageContent>
  );
}
