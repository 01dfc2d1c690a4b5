/** For `vi.waitFor`, whose own second is too short beside other programs. */
export const soon = { timeout: 60_000, interval: 20 };
