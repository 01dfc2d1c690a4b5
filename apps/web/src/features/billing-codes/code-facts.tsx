import { Box, Typography } from '@mui/material';
import type { BillingCode } from '@portal/contract/billing-codes';
import { checkFacts, FACT_LABELS, type FactCheck, type FactName } from '@portal/domain/billing-code-facts';
import type { CodeTraits } from '@portal/domain/billing-code-traits';
import { formatDateUs } from '@portal/domain/date';
import { StatusChip } from '#ui/StatusChip.tsx';

type Facts = readonly Pick<FactCheck, 'fact' | 'status' | 'source' | 'official'>[];

/** "CMS, … (looked up 11/26/2026)", what the source says instead, or that nothing confirms the value. */
function factText({ status, source, official }: Facts[number]): string {
  if (source === null) return 'Unchecked: no official source confirms this';
  const from = `${source.name}, looked up ${formatDateUs(source.lookedUp)}`;
  return status === 'checked' ? `Source: ${from}` : `${from}, says: ${official ?? ''}`;
}

/** Checked, Unchecked, or that the practice uses other values than the official source. */
export function FactsChip({ facts }: { readonly facts: Facts }) {
  if (facts.length === 0) return null;
  if (facts.some(({ status }) => status === 'differs'))
    return <StatusChip label="Own value" color="warning" />;
  return facts.some(({ status }) => status === 'unchecked') ? (
    <StatusChip label="Unchecked" color="warning" />
  ) : (
    <StatusChip label="Checked" color="success" />
  );
}

/** The source of each fact of a code with these values, as typed. */
export function FactSources({
  code: { codeType, code },
  traits,
}: {
  readonly code: Pick<BillingCode, 'codeType' | 'code'>;
  readonly traits: CodeTraits;
}) {
  const facts = checkFacts(codeType, code, traits);
  return facts.length === 0 ? null : (
    <Box component="ul" aria-label="Sources" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {facts.map((each) => (
        <Typography
          key={each.fact}
          component="li"
          variant="body2"
          color={each.status === 'checked' ? 'textSecondary' : 'warning'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          <strong>{labelOf(each.fact)}</strong> {factText(each)}
        </Typography>
      ))}
    </Box>
  );
}

const labelOf = (fact: FactName) => `${FACT_LABELS[fact]}:`;
