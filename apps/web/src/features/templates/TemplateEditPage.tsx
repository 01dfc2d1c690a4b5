import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { categoryList } from '@portal/contract/template-categories';
import { templateGet, templateList } from '@portal/contract/templates';
import type { Template } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { useParams, useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { copyName, copyNotice } from './list/template-groups.ts';
import { NEW_TEMPLATE, copyInput, templateInput } from './builder/template-values.ts';
import { TemplateEditor } from './edit/TemplateEditor.tsx';
import { useTemplateSave } from './edit/use-template-save.ts';

const LIST = '/admin/templates';
const MISSING = { text: 'This template does not exist.', to: LIST, linkLabel: 'Go to Template Management' };

/** The pages /admin/templates/new (optionally with ?duplicate={id}) and /admin/templates/{id}/edit. */
export function TemplateEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const originalId = params.get('duplicate');
  const title = id === undefined ? 'New Template' : 'Edit Template';
  return (
    <PageContent>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Template Management', to: LIST }, { label: title }]}
        backTo={LIST}
      />
      {id !== undefined ? (
        <SavedTemplate key={id} id={id} />
      ) : originalId !== null ? (
        <CopiedTemplate key={originalId} id={originalId} />
      ) : (
        <NewTemplate />
      )}
    </PageContent>
  );
}

function NewTemplate() {
  const categories = useEndpointQuery(categoryList, {});
  const { add } = useTemplateSave();
  return (
    <RecordPart query={categories} fallback="Failed to load categories">
      {(all) => <TemplateEditor initial={NEW_TEMPLATE} categories={all} onSave={add} />}
    </RecordPart>
  );
}

function CopiedTemplate({ id }: { readonly id: string }) {
  const formQuery = useFormQuery();
  const original = useEndpointQuery(templateGet, { params: { id } }, formQuery);
  const others = useEndpointQuery(templateList, { query: { includeInactive: 'true' } }, formQuery);
  const categories = useEndpointQuery(categoryList, {});
  const rules = useEndpointQuery(billingCodeRuleList, { params: { templateId: id } });
  const { add } = useTemplateSave();
  return (
    <RecordPart query={original} fallback="Failed to load template" missing={MISSING}>
      {(template) => (
        <RecordPart query={others} fallback="Failed to load template">
          {(all) => (
            <RecordPart query={categories} fallback="Failed to load categories">
              {(known) => (
                <Stack spacing={2}>
                  <Alert severity="info">{copyNotice(template.name, rules.data?.length)}</Alert>
                  <TemplateEditor
                    initial={copyInput(
                      template,
                      copyName(
                        template.name,
                        all.map(({ name }) => name),
                      ),
                    )}
                    contentProblem={problemOf(template)}
                    categories={known}
                    onSave={(values) => add(values, id)}
                  />
                </Stack>
              )}
            </RecordPart>
          )}
        </RecordPart>
      )}
    </RecordPart>
  );
}

function SavedTemplate({ id }: { readonly id: string }) {
  const saved = useEndpointQuery(templateGet, { params: { id } }, useFormQuery());
  const categories = useEndpointQuery(categoryList, {});
  const { change } = useTemplateSave();
  return (
    <RecordPart query={saved} fallback="Failed to load template" missing={MISSING}>
      {(template) => (
        <RecordPart query={categories} fallback="Failed to load categories">
          {(known) => (
            <TemplateEditor
              initial={templateInput(template)}
              contentProblem={problemOf(template)}
              usageCount={template.usageCount}
              categories={known}
              onSave={(values) => change(id, values)}
              templateId={id}
            />
          )}
        </RecordPart>
      )}
    </RecordPart>
  );
}

const problemOf = (template: Template): string | null =>
  parseTemplateContent(template.templateContent).problem;
