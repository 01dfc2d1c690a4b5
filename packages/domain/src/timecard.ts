/** The most characters of a note given at clock-in. */
export const CLOCK_NOTES_MAX = 500;
