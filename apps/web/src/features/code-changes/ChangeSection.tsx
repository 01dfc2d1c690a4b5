import CheckOutlined from '@mui/icons-material/CheckOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { Button } from '@mui/material';
import { MAX_BULK_CODES } from '@portal/contract/billing-code-bulk';
import { codeChangeAccept, codeChangeKeep, type EditionChangeRow } from '@portal/contract/code-changes';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { CHANGE_LABELS, type ChangeKind } from '@portal/domain/code-files/changes';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { AcceptAllDialog } from './AcceptAllDialog.tsx';
import { CHANGED_AREAS } from './changed-areas.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

/** Rows of a kind that are shown at first. */
const SHOWN = 50;

interface ChangeSectionProps {
  readonly kind: ChangeKind;
  readonly rows: readonly EditionChangeRow[];
  /** The day that the list is about. */
  readonly date: string;
}

/** The differences of a kind, with what can be done about each, and about all of them. */
export function ChangeSection({ kind, rows, date }: ChangeSectionProps) {
  const [isWhole, setWhole] = useState(false);
  const [isAccepting, setAccepting] = useState(false);
  const { accept, keep } = useAnswers(date);
  const label = CHANGE_LABELS[kind];
  const replace = (change: EditionChangeRow, onClose: () => void) => (
    <ReplaceDialog change={change} date={date} onClose={onClose} />
  );
  const acceptable = rows.filter(({ proposal }) => proposal?.action === 'change');
  return (
    <Section
      title={`${label} (${rows.length})`}
      actions={
        acceptable.length < 2 ? null : (
          <Button variant="outlined" size="small" onClick={() => setAccepting(true)}>
            {acceptable.length > MAX_BULK_CODES
              ? `Accept the first ${MAX_BULK_CODES}`
              : `Accept all ${acceptable.length}`}
          </Button>
        )
      }
    >
      <PlainTable
        label={label}
        columns={COLUMNS}
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        rowKey={({ key }) => key}
        rowLabel={nameOf}
        actions={[
          {
            label: 'Accept',
            icon: <CheckOutlined fontSize="small" />,
            isHidden: ({ proposal }) => proposal?.action !== 'change',
            onClick: accept,
          },
          {
            label: 'Replace',
            icon: <SwapHorizOutlined fontSize="small" />,
            isHidden: ({ proposal }) => proposal?.action !== 'replace',
            opens: replace,
          },
          {
            label: 'Edit template',
            icon: <EditOutlined fontSize="small" />,
            isHidden: ({ rule }) => rule === null,
            to: ({ rule }) => templatePath(rule?.templateId ?? ''),
          },
          {
            label: 'Keep as it is',
            icon: <PushPinOutlined fontSize="small" />,
            isHidden: ({ isKept }) => isKept,
            onClick: (change) => keep(change, true),
          },
          {
            label: 'List again',
            icon: <UndoOutlined fontSize="small" />,
            isHidden: ({ isKept }) => !isKept,
            onClick: (change) => keep(change, false),
          },
        ]}
      />
      {isWhole || rows.length <= SHOWN ? null : (
        <Button sx={{ mt: 1 }} onClick={() => setWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
      {isAccepting ? (
        <AcceptAllDialog
          title={`Accept: ${label}`}
          changes={acceptable.slice(0, MAX_BULK_CODES)}
          date={date}
          onClose={() => setAccepting(false)}
        />
      ) : null}
    </Section>
  );
}

const templatePath = (id: string) => `/admin/templates/${id}/edit`;

/** "CPT 64483", with what is proposed, or the rule that uses it. */
function nameOf({ code, codeType, rule, proposal }: EditionChangeRow): string {
  const name = `${CODE_TYPE_LABELS[codeType]} ${code}`;
  if (rule !== null) return `${name} in ${rule.templateName} (${rule.ruleName})`;
  return proposal?.action === 'change' ? `${name} (${proposal.label.toLowerCase()})` : name;
}

/** Accepting a proposal, and keeping a difference as it is, with a toast. */
function useAnswers(date: string) {
  const toast = useToast();
  const refresh = useInvalidateArea();
  const acceptance = useEndpointMutation(codeChangeAccept, { alsoChanges: CHANGED_AREAS });
  const decision = useEndpointMutation(codeChangeKeep);
  const say = async (answer: Promise<unknown>, done: string, failed: string) => {
    try {
      await answer;
      toast.success(done);
    } catch (error) {
      toast.error(explainError(error, failed));
      // Others may have changed what is listed.
      await refresh(codeChangeKeep.tag);
    }
  };
  return {
    accept: (change: EditionChangeRow) => {
      const { key, version } = change;
      void say(
        acceptance.mutateAsync({ body: { date, items: [{ key, version }] } }),
        `${nameOf(change)} changed`,
        'Failed to accept the change',
      );
    },
    keep: (change: EditionChangeRow, isKept: boolean) =>
      void say(
        decision.mutateAsync({ body: { date, keys: [change.key], isKept } }),
        isKept ? `${nameOf(change)} is kept as it is` : `${nameOf(change)} is listed again`,
        'Failed to save the decision',
      ),
  };
}

const COLUMNS: readonly Column<EditionChangeRow, never>[] = [
  {
    id: 'code',
    header: 'Code',
    card: 'title',
    render: ({ code, codeType }) => `${CODE_TYPE_LABELS[codeType]} ${code}`,
    caption: ({ description }) => description,
  },
  {
    id: 'place',
    header: 'Used in',
    render: ({ rule }) =>
      rule === null ? 'Catalog' : <ListLink to={templatePath(rule.templateId)}>{rule.templateName}</ListLink>,
    caption: ({ rule }) => rule?.ruleName ?? null,
  },
  {
    id: 'difference',
    header: 'What the edition says',
    kind: 'text',
    render: ({ message }) => message,
    caption: ({ source }) => source,
  },
  {
    id: 'proposal',
    header: 'Proposal',
    kind: 'text',
    isLabeled: true,
    render: proposalText,
    caption: ({ proposal }) => (proposal?.action === 'change' ? `Now: ${proposal.from}` : null),
  },
];

function proposalText({ proposal, rule }: EditionChangeRow): string {
  if (proposal === null) return rule === null ? 'Check the code by hand' : 'Change the rule by hand';
  if (proposal.action === 'change') return `${proposal.label}: ${proposal.to}`;
  const [first] = proposal.suggested;
  return first === undefined
    ? 'Replace it, or remove it from the rule'
    : `Replace it, for example by ${first.code}`;
}
