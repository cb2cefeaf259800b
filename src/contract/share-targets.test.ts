import { describe, expect, it } from 'vitest'
import { type ReportToShare, SHARE_TARGET_NAMES, SHARE_TARGETS, type ShareTarget } from './share-targets.ts'

const { facebook, twitter, whatsapp, messenger, vk, linkedin } = SHARE_TARGETS
const shared: ReportToShare = {
  url: 'https://quiz.example/languageassessment/report/AbC_-9?hl=en&x=1',
  text: 'My French level is B2: 100% & more #french',
  title: 'French level B2 (estimate, not a certificate)',
  siteName: 'Language Assessment',
  finishedAt: new Date('2026-01-31T23:59:00'),
}
const PHONE = { facebookAppId: '', isMobile: true }
const COMPUTER = { facebookAppId: '123456789', isMobile: false }
const URL_ENCODED = 'https%3A%2F%2Fquiz.example%2Flanguageassessment%2Freport%2FAbC_-9%3Fhl%3Den%26x%3D1'
const TEXT_ENCODED = 'My%20French%20level%20is%20B2%3A%20100%25%20%26%20more%20%23french'

describe('share links, as each vendor documents them', () => {
  it.each([
    // developers.facebook.com/docs/sharing/reference/share-dialog, URL redirection
    [
      'Facebook',
      facebook.addressOf(shared, COMPUTER),
      `https://www.facebook.com/dialog/share?app_id=123456789&display=popup&href=${URL_ENCODED}&redirect_uri=${URL_ENCODED}`,
    ],
    // The link in the markup that developers.facebook.com/docs/plugins/share-button gives out
    [
      'Facebook without an app',
      facebook.addressOf(shared, PHONE),
      `https://www.facebook.com/sharer/sharer.php?u=${URL_ENCODED}`,
    ],
    // developer.x.com/en/docs/x-for-websites/tweet-button/guides/web-intent
    ['Twitter', twitter.addressOf(shared), `https://twitter.com/intent/tweet?text=${TEXT_ENCODED}&url=${URL_ENCODED}`],
    // faq.whatsapp.com, "How to use click to chat": https://wa.me/?text=urlencodedtext
    ['WhatsApp', whatsapp.addressOf(shared), `https://wa.me/?text=${TEXT_ENCODED}%20${URL_ENCODED}`],
    // developers.facebook.com/docs/sharing/reference/send-dialog, URL redirect
    [
      'Messenger',
      messenger.addressOf(shared, COMPUTER),
      `https://www.facebook.com/dialog/send?app_id=123456789&link=${URL_ENCODED}&redirect_uri=${URL_ENCODED}`,
    ],
    // developers.facebook.com/docs/sharing/messenger/web, mobile web
    [
      'Messenger on a phone',
      messenger.addressOf(shared, { ...COMPUTER, isMobile: true }),
      `fb-messenger://share?link=${URL_ENCODED}&app_id=123456789`,
    ],
    [
      'Messenger on a phone without an app',
      messenger.addressOf(shared, PHONE),
      `fb-messenger://share?link=${URL_ENCODED}`,
    ],
    // dev.vk.com/en/api/posts: https://vk.com/share.php?url=
    ['VK', vk.addressOf(shared), `https://vk.com/share.php?url=${URL_ENCODED}`],
    // The link that addtoprofile.linkedin.com generates
    [
      'LinkedIn, into the profile',
      linkedin.addressOf(shared),
      `https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME&name=French%20level%20B2%20%28estimate%2C%20not%20a%20certificate%29&organizationName=Language%20Assessment&issueYear=2026&issueMonth=1&certUrl=${URL_ENCODED}`,
    ],
  ])('%s', (_name, url, documented) => {
    expect(url).toBe(documented)
  })

  it.each([
    ['123', false, ['facebook', 'twitter', 'whatsapp', 'messenger', 'vk', 'linkedin']],
    ['', true, ['facebook', 'twitter', 'whatsapp', 'messenger', 'vk', 'linkedin']],
    ['', false, ['facebook', 'twitter', 'whatsapp', 'vk', 'linkedin']],
  ])('with the Facebook app "%s", on a phone %s, the sheet links to %o', (facebookAppId, isMobile, names) => {
    const device = { facebookAppId, isMobile }
    const linked = SHARE_TARGET_NAMES.flatMap((name) => {
      const { addressOf, isOffered }: ShareTarget = SHARE_TARGETS[name]
      return addressOf && isOffered?.(device) !== false ? [[name, addressOf(shared, device)] as const] : []
    })
    expect(linked.map(([name]) => name)).toEqual(names)
    for (const [, address] of linked) expect(address).toContain(URL_ENCODED)
  })

  it.each([
    ['Latin', "Où est l'été ? C+J'ai"],
    ['Cyrillic', 'Мой уровень — B2'],
    ['Japanese', '私の日本語レベルはB2です。'],
    ['Korean', '제 한국어 레벨은 B2입니다'],
    ['Chinese', '我的中文水平是B2'],
    ['Arabic', 'مستواي في الفرنسية B2'],
    ['an emoji', '🎉 B2 👩‍🏫'],
    ['a line break', 'B2\nA1'],
    ['punctuation', '!*\'();:@&=+$,/?#[]%20"<>'],
  ])('%s arrives unchanged and fully escaped', (_name, text) => {
    for (const address of [twitter.addressOf({ ...shared, text }), whatsapp.addressOf({ ...shared, text })]) {
      expect(address).toMatch(/^[\w:/?=&%.*-]+$/)
      const arrived = new URL(address).searchParams
      expect(arrived.get('text')?.startsWith(text)).toBe(true)
      expect([...arrived.keys()].sort()).toEqual(address.includes('wa.me') ? ['text'] : ['text', 'url'])
    }
  })

  it('encodes a lone surrogate without breaking the URL', () => {
    expect(twitter.addressOf({ ...shared, text: 'B2 \ud83c' })).toContain('text=B2%20%EF%BF%BD&')
  })
})
