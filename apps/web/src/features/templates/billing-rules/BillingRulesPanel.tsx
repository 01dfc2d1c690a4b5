import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import {
  billingCodeRuleDelete,
  billingCodeRuleList,
  type BillingCodeRule,
} from '@portal/contract/billing-code-rules';
import { endText } from '@portal/domain/billing-code-facts';
import { brokenReferences } from '@portal/domain/template/broken-references';
import { ANY_VALUE } from '@portal/domain/template/billing';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { ruleName } from '@portal/domain/template/references';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { BillingRuleCard } from './BillingRuleCard.tsx';
import type { RuleStart } from './billing-rule-draft.ts';
import { BillingRuleDialog } from './BillingRuleDialog.tsx';
import type { PendingRule } from './pending-rules.ts';

interface BillingRulesPanelProps {
  readonly templateId: string;
  /** The template's content, whose fields rules can check. */
  readonly content: TemplateContent;
  /** Opens the dialog for a new rule of a field. */
  readonly start?: RuleStart | null;
  readonly onStarted?: () => void;
  /** Rules that are added when the template is saved. */
  readonly pending?: readonly PendingRule[];
  readonly onRemovePending?: ((rule: PendingRule) => void) | undefined;
}

type Open =
  | { readonly what: 'edit'; readonly rule?: BillingCodeRule }
  | { readonly what: 'delete'; readonly rule: BillingCodeRule };

/** The billing code rules of a saved template. Rules are saved separately from the template. */
export function BillingRulesPanel({
  templateId,
  content,
  start,
  onStarted,
  pending = [],
  onRemovePending,
}: BillingRulesPanelProps) {
  const rules = useEndpointQuery(billingCodeRuleList, { params: { templateId } });
  const [open, setOpen] = useState<Open | null>(null);
  const fields = fieldsOf(content);
  const nameOf = (rule: NamedRule) => ruleWords(content, rule);
  const close = () => {
    setOpen(null);
    onStarted?.();
  };
  return (
    <Section
      title="Billing code rules"
      actions={
        <Button
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => setOpen({ what: 'edit' })}
        >
          Add Rule
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Rules suggest codes while a dictation is being written. Lower priority numbers come first. Rules are
        saved immediately, separately from the template.
      </Typography>
      <RecordPart query={rules} fallback="Failed to load billing code rules">
        {(all) =>
          all.length === 0 && pending.length === 0 ? (
            <EmptyState text="No billing code rules yet" />
          ) : (
            <Stack component="ul" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
              {all.map((rule) => (
                <BillingRuleCard
                  key={rule.id}
                  rule={rule}
                  name={nameOf(rule)}
                  fields={fields}
                  problems={[...problemsOf(content, rule), ...endedCodes(rule)]}
                  onEdit={() => setOpen({ what: 'edit', rule })}
                  onDelete={() => setOpen({ what: 'delete', rule })}
                />
              ))}
            </Stack>
          )
        }
      </RecordPart>
      <PendingRules rules={pending} nameOf={({ body }) => nameOf(body)} onRemove={onRemovePending} />
      {open?.what === 'edit' || (start ?? null) !== null ? (
        <BillingRuleDialog
          templateId={templateId}
          fields={fields}
          start={start ?? nextStart(fields, rules.data ?? [])}
          {...(open?.what === 'edit' && open.rule !== undefined && { rule: open.rule })}
          onClose={close}
        />
      ) : null}
      {open?.what === 'delete' ? (
        <DeleteRule rule={open.rule} name={nameOf(open.rule)} onClose={close} />
      ) : null}
    </Section>
  );
}

interface PendingRulesProps {
  readonly rules: readonly PendingRule[];
  readonly nameOf: (rule: PendingRule) => string;
  readonly onRemove: BillingRulesPanelProps['onRemovePending'];
}

/** The rules that wait for the template to be saved. */
function PendingRules({ rules, nameOf, onRemove }: PendingRulesProps) {
  if (rules.length === 0) return null;
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        Added when you save the template
      </Typography>
      <Stack component="ul" sx={{ gap: 1, listStyle: 'none', m: 0, p: 0 }}>
        {rules.map((rule) => {
          const name = nameOf(rule);
          return (
            <Stack
              key={`${name} ${rule.codes.join()}`}
              component="li"
              direction="row"
              sx={{ alignItems: 'center', gap: 1 }}
            >
              <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {name}: <strong>{rule.codes.join(', ')}</strong>
              </Typography>
              <IconButton size="small" aria-label={`Leave out rule ${name}`} onClick={() => onRemove?.(rule)}>
                <DeleteOutlined fontSize="small" />
              </IconButton>
            </Stack>
          );
        })}
      </Stack>
    </Box>
  );
}

/** A new rule is most likely for the first field with options that have no rule yet. */
function nextStart(fields: readonly TemplateField[], rules: readonly BillingCodeRule[]): RuleStart {
  const isOpen = ({ id, options }: TemplateField) => {
    const values = rules.flatMap(({ fieldId, fieldValue }) => (fieldId === id ? [fieldValue] : []));
    return (
      values.length > 0 && !values.includes(ANY_VALUE) && options.some((option) => !values.includes(option))
    );
  };
  return { fieldId: fields.find(isOpen)?.id ?? '', fieldValue: '' };
}

type NamedRule = Pick<BillingCodeRule, 'isTemplateDefault' | 'fieldId' | 'fieldValue' | 'when'>;

/** "Side is Left, when the number of Levels is at least 2". */
function ruleWords(content: TemplateContent, rule: NamedRule): string {
  const fieldOf = fieldFinder(content);
  const labelOf = (id: string) => operandLabel(id, fieldOf);
  return ruleName(rule, labelOf);
}

/** What a rule points to that the content does not have. */
const problemsOf = (content: TemplateContent, rule: BillingCodeRule): readonly string[] =>
  brokenReferences({ content, autoPopulate: {}, rules: [rule], providerDefaults: [], cases: [] })
    .filter(({ holder }) => holder === 'rule')
    .map(({ message }) => message);

/** Codes with a last day, and what replaced them. */
const endedCodes = ({ billingCodes }: BillingCodeRule): readonly string[] =>
  billingCodes.flatMap(({ code, validTo }) =>
    validTo === null ? [] : [`${code}: ${endText({ code, validTo })}`],
  );

interface DeleteRuleProps {
  readonly rule: BillingCodeRule;
  readonly name: string;
  readonly onClose: () => void;
}

function DeleteRule({ rule, name, onClose }: DeleteRuleProps) {
  const remove = useEndpointMutation(billingCodeRuleDelete);
  return (
    <ConfirmDialog
      newsOf={rule.id}
      open
      title="Delete this rule?"
      text="Its codes will no longer be suggested. Existing dictations keep their codes."
      confirmLabel="Delete"
      isDanger
      records={[name]}
      errorFallback="Failed to delete rule"
      onConfirm={async () => {
        const { message } = await remove.mutateAsync({ params: { id: rule.id } });
        return message;
      }}
      onClose={onClose}
    />
  );
}
