import { config } from 'zod';

// The content security policy forbids code made from text; without this zod would try, and the browser would report it.
config({ jitless: true });
