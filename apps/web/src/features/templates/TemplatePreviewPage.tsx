import { templateGet, type Template } from '@portal/contract/templates';
import { checkContent } from '@portal/domain/template/check';
import { parseTemplateContent } from '@portal/domain/template/content';
import { Alert, Box } from '@mui/material';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { Section } from '#ui/Section.tsx';
import { ContentErrors } from './edit/ContentErrors.tsx';
import { AutoPopulate } from './preview/AutoPopulate.tsx';
import { PreviewActions } from './preview/PreviewActions.tsx';
import { PreviewChips } from './preview/PreviewChips.tsx';
import { PreviewForm } from './preview/PreviewForm.tsx';
import { PreviewSections } from './preview/PreviewSections.tsx';
import { UsageStatistics } from './preview/UsageStatistics.tsx';

const LIST = { label: 'Template Management', to: '/admin/templates' };

/** /admin/templates/:id/preview: a template's fields, its form and usage statistics. */
export function TemplatePreviewPage() {
  const { id = '' } = useParams();
  const template = useEndpointQuery(templateGet, { params: { id } });
  const isRemoved = useLiveRefresh(templateGet, { params: { id } }, ({ entityId }) => entityId === id);
  if (template.data !== undefined) return <Preview key={id} template={template.data} isRemoved={isRemoved} />;
  return (
    <PageContent>
      <PageHeader title="Template Preview" breadcrumbs={[LIST, { label: 'Preview' }]} />
      {template.error?.status === 401 ? (
        <ErrorPanel message="Authentication required. Please log in again." />
      ) : (
        <RecordPart
          query={template}
          fallback="Failed to load template. Please try again."
          missing={{ text: 'Template not found', to: LIST.to, linkLabel: 'Go to templates' }}
        >
          {() => null}
        </RecordPart>
      )}
    </PageContent>
  );
}

function Preview({ template, isRemoved }: { readonly template: Template; readonly isRemoved: boolean }) {
  const { templateContent, autoPopulateFields } = template;
  const { content, problem } = useMemo(() => parseTemplateContent(templateContent), [templateContent]);
  const errors = useMemo(
    () => checkContent(content).filter(({ severity }) => severity === 'error'),
    [content],
  );
  return (
    <PageContent>
      <PageHeader
        title={template.name}
        breadcrumbs={[LIST, { label: template.name }]}
        badge={<PreviewChips template={template} />}
        {...(template.shortDescription !== null && { subtitle: template.shortDescription })}
        actions={<PreviewActions template={template} />}
      />
      <RemovedNotice isRemoved={isRemoved} />
      {problem === null ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {problem}. The template is shown without its fields.
        </Alert>
      )}
      {errors.length === 0 ? null : (
        <Box sx={{ mb: 2 }}>
          <ContentErrors errors={errors} content={content} title="Correct this in the template" />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <PageTabs
            label="Template"
            tabs={[
              { id: 'fields', label: 'Fields', content: <PreviewSections content={content} /> },
              { id: 'form', label: 'Try the form', content: <PreviewForm content={content} /> },
            ]}
          />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Section title="Usage statistics">
            <UsageStatistics template={template} />
          </Section>
          <Section title="Auto-populate fields">
            <AutoPopulate json={autoPopulateFields} />
          </Section>
        </Box>
      </Box>
    </PageContent>
  );
}
