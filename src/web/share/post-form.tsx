import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { createPost } from '#contract/community.ts'
import type { SharedReport } from '#contract/reports.ts'
import { isShownTextWithin, MAX_POST_TEXT_LENGTH } from '#contract/typed-text.ts'
import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './share.module.css'

export type PostFormProps = {
  /** Makes the report public; null on failure, which the sheet shows. */
  publish: () => Promise<SharedReport | null>
  community: string
  onPosted: () => void
}

/** Posts the report, with an optional comment, to the community of the built-in marketplace. */
export function PostForm({ publish, community, onPosted }: PostFormProps) {
  const t = useTexts()
  const status = useRef<HTMLParagraphElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // On phones, it opens below the visible part of the dialog.
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [])
  const [text, setText] = useState('')
  const [posted, setPosted] = useState<'now' | 'before' | null>(null)
  const { isBusy, error, submit } = useSubmit()
  useEffect(() => {
    if (posted) status.current?.focus()
  }, [posted])

  const post = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const report = await publish()
      if (!report) return null
      const outcome = await call<typeof createPost>('POST', urls.communityPosts, {
        body: { report_id: report.report_id, text },
      })
      if (outcome.ok) onPosted()
      else if (outcome.code !== 'already_posted') return 'share.postFailed'
      setPosted(outcome.ok ? 'now' : 'before')
      return null
    })
  }
  if (posted)
    return (
      <p ref={status} tabIndex={-1} role="status" className={styles.posted}>
        <span>{t(posted === 'now' ? 'share.posted' : 'share.postedBefore')}</span>{' '}
        <a href={community}>{t('share.toCommunity')}</a>
      </p>
    )
  return (
    <form ref={form} className={styles.post} onSubmit={post}>
      <TextArea
        label={t('share.postLabel')}
        value={text}
        onChange={setText}
        max={MAX_POST_TEXT_LENGTH}
        counter="share.postCount"
        takesFocus
      />
      <SubmitError error={error} />
      <Button type="submit" isBusy={isBusy} isDisabled={!isShownTextWithin(text, MAX_POST_TEXT_LENGTH)}>
        {t('share.post')}
      </Button>
    </form>
  )
}
