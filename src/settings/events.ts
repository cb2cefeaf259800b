import { number, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

export const events = {
  EVENTS_RETENTION_DAYS: number({
    from: 1,
    to: 3650,
    default: 180,
    help: 'Days until analytics events are deleted, forwarded or not.',
  }),
  EVENTS_COLLECTOR_URL: text({
    form: WEB_ADDRESS,
    help: [
      "Batch endpoint of a collector with Segment's API, such as https://api.segment.io/v1/batch or RudderStack's",
      '(docs/events.md). Forwards events received from then on; `npm run events -- resend` sends earlier ones.',
      'Empty: none.',
    ],
  }),
  EVENTS_COLLECTOR_TOKEN: text({
    isSecret: true,
    needs: ['EVENTS_COLLECTOR_URL'],
    form: { pattern: /^[\x21-\x7e]+$/, words: 'a token of printable ASCII characters, without spaces' },
    help: 'Write key for the collector. Empty: none is sent.',
  }),
}
