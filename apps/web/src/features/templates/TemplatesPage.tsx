import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs, type PageTab } from '#ui/PageTabs.tsx';
import { CategoriesTab } from './categories/CategoriesTab.tsx';
import { SigningChecksTab } from './checks/SigningChecksTab.tsx';
import { LocationHeadersTab } from './headers/LocationHeadersTab.tsx';
import { TemplatesTab } from './list/TemplatesTab.tsx';

interface TemplatesPageProps {
  /** Tabs of other areas. */
  readonly moreTabs?: readonly PageTab[];
}

/** Template Management, /admin/templates. */
export function TemplatesPage({ moreTabs = [] }: TemplatesPageProps) {
  return (
    <PageContent>
      <PageHeader title="Template Management" />
      <PageTabs
        label="Template Management"
        tabs={[
          { id: 'templates', label: 'Templates', content: <TemplatesTab /> },
          { id: 'categories', label: 'Categories', content: <CategoriesTab /> },
          { id: 'location-headers', label: 'Location Headers', content: <LocationHeadersTab /> },
          { id: 'signing-checks', label: 'Signing Checks', content: <SigningChecksTab /> },
          ...moreTabs,
        ]}
      />
    </PageContent>
  );
}
