import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Stack, Typography } from '@mui/material';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { CODE_TYPE_LABELS, CODE_TYPES } from '@portal/domain/billing-code';
import type { TemplateField } from '@portal/domain/template/content';
import { operandLabel } from '@portal/domain/template/operands';
import { countText } from '@portal/domain/template/units';
import { StatusChip } from '#ui/StatusChip.tsx';

interface BillingRuleCardProps {
  readonly rule: BillingCodeRule;
  readonly name: string;
  readonly fields: readonly TemplateField[];
  /** What the rule points to that the template does not have. */
  readonly problems: readonly string[];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** A billing code rule: its condition and the codes it suggests. */
export function BillingRuleCard({ rule, name, fields, problems, onEdit, onDelete }: BillingRuleCardProps) {
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Stack direction="row" sx={{ flex: 1, flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <StatusChip label={`Priority ${rule.priority}`} />
          {problems.length === 0 ? null : <StatusChip label="Needs attention" color="warning" />}
        </Stack>
        <IconButton size="small" aria-label={`Edit rule ${name}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Delete rule ${name}`} onClick={onDelete}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Stack>
      {problems.map((text) => (
        <Typography key={text} variant="body2" color="warning" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      ))}
      {CODE_TYPES.map((type) => {
        const codes = rule.billingCodes.filter(({ codeType }) => codeType === type);
        return codes.length === 0 ? null : (
          <Box key={type} sx={{ display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr)', mt: 0.5 }}>
            <Typography variant="body2" color="textSecondary">
              {CODE_TYPE_LABELS[type]}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {codes.map((code) => (
                <Typography key={`${code.billingCodeId} ${code.displayOrder}`} component="li" variant="body2">
                  <strong>{[code.code, code.modifiers].filter((text) => text !== '').join('-')}</strong>{' '}
                  {code.description}
                  {remark(code, fields)}
                </Typography>
              ))}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** Note about where the units come from, an inactive code, a heading, or a code that is not auto-selected. */
function remark(
  { isActive, isBillable, isDefault, doseFieldId, count }: BillingCodeRule['billingCodes'][number],
  fields: readonly TemplateField[],
): string {
  if (!isActive) return ' (inactive: not suggested)';
  if (!isBillable) return ' (heading: not billable)';
  const units =
    doseFieldId === null ? null : operandLabel(doseFieldId, (id) => fields.find((field) => field.id === id));
  const notes = [
    ...(units === null
      ? []
      : [count === null ? `units from ${units}` : `1 unit ${countText(count)} of ${units}`]),
    ...(isDefault ? [] : ['not auto-selected']),
  ];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}
