import { templateCreate, templateUpdate } from '@portal/contract/templates';
import { useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { copiedMessage } from '../list/template-groups.ts';
import type { TemplateValues } from '../builder/template-values.ts';

/** Functions that save a template and go to the list. Both reject with the request's error. */
export function useTemplateSave(): {
  /** `copyRulesFrom`: the template to copy billing code rules from. */
  readonly add: (values: TemplateValues, copyRulesFrom?: string) => Promise<void>;
  readonly change: (id: string, values: TemplateValues) => Promise<void>;
} {
  const create = useEndpointMutation(templateCreate, { alsoChanges: ['Billing code rules'] });
  // The displayed rules depend on the template's fields.
  const update = useEndpointMutation(templateUpdate, { alsoChanges: ['Billing code rules'] });
  const navigate = useNavigate();
  const goBack = useReturn();
  const toast = useToast();
  return {
    add: async ({ version: _version, ...values }, copyRulesFrom) => {
      const body = { ...values, ...(copyRulesFrom !== undefined && { copyRulesFrom }) };
      const { id, name, copiedRules } = await create.mutateAsync({ body });
      toast.success(copiedRules === undefined ? `${name} was added` : copiedMessage(name, copiedRules), {
        label: copiedRules === undefined ? 'Add billing code rules' : 'Edit billing code rules',
        onClick: () => void navigate(`/admin/templates/${id}/edit`),
      });
      await goBack('/admin/templates');
    },
    change: async (id, body) => {
      const { name } = await update.mutateAsync({ params: { id }, body });
      toast.success(`${name} was saved`);
      await goBack('/admin/templates');
    },
  };
}
