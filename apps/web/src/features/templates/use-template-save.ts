import { templateCreate, templateUpdate } from '@portal/contract/templates';
import { useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import type { TemplateValues } from './template-values.ts';

/** Saves a template and leaves for the list. Both reject with the call's error. */
export function useTemplateSave(): {
  readonly add: (values: TemplateValues) => Promise<void>;
  readonly change: (id: string, values: TemplateValues) => Promise<void>;
} {
  const create = useEndpointMutation(templateCreate);
  // The rules are judged by the fields of the content.
  const update = useEndpointMutation(templateUpdate, { alsoChanges: ['Billing code rules'] });
  const navigate = useNavigate();
  const toast = useToast();
  return {
    add: async ({ version: _version, ...body }) => {
      const { id, name } = await create.mutateAsync({ body });
      toast.success(`${name} was added`, {
        label: 'Add billing code rules',
        onClick: () => void navigate(`/admin/templates/${id}/edit`),
      });
      await navigate('/admin/templates');
    },
    change: async (id, body) => {
      const { name } = await update.mutateAsync({ params: { id }, body });
      toast.success(`${name} was saved`);
      await navigate('/admin/templates');
    },
  };
}
