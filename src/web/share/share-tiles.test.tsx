import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { allTexts } from '../server-texts.ts'
import { TextsProvider } from '../texts.tsx'
import { ShareTiles } from './share-tiles.tsx'

const community = 'https://market.example/share?url={report}'

it.each([
  ['the built-in one takes posts', { webBaseUrl: '', templates: {} }, 'aria-expanded="false"'],
  ['a marketplace’s own opens', { webBaseUrl: 'https://market.example', templates: {} }, '(opens in a new window)'],
  ['a brand’s own opens', { webBaseUrl: '', templates: { community } }, '(opens in a new window)'],
  [
    'a brand may have none',
    { webBaseUrl: 'https://market.example', templates: { community: false as const } },
    undefined,
  ],
])('the community: %s', async (_, place, mark) => {
  const html = renderToStaticMarkup(
    <TextsProvider texts={await allTexts('en', undefined)}>
      <ShareTiles
        report={null}
        publish={async () => null}
        withdraw={async () => undefined}
        picture=""
        saveName={async () => true}
        language="french"
        level="A1"
        links={{ appUrlScheme: '', ...place }}
        social={{ facebookAppId: '', sdkUrl: '' }}
      />
    </TextsProvider>,
  )
  const tile = html.match(/<li(?:(?!<\/li>).)*Community.*?<\/li>/)?.[0]
  if (mark) expect(tile).toContain(mark)
  else expect(tile).toBeUndefined()
})
