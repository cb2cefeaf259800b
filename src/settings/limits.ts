import { number } from './entry.ts'

export const limits = {
  ASSESSMENTS_PER_HOUR: number({
    default: 600,
    from: 1,
    to: 10_000_000,
    help: [
      'New assessments per hour per address (an IPv6 /64 counts as one). Raise it for a school whose people share one',
      'address: the other limits per address follow it, such as a fifth as many sign-in requests per minute. The demo',
      'allows more.',
    ],
  }),
}
