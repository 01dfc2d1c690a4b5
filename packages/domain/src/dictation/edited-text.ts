/**
 * For fields that a person edited: the printed values that their generated text was made from at that moment, by source field ID.
 */
export type EditedFrom = Readonly<Record<string, Readonly<Record<string, string>>>>;
