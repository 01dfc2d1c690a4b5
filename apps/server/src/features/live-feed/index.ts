export { registerLiveFeed } from './feed.ts';
export { signLiveTicket, TICKET_SECONDS } from './ticket.ts';
