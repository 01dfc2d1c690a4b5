import { Alert, Box, Button, Checkbox, DialogActions, FormControlLabel, Typography } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { carryOffers, type CarriedNote, type CarryOffer } from '@portal/domain/dictation/carry-forward';
import { CARRY_REASON_LABELS } from '@portal/domain/dictation/carry-reason';
import { CONTENT_VERSION } from '@portal/domain/template/content';
import { shownText } from '@portal/domain/template/rows';
import { diffWordsWithSpace } from 'diff';
import { useId, useMemo, useState } from 'react';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { CancelButton } from '#ui/CancelButton.tsx';
import { DialogFooter } from '#ui/DialogFooter.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import type { DictationForm } from '../editor/use-dictation-form.ts';

interface CarryChoiceProps {
  readonly form: DictationForm;
  readonly note: Dictation;
  /** Reads the earlier note once more; undefined if it cannot be read. */
  readonly readAgain: () => Promise<Dictation | undefined>;
  readonly onDone: () => void;
}

/** The fields of an earlier note that can be carried, with both values. */
export function CarryChoice({ form: editor, note, readAgain, onDone }: CarryChoiceProps) {
  const { form } = editor;
  const toast = useToast();
  const { offers, same, changed } = useOffers(editor, note);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const [isReading, setReading] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const together = offers.filter(({ alone }) => alone === null).map(({ field }) => field.id);
  const carry = async () => {
    setSubmitted(true);
    if (chosen.size === 0 || isReading) return;
    // Someone may have deactivated it, or added to it, since it was opened.
    setReading(true);
    const now = await readAgain();
    setReading(false);
    if (now === undefined) return;
    setChanged(now !== note);
    if (now !== note) return;
    const carried = offers.filter(({ field }) => chosen.has(field.id));
    form.carry(carried.map(({ field, value, origin }) => ({ fieldId: field.id, value, origin })));
    toast.success(
      `${fieldCount(carried.length)} carried from the note of ${formatDateUs(note.procedureDate)}. Look at each one before you sign.`,
    );
    onDone();
  };
  return (
    <>
      <Later note={note} />
      <All ids={together} chosen={chosen} onChange={setChosen} />
      <Box component="ul" aria-label="Fields to carry" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {offers.map((offer) => (
          <Offer
            key={offer.field.id}
            offer={offer}
            isChosen={chosen.has(offer.field.id)}
            onChange={() => setChosen((before) => toggled(before, offer.field.id))}
          />
        ))}
      </Box>
      {offers.length > 0 ? null : (
        <Typography color="textSecondary">Nothing to carry from this note</Typography>
      )}
      <Names title="Already the same" names={same} />
      <Names title="Not offered, because the template has changed" names={changed} />
      {isSubmitted && chosen.size === 0 ? (
        <Alert severity="warning">Please select at least one field</Alert>
      ) : null}
      {isChanged ? (
        <Alert severity="warning">
          The earlier note has changed while you chose. Read it again, and press Carry.
        </Alert>
      ) : null}
      <DialogFooter>
        <DialogActions sx={{ px: 0, pb: 0 }}>
          <CancelButton />
          <Button variant="contained" loading={isReading} onClick={() => void carry()}>
            Carry
          </Button>
        </DialogActions>
      </DialogFooter>
    </>
  );
}

