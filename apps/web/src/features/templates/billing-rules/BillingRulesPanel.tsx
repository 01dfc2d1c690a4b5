import AddIcon from '@mui/icons-material/Add';
import { Button, Stack, Typography } from '@mui/material';
import {
  billingCodeRuleDelete,
  billingCodeRuleList,
  type BillingCodeRule,
} from '@portal/contract/billing-code-rules';
import { endText } from '@portal/domain/billing-code-facts';
import { brokenReferences } from '@portal/domain/template/broken-references';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { ruleName } from '@portal/domain/template/references';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { BillingRuleCard } from './BillingRuleCard.tsx';
import { BillingRuleDialog } from './BillingRuleDialog.tsx';

interface BillingRulesPanelProps {
  readonly templateId: string;
  /** The template's content, whose fields rules can check. */
  readonly content: TemplateContent;
}

type Open =
  | { readonly what: 'edit'; readonly rule?: BillingCodeRule }
  | { readonly what: 'delete'; readonly rule: BillingCodeRule };

/** The billing code rules of a saved template. Rules are saved separately from the template. */
export function BillingRulesPanel({ templateId, content }: BillingRulesPanelProps) {
  const rules = useEndpointQuery(billingCodeRuleList, { params: { templateId } });
  const [open, setOpen] = useState<Open | null>(null);
  const fields = fieldsOf(content);
  const close = () => setOpen(null);
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
          all.length === 0 ? (
            <EmptyState text="No billing code rules yet" />
          ) : (
            <Stack component="ul" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
              {all.map((rule) => (
                <BillingRuleCard
                  key={rule.id}
                  rule={rule}
                  field={fields.find(({ id }) => id === rule.fieldId)}
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
      {open?.what === 'edit' ? (
        <BillingRuleDialog
          templateId={templateId}
          fields={fields}
          {...(open.rule !== undefined && { rule: open.rule })}
          onClose={close}
        />
      ) : null}
      {open?.what === 'delete' ? (
        <DeleteRule
          rule={open.rule}
          name={ruleName(open.rule, (id) => fields.find((field) => field.id === id)?.label ?? id)}
          onClose={close}
        />
      ) : null}
    </Section>
  );
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
