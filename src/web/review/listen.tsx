import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import { useTexts } from '../texts.tsx'
import styles from './listen.module.css'

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>

/** Cantonese voices are tagged as Chinese too. */
const OTHER_TONGUES = /^(zh-(hk|mo)|yue)\b/

/**
 * A voice on the reader's own system that speaks the language: the system default, else the first one. Network voices
 * don't count, because they send the sentence to another company's server.
 */
export function chooseVoice<V extends Voice>(voices: readonly V[], language: Language): V | undefined {
  const [primary] = LANGUAGE_TAGS[language].split('-')
  const own = voices.filter(({ lang, localService }) => {
    // Android writes an underscore.
    const tag = lang.toLowerCase().replaceAll('_', '-')
    return localService && tag.split('-')[0] === primary && !OTHER_TONGUES.test(tag)
  })
  return own.find((voice) => voice.default) ?? own[0]
}

function subscribe(onChange: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => undefined
  speechSynthesis.addEventListener('voiceschanged', onChange)
  return () => speechSynthesis.removeEventListener('voiceschanged', onChange)
}

const findVoice = (language: Language) =>
  'speechSynthesis' in window ? chooseVoice(speechSynthesis.getVoices(), language) : undefined

/** Stops the current speech. */
let silence: (() => void) | undefined

const SLOW = 0.65

/**
 * Speaks a text, stopping any other speech.
 * @returns stops it; does nothing once it's over
 */
function speak(text: string, language: Language, rate: number, onEnd: () => void): () => void {
  silence?.()
  const voice = findVoice(language) ?? null
  const utterance = new SpeechSynthesisUtterance(text)
  Object.assign(utterance, { voice, lang: voice?.lang ?? LANGUAGE_TAGS[language], rate })
  const end = () => {
    if (silence !== stop) return
    silence = undefined
    onEnd()
  }
  const stop = () => {
    if (silence !== stop) return
    end()
    speechSynthesis.cancel()
  }
  utterance.onend = end
  utterance.onerror = end
  silence = stop
  speechSynthesis.speak(utterance)
  return stop
}

const SPEAKER = 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z'

type ListenProps = { text: string; language: Language }

/**
 * A button that speaks a text, slowly every second time; pressing it during speech stops it. It reserves its space even
 * without a voice: voices may load late, and nothing moves then.
 */
export function Listen({ text, language }: ListenProps) {
  const t = useTexts()
  const hasVoice = useSyncExternalStore(
    subscribe,
    () => findVoice(language) !== undefined,
    () => false,
  )
  const [isSpeaking, setIsSpeaking] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  const stop = useRef<(() => void) | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text starts over
  useEffect(() => {
    setIsSlow(false)
    return () => stop.current?.()
  }, [text])
  useEffect(() => {
    if (!isSpeaking) return
    const leave = () => stop.current?.()
    const hide = () => document.hidden && leave()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [isSpeaking])
  const press = () => {
    if (isSpeaking) return stop.current?.()
    setIsSpeaking(true)
    setIsSlow(!isSlow)
    stop.current = speak(text, language, isSlow ? SLOW : 1, () => setIsSpeaking(false))
  }
  const label = t(isSpeaking ? 'listen.stop' : isSlow ? 'listen.slowly' : 'listen.listen')
  return (
    <span className={styles.place}>
      {hasVoice && (
        <button type="button" className={styles.listen} aria-label={label} title={label} onClick={press}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            {isSpeaking ? <path d="M7 7h10v10H7z" /> : <path d={SPEAKER} />}
            {!isSpeaking &&
              (isSlow ? (
                <path d="M16 12h.01M20 12h.01" />
              ) : (
                <path d="M15.500 9a4 4 0 0 1 0 6M18 6a8.500 8.500 0 0 1 0 12" />
              ))}
          </svg>
        </button>
      )}
    </span>
  )
}
