import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CommunityPost } from '#contract/community.ts'
import { urls } from '#contract/urls.ts'
import { POST_TEXT_MAX } from '#quiz/post-text.ts'
import { call } from '../browser/api-client.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import styles from './share-sheet.module.css'

const FAILURES: Partial<Record<string, TextKey>> = {
  invalid_request: 'share.postRefused',
  too_many_requests: 'share.postTooMany',
}

export type PostFormProps = { reportId: string; community: string; onPosted: () => void }

/** Posts the report to the community of the embedded marketplace, with a few words if somebody has some. */
export function PostForm({ reportId, community, onPosted }: PostFormProps) {
  const t = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const done = useRef<HTMLParagraphElement>(null)
  const [text, setText] = useState('')
  const [state, setState] = useState<'writing' | 'busy' | 'posted' | 'posted_before'>('writing')
  const [failure, setFailure] = useState<TextKey | null>(null)
  const count = [...text].length
  const isOver = state === 'posted' || state === 'posted_before'
  useEffect(() => (isOver ? done : area).current?.focus(), [isOver])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'busy') return
    setState('busy')
    setFailure(null)
    const outcome = await call<CommunityPost>('POST', urls.communityPosts, { report_id: reportId, text })
    if (outcome.ok) {
      onPosted()
      return setState('posted')
    }
    if (outcome.code === 'already_posted') return setState('posted_before')
    setState('writing')
    setFailure(FAILURES[outcome.code ?? ''] ?? 'share.postFailed')
  }
  if (isOver)
    return (
      <p ref={done} tabIndex={-1} role="status" className={styles.posted}>
        {t(state === 'posted' ? 'share.posted' : 'share.postedBefore')} <a href={community}>{t('share.toCommunity')}</a>
      </p>
    )
  return (
    <form className={styles.post} onSubmit={submit}>
      <label htmlFor={id}>{t('share.postLabel')}</label>
      <textarea
        ref={area}
        className={field.area}
        id={id}
        rows={3}
        value={text}
        aria-invalid={count > POST_TEXT_MAX}
        aria-describedby={`${id}-count`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-count`} className={styles.count}>
        {t('share.postCount', { count, max: POST_TEXT_MAX })}
      </p>
      <p role="alert" className={styles.failed}>
        {failure && t(failure)}
      </p>
      <Button type="submit" isBusy={state === 'busy'} isDisabled={count > POST_TEXT_MAX}>
        {t('share.post')}
      </Button>
    </form>
  )
}
