import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { CategoriesTab } from './CategoriesTab.tsx';
import { LocationHeadersTab } from './LocationHeadersTab.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';

/** Template Management, /admin/templates. */
export function TemplatesPage() {
  return (
    <PageContent>
      <PageHeader title="Template Management" />
      <PageTabs
        label="Template Management"
        tabs={[
          { id: 'templates', label: 'Templates', content: <TemplatesTab /> },
          { id: 'categories', label: 'Categories', content: <CategoriesTab /> },
          { id: 'location-headers', label: 'Location Headers', content: <LocationHeadersTab /> },
        ]}
      />
    </PageContent>
  );
}
