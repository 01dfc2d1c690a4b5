/** For what happens soon, also beside other programs. */
export const soon = { timeout: 60_000, interval: 10 };
