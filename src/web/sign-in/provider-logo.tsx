import type { Provider } from '#contract/sign-in.ts'
import styles from './sign-in-choices.module.css'

/** The logo of an identity provider, simplified. */
export function ProviderLogo({ provider }: { provider: Provider }) {
  return (
    <svg className={styles.logo} viewBox="0 0 24 24" aria-hidden="true">
      {LOGOS[provider]}
    </svg>
  )
}

const LOGOS = {
  google: (
    <g fill="none" strokeWidth="4">
      <path d="M18.4 6.4A8.5 8.5 0 0 0 4.6 7.75" stroke="#ea4335" />
      <path d="M4.6 7.75a8.5 8.5 0 0 0 0 8.5" stroke="#fbbc05" />
      <path d="M4.6 16.25a8.5 8.5 0 0 0 12.9 2.25" stroke="#34a853" />
      <path d="M17.5 18.5A8.5 8.5 0 0 0 20.5 12H12" stroke="#4285f4" />
    </g>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#1877f2" />
      <path
        d="M13.4 23v-8.6h2.9l.5-3.4h-3.4V9c0-1 .5-1.8 1.9-1.8h1.6V4.4A15 15 0 0 0 14.3 4.2c-2.7 0-4.3 1.6-4.3 4.4V11H7v3.4h3V23z"
        fill="#fff"
      />
    </>
  ),
  vk: (
    <>
      <rect x="1" y="1" width="22" height="22" rx="6" fill="#0077ff" />
      <path
        d="M5.5 8.5c.4 4.7 2.7 7.5 7 7.5v-7.5M17.8 8.5c-.6 2-2.3 3.3-5 3.7 2.9.2 4.7 1.5 5.4 3.8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.1"
      />
    </>
  ),
}
