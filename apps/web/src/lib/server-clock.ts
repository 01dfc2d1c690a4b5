let aheadMs = 0;

/** Notes the server's time (ISO 8601) from a response that has just arrived. Other text is ignored. */
export function noteServerTime(time: string): void {
  const at = Date.parse(time);
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** The server's current time, even if the computer's clock is wrong. Until the first response, the computer's time. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
