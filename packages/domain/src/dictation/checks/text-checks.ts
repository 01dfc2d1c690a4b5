import { formatDateUs } from '../../date.ts';
import { isNoShow } from '../../template/billing-option.ts';
import { emptyPlaces } from '../../template/empty-places.ts';
import { shownFieldsBehind } from '../../template/field-sources.ts';
import { isEmptyValue } from '../../template/value.ts';
import { unprintableProblem } from '../../printable-characters.ts';
import { atField, atLine, atNothing, type Find } from './checked.ts';

/** Blanks in the report text. */
export const emptyPlace: Find = ({ content, evaluation }) =>
  emptyPlaces(content, evaluation).map(({ fieldId, label, textFieldId, textLabel }) => {
    const shown = shownFieldsBehind(fieldId, evaluation);
    const [first] = shown;
    if (first === undefined) return atField(textFieldId, `${textLabel} has a blank. Edit the text.`);
    return first.field.id === fieldId
      ? atField(fieldId, `${label} is empty in ${textLabel}.`)
      : atField(
          first.field.id,
          `${textLabel} has a blank that comes from ${shown.map(({ field }) => field.label).join(', ')}.`,
        );
  });

/** Texts that were edited before their fields changed. */
export const editedText: Find = ({ outdated }) =>
  outdated.map(({ fieldId, label, contradiction }) => atField(fieldId, `${label} ${contradiction}`));

/** Values of earlier notes that nobody has left or changed since. */
export const carriedUnseen: Find = ({ evaluation, editedFrom }) =>
  evaluation.fields.flatMap(({ field, isVisible, effective }) => {
    const carried = editedFrom[field.id]?.carried;
    return carried === undefined || carried.isSeen || !isVisible || isEmptyValue(effective)
      ? []
      : [
          atField(
            field.id,
            `${field.label} was carried from the note of ${formatDateUs(carried.day)}, and nobody has looked at it.`,
          ),
        ];
  });

/** Characters that the PDF cannot show. */
export const unprintable: Find = ({ evaluation, billingOption, lines, texts }) => [
  ...evaluation.fields.flatMap(({ field, isVisible, text }) => {
    const isPrinted = isVisible && field.includeInReport && !isNoShow(billingOption);
    const problem = isPrinted ? unprintableProblem(text) : null;
    return problem === null ? [] : [atField(field.id, `${field.label}: ${problem}`)];
  }),
  ...lines.flatMap((line) => {
    const problem = unprintableProblem(line.description);
    return problem === null ? [] : [atLine(line, `${line.code}: ${problem}`)];
  }),
  ...texts.flatMap(({ name, text }) => {
    const problem = unprintableProblem(text);
    return problem === null ? [] : [atNothing(`${name}: ${problem}`)];
  }),
];
