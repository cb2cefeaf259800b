import { number, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

export const events = {
  EVENTS_RETENTION_DAYS: number({
    from: 1,
    to: 3650,
    default: 180,
    help: 'After how many days an analytics event is deleted, forwarded or not.',
  }),
  EVENTS_SINK_URL: text({
    form: WEB_ADDRESS,
    help: [
      'The collector to which analytics events are forwarded (docs/events.md): the whole address of a batch call of',
      'Segment’s API, such as https://api.segment.io/v1/batch; RudderStack and others have one too. It gets what is',
      'received from then on; `npm run events -- history` sends the rest. Empty: none.',
    ],
  }),
  EVENTS_SINK_TOKEN: text({
    isSecret: true,
    needs: ['EVENTS_SINK_URL'],
    form: { pattern: /^[\x21-\x7e]+$/, words: 'a token of printable ASCII characters, without spaces' },
    help: 'The write key for it. Empty: none is sent.',
  }),
}
