import { Alert, Stack } from '@mui/material';
import { billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { categoryList } from '@portal/contract/template-categories';
import { templateGet, templateList, type Template } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useFormQuery } from '#lib/query/form-query.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { leaveAfterSave } from '#ui/form/leave-guard.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { copyName, copyNotice } from './list/template-groups.ts';
import {
  NEW_TEMPLATE,
  copyInput,
  templateInput,
  type TemplateInput,
  type TemplateValues,
} from './builder/template-values.ts';
import { TemplateEditor } from './edit/TemplateEditor.tsx';
import { useTemplateSave, type AfterSave } from './edit/use-template-save.ts';

const LIST = '/admin/templates';
const MISSING = { text: 'This template does not exist.', to: LIST, linkLabel: 'Go to Template Management' };

/**
 * The pages /admin/templates/new (optionally with ?duplicate={id}) and /admin/templates/{id}/edit. One component serves both, so that
 * the first save of a new template can replace the URL while the builder stays open.
 */
export function TemplateEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const [created, setCreated] = useState<CreatedTemplate | null>(null);
  const editorKey = editorKeyOf(location.state) ?? location.key;
  const isOpen = created !== null && created.id === id && created.editorKey === editorKey;
  const originalId = isOpen ? created.originalId : params.get('duplicate');
  const editor = {
    ...(isOpen && { createdId: created.id }),
    onCreated: async (createdId: string) => {
      setCreated({ id: createdId, editorKey, originalId });
      await leaveAfterSave(() =>
        navigate(`/admin/templates/${createdId}/edit`, {
          replace: true,
          preventScrollReset: true,
          state: { editorKey },
        }),
      );
    },
  };
  const title = id === undefined ? 'New Template' : 'Edit Template';
  return (
    <PageContent>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Template Management', to: LIST }, { label: title }]}
        backTo={LIST}
      />
      {id !== undefined && !isOpen ? (
        <SavedTemplate key={id} id={id} />
      ) : originalId !== null ? (
        <CopiedTemplate key={editorKey} id={originalId} {...editor} />
      ) : (
        <NewTemplate key={editorKey} {...editor} />
      )}
    </PageContent>
  );
}

/** A template that was created in an editor that is still open. */
interface CreatedTemplate {
  readonly id: string;
  readonly editorKey: string;
  readonly originalId: string | null;
}

/** Key of the editor that a history entry belongs to, or null. */
function editorKeyOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('editorKey' in state)) return null;
  return typeof state.editorKey === 'string' ? state.editorKey : null;
}

interface NewTemplateProps {
  /** Set after the first save. */
  readonly createdId?: string;
  readonly onCreated: (id: string) => Promise<void>;
}

function NewTemplate({ createdId, onCreated }: NewTemplateProps) {
  const categories = useEndpointQuery(categoryList, {});
  const onSave = useFirstSave({ createdId, onCreated });
  return (
    <RecordPart query={categories} fallback="Failed to load categories" shape="form">
      {(all) => (
        <TemplateEditor initial={NEW_TEMPLATE} categories={all} onSave={onSave} templateId={createdId} />
      )}
    </RecordPart>
  );
}

/** Saves a new template the first time, and the same template after that. */
function useFirstSave({
  createdId,
  onCreated,
  originalId,
}: {
  readonly createdId: string | undefined;
  readonly onCreated: NewTemplateProps['onCreated'];
  readonly originalId?: string;
}) {
  const { add, change } = useTemplateSave();
  return async (values: TemplateValues, afterSave: AfterSave): Promise<TemplateInput | undefined> => {
    if (createdId !== undefined) {
      await change(createdId, values, afterSave);
      return undefined;
    }
    const template = await add(values, originalId);
    await afterSave(template.id);
    await onCreated(template.id);
    return templateInput(template);
  };
}

function CopiedTemplate({
  id,
  createdId,
  onCreated,
}: NewTemplateProps & { /** The original. */ readonly id: string }) {
  const formQuery = useFormQuery();
  const original = useEndpointQuery(templateGet, { params: { id } }, formQuery);
  const others = useEndpointQuery(templateList, { query: { includeInactive: 'true' } }, formQuery);
  const categories = useEndpointQuery(categoryList, {});
  const rules = useEndpointQuery(billingCodeRuleList, { params: { templateId: id } });
  const onSave = useFirstSave({ createdId, onCreated, originalId: id });
  return (
    <RecordPart query={original} fallback="Failed to load template" missing={MISSING} shape="form">
      {(template) => (
        <RecordPart query={others} fallback="Failed to load template" shape="form">
          {(all) => (
            <RecordPart query={categories} fallback="Failed to load categories" shape="form">
              {(known) => (
                <Stack spacing={2}>
                  {createdId === undefined ? (
                    <Alert severity="info">{copyNotice(template.name, rules.data?.length)}</Alert>
                  ) : null}
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
                    onSave={onSave}
                    templateId={createdId}
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
    <RecordPart query={saved} fallback="Failed to load template" missing={MISSING} shape="form">
      {(template) => (
        <RecordPart query={categories} fallback="Failed to load categories" shape="form">
          {(known) => (
            <>
              <RecordEditors entityType="Template" id={id} isForm />
              <EditedRecordNews id={id} />
              <TemplateEditor
                initial={templateInput(template)}
                contentProblem={problemOf(template)}
                usageCount={template.usageCount}
                categories={known}
                onSave={(values, afterSave) => change(id, values, afterSave)}
                templateId={id}
              />
            </>
          )}
        </RecordPart>
      )}
    </RecordPart>
  );
}

const problemOf = (template: Template): string | null =>
  parseTemplateContent(template.templateContent).problem;
