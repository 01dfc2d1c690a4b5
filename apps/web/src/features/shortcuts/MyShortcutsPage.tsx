import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ShortcutsTable } from './ShortcutsTable.tsx';

/** /profile/shortcuts: the user's own shortcuts. */
export function MyShortcutsPage() {
  return (
    <PageContent>
      <PageHeader title="My Text Shortcuts" backTo="/profile" />
      <ShortcutsTable intro="Texts of your own. Type a period and the name in a note, addendum, message or order: .risks becomes the text. If the practice has a shortcut with the same name, yours is used." />
    </PageContent>
  );
}
