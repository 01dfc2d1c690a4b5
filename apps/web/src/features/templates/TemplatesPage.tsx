import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { ShortcutsTable } from '#features/shortcuts/ShortcutsTable.tsx';
import { CategoriesTab } from './categories/CategoriesTab.tsx';
import { SigningChecksTab } from './checks/SigningChecksTab.tsx';
import { LocationHeadersTab } from './headers/LocationHeadersTab.tsx';
import { TemplatesTab } from './list/TemplatesTab.tsx';

const SHORTCUTS =
  'Texts for everyone. Who types a period and the name in a note, addendum, message or order gets the text, unless they have a shortcut of their own with that name.';

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
          { id: 'signing-checks', label: 'Signing Checks', content: <SigningChecksTab /> },
          {
            id: 'text-shortcuts',
            label: 'Text Shortcuts',
            content: <ShortcutsTable isPractice intro={SHORTCUTS} />,
          },
        ]}
      />
    </PageContent>
  );
}
