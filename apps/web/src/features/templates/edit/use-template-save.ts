import { templateCreate, templateUpdate, type Template } from '@portal/contract/templates';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { copiedMessage } from '../list/template-groups.ts';
import type { TemplateValues } from '../builder/template-values.ts';

/** Runs when the template is saved, before the page is left. */
export type AfterSave = (templateId: string) => Promise<void>;

/** Functions that save a template. Both reject with the request's error. */
export function useTemplateSave(): {
  /** Adds a template. `copyRulesFrom`: the template to copy billing code rules from. */
  readonly add: (values: TemplateValues, copyRulesFrom?: string) => Promise<Template>;
  /** Changes a template and goes to the list. */
  readonly change: (id: string, values: TemplateValues, afterSave: AfterSave) => Promise<void>;
} {
  const create = useEndpointMutation(templateCreate, { alsoChanges: ['Billing code rules'] });
  // The displayed rules depend on the template's fields.
  const update = useEndpointMutation(templateUpdate, {
    alsoChanges: ['Billing code rules', 'Template cases'],
  });
  const goBack = useReturn();
  const toast = useToast();
  return {
    add: async (
      { version: _version, reason: _reason, renames: _renames, ignoreLostReferences: _ignore, ...values },
      copyRulesFrom,
    ) => {
      const body = { ...values, ...(copyRulesFrom !== undefined && { copyRulesFrom }) };
      const { copiedRules, ...template } = await create.mutateAsync({ body });
      toast.success(
        copiedRules === undefined
          ? `${template.name} was saved. You can add its billing code rules now.`
          : copiedMessage(template.name, copiedRules),
      );
      return template;
    },
    change: async (id, body, afterSave) => {
      const { name } = await update.mutateAsync({ params: { id }, body });
      await afterSave(id);
      toast.success(`${name} was saved`);
      await goBack('/admin/templates');
    },
  };
}
