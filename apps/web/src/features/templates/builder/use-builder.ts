import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { TemplateContent } from '@portal/domain/template/content';
import { useMemo, useState } from 'react';
import type { AppForm } from '#ui/form/use-app-form.ts';
import {
  arrangementOf,
  partsOf,
  placeText,
  rearranged,
  stepped,
  type Arrangement,
  type KeyedParts,
} from './arrangement.ts';
import type { RuleStart } from '../billing-rules/billing-rule-draft.ts';
import type { PendingRule } from '../billing-rules/pending-rules.ts';
import type { AutoPopulate, TemplateInput, TemplateValues } from './template-values.ts';
import { useUndo } from './undo-stack.ts';

interface ChangeOptions {
  /** Auto-populate sources to set in the same step. */
  readonly autoPopulate?: AutoPopulate;
  /** Identifies what is being typed or moved; its changes are merged into one undo step. */
  readonly mergeKey?: string;
}

/** What the builder does with billing rules. */
export interface BuilderBilling {
  /** The saved rules of the template. */
  readonly rules: readonly BillingCodeRule[];
  /** Adds rules when the template is saved. */
  readonly add: (rules: readonly PendingRule[]) => void;
  /** Opens the dialog for a new rule. Absent until the template is saved. */
  readonly start?: (start: RuleStart) => void;
}

export const NO_BILLING: BuilderBilling = { rules: [], add: () => undefined };

/** State and actions of the builder. */
export interface BuilderState {
  readonly billing: BuilderBilling;
  readonly content: TemplateContent;
  readonly autoPopulate: AutoPopulate;
  readonly arrangement: Arrangement;
  readonly parts: KeyedParts;
  readonly change: (content: TemplateContent, options?: ChangeOptions) => void;
  /** Puts a moved part into its new place, and announces it. */
  readonly moveTo: (partKey: string, next: Arrangement, options?: MoveOptions) => void;
  /** Moves a part up or down by keyboard. The handle keeps the focus, and the new position is announced. */
  readonly step: (partKey: string, name: string, by: -1 | 1) => void;
  /** The last step: the part whose handle gets the focus, if any, and the announcement. A new object each time. */
  readonly lastStep: { readonly partKey: string | null; readonly said: string } | null;
  /** `partKey` is the part whose handle has the focus, so that it can be restored. */
  readonly undo: (partKey?: string) => void;
  readonly redo: (partKey?: string) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** How a part was moved: whether its handle gets the focus, and which moves are one undo step. */
interface MoveOptions {
  readonly focuses?: boolean;
  readonly mergeKey?: string;
}

type Texts = Pick<TemplateInput, 'templateContent' | 'autoPopulateFields'>;

/**
 * Connects the builder with the editor's form. The form stores the content as a JSON string, so that dirty and stale checks work
 * as for any other field.
 */
export function useBuilder(
  form: AppForm<TemplateInput, TemplateValues>,
  content: TemplateContent,
  autoPopulate: AutoPopulate,
  billing: BuilderBilling,
): BuilderState {
  const { methods } = form;
  const read = (): Texts => {
    const [templateContent, autoPopulateFields] = methods.getValues([
      'templateContent',
      'autoPopulateFields',
    ]);
    return { templateContent, autoPopulateFields };
  };
  const write = ({ templateContent, autoPopulateFields }: Texts) => {
    methods.setValue('templateContent', templateContent, { shouldDirty: true });
    methods.setValue('autoPopulateFields', autoPopulateFields, { shouldDirty: true });
  };
  const undo = useUndo(read, write);
  const arrangement = useMemo(() => arrangementOf(content), [content]);
  const parts = useMemo(() => partsOf(content), [content]);
  const [lastStep, setLastStep] = useState<BuilderState['lastStep']>(null);
  const change: BuilderState['change'] = (next, options = {}) =>
    undo.change(
      {
        templateContent: JSON.stringify(next),
        autoPopulateFields: JSON.stringify(options.autoPopulate ?? autoPopulate),
      },
      options.mergeKey,
    );
  const moveTo: BuilderState['moveTo'] = (partKey, next, { focuses = false, mergeKey } = {}) => {
    if (next === arrangement) return;
    setLastStep({ partKey: focuses ? partKey : null, said: placeText(parts, next, partKey) });
    change(rearranged(content, next), mergeKey === undefined ? {} : { mergeKey });
  };
  return {
    billing,
    moveTo,
    canUndo: undo.canUndo,
    canRedo: undo.canRedo,
    undo: (partKey) => {
      undo.undo();
      setLastStep({ partKey: partKey ?? null, said: 'Undone' });
    },
    redo: (partKey) => {
      undo.redo();
      setLastStep({ partKey: partKey ?? null, said: 'Redone' });
    },
    content,
    autoPopulate,
    arrangement,
    parts,
    change,
    step: (partKey, name, by) => {
      const next = stepped(arrangement, partKey, by);
      if (next === arrangement) {
        setLastStep({ partKey, said: `${name} is already at the ${by === -1 ? 'top' : 'bottom'}` });
        return;
      }
      moveTo(partKey, next, { focuses: true, mergeKey: `move ${partKey}` });
    },
    lastStep,
  };
}