interface AllProps {
  readonly ids: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Selects all fields that can be carried together. */
function All({ ids, chosen, onChange }: AllProps) {
  if (ids.length === 0) return null;
  const areAll = ids.every((id) => chosen.has(id));
  const others = [...chosen].filter((id) => !ids.includes(id));
  return (
    <Box>
      <FormControlLabel
        label={`All without dates, drugs, levels, sides, and numbers (${ids.length})`}
        control={
          <Checkbox
            checked={areAll}
            indeterminate={!areAll && ids.some((id) => chosen.has(id))}
            onChange={() => onChange(new Set(areAll ? others : [...others, ...ids]))}
          />
        }
      />
    </Box>
  );
}

function useOffers({ start, form }: DictationForm, note: Dictation) {
  const { content, evaluation, entered, editedFrom } = form;
  return useMemo(() => {
    const ofRecord = [editedFrom, note.editedFrom].flatMap((origins) =>
      Object.keys(origins).filter((id) => origins[id]?.auto !== undefined),
    );
    const earlier: CarriedNote = {
      ...note,
      content: { version: CONTENT_VERSION, sections: note.structure.sections },
    };
    const target = {
      content,
      evaluation,
      entered,
      ofRecord: new Set([...ofRecord, ...Object.keys(start.sources)]),
    };
    return carryOffers(earlier, target);
  }, [content, evaluation, entered, editedFrom, note, start.sources]);
}

const fieldCount = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);

interface OfferProps {
  readonly offer: CarryOffer;
  readonly isChosen: boolean;
  readonly onChange: () => void;
}

/** One field: what the earlier note has and what this one has, and why it is not among those to carry together. */
function Offer({ offer: { field, value, now, isVisible, alone }, isChosen, onChange }: OfferProps) {
  const id = useId();
  const [before, after] = compared(shownText(field, value), shownText(field, now));
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <FormControlLabel
        label={field.label}
        control={
          <Checkbox
            checked={isChosen}
            onChange={onChange}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <Box id={id} sx={{ pl: 4, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        <Typography variant="body2">
          Earlier: <Pieces pieces={before} />
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Now: {after.length > 0 ? <Pieces pieces={after} /> : isVisible ? 'empty' : NOT_SHOWN}
        </Typography>
        {alone === null ? null : (
          <Typography variant="body2" color="warning">
            {alone === 'entered'
              ? 'Replaces what was entered here'
              : `${CARRY_REASON_LABELS[alone]}: check it`}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const NOT_SHOWN = 'not shown with the other values as they are';

/** A piece of one of two texts. */
interface Piece {
  readonly text: string;
  /** Whether the other text does not have it. */
  readonly isOther: boolean;
}

/** The most changed words that are looked for: texts that differ more have nothing in common to show. */
const MOST_CHANGES = 200;

/** Two texts with what is different in each. Texts without a common word, and empty ones, have nothing marked. */
function compared(earlier: string, now: string): readonly [readonly Piece[], readonly Piece[]] {
  const changes = diffWordsWithSpace(now, earlier, { maxEditLength: MOST_CHANGES }) ?? [];
  const isAlike = changes.some(({ added, removed, value }) => !added && !removed && /\w/u.test(value));
  if (!isAlike) return [plain(earlier), plain(now)];
  const of = (other: 'added' | 'removed') =>
    changes
      .filter((change) => change[other] || (!change.added && !change.removed))
      .map((change) => ({ text: change.value, isOther: change[other] }));
  return [of('added'), of('removed')];
}

const plain = (text: string): readonly Piece[] => (text === '' ? [] : [{ text, isOther: false }]);

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, isOther }, at) =>
    isOther ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no identity
      <Box key={at} component="mark" sx={DIFFERENT}>
        {text}
      </Box>
    ) : (
      text
    ),
  );
}

const DIFFERENT = {
  bgcolor: 'color-mix(in srgb, var(--mui-palette-warning-main) 25%, transparent)',
  color: 'text.primary',
};

/** What was said about the earlier note after it was signed: it may correct what would be carried. */
function Later({ note: { addendums, coSignature } }: { readonly note: Dictation }) {
  const times = usePracticeTimes();
  const isReturned = coSignature?.state === 'Returned';
  if (addendums.length === 0 && !isReturned) return null;
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {isReturned ? <div>This note was sent back for an addendum: {coSignature.returned?.reason}</div> : null}
      {addendums.map(({ id, text, createdAt }) => (
        <div key={id}>
          Addendum of {times.date(createdAt)}: {text}
        </div>
      ))}
    </Alert>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  return names.length === 0 ? null : (
    <Typography variant="body2" color="textSecondary">
      {title}: {names.join(', ')}
    </Typography>
  );
}
