import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = permission('Dictation.ManageTemplates');
const loadEditor = async () => (await import('#features/templates/TemplateEditPage.tsx')).TemplateEditPage;

const PRACTICE_SHORTCUTS =
  'Texts for everyone. Who types a period and the name in a note, addendum, message or order gets the text, unless they have a shortcut of their own with that name.';

/** Routes of template administration. */
export const templatesRoutes: RouteObject[] = [
  page('/admin/templates', {
    title: 'Template Management',
    menu: { group: 'templates', icon: DescriptionOutlined, key: 'e' },
    help: 'templates',
    guard,
    load: async () => {
      const [{ TemplatesPage }, { ShortcutsTable }, { SpeechTab }] = await Promise.all([
        import('#features/templates/TemplatesPage.tsx'),
        import('#features/shortcuts/ShortcutsTable.tsx'),
        import('#features/speech/SpeechTab.tsx'),
      ]);
      const moreTabs = [
        {
          id: 'text-shortcuts',
          label: 'Text Shortcuts',
          content: <ShortcutsTable isPractice intro={PRACTICE_SHORTCUTS} />,
        },
        { id: 'speech', label: 'Speech', content: <SpeechTab /> },
      ];
      return function TemplatesRoute() {
        return <TemplatesPage moreTabs={moreTabs} />;
      };
    },
  }),
  page('/admin/templates/new', { title: 'New Template', guard, load: loadEditor }),
  page('/admin/templates/:id/edit', { title: 'Edit Template', guard, load: loadEditor }),
  // A template's base URL redirects to its preview.
  page('/admin/templates/:id', {
    title: 'Template Preview',
    guard,
    load: async () => (await import('#features/templates/TemplateRedirect.tsx')).TemplateRedirect,
  }),
  page('/admin/templates/:id/preview', {
    title: 'Template Preview',
    guard,
    load: async () => (await import('#features/templates/TemplatePreviewPage.tsx')).TemplatePreviewPage,
  }),
  page('/admin/location-headers/:locationId/edit', {
    title: 'Edit Location Header',
    help: 'templates#location-headers',
    guard,
    load: async () => (await import('#features/templates/LocationHeaderPage.tsx')).LocationHeaderPage,
  }),
];
