import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { QuizPageState } from '#contract/page-data.ts'
import { allTexts } from '../server-texts.ts'
import { TextsProvider } from '../texts.tsx'
import { ShareTargets } from './share-targets.tsx'

const community = 'https://market.example/share?url={report}'

it.each([
  ['the built-in one takes posts', { webBaseUrl: '', templates: {} }, 'aria-expanded="false"'],
  ['a marketplace’s own opens', { webBaseUrl: 'https://market.example', templates: {} }, '(opens in a new window)'],
  ['a brand’s own opens', { webBaseUrl: '', templates: { community } }, '(opens in a new window)'],
  ['a brand may have none', { webBaseUrl: 'https://market.example', templates: { community: false } }, undefined],
])('the community: %s', async (_, links, mark) => {
  const page = { ...links, isMobileApp: false, social: { facebookAppId: '', sdkUrl: '' } } as unknown as QuizPageState
  const html = renderToStaticMarkup(
    <TextsProvider texts={await allTexts('en', undefined)}>
      <ShareTargets report={null} publish={async () => null} language="french" level="A1" page={page} />
    </TextsProvider>,
  )
  const tile = html.match(/<li(?:(?!<\/li>).)*Community.*?<\/li>/)?.[0]
  if (mark) expect(tile).toContain(mark)
  else expect(tile).toBeUndefined()
})
