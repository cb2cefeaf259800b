import { useState } from 'react'
import { graphemesOf } from '#contract/typed-text.ts'
import { urls } from '#contract/urls.ts'
import styles from './avatar.module.css'

/**
 * The avatar's address: the file name if it's an address, else under the base URL, else one generated from the name as
 * a seed; null if there is none.
 */
function avatarAddress(fileName: string, baseUrl: string): string | null {
  if (/^https:\/\//.test(fileName)) return fileName
  if (fileName && baseUrl) return `${baseUrl}${fileName}`
  return /^[\w-]{1,64}$/.test(fileName) ? urls.avatar(fileName) : null
}

function initialsOf(nickname: string): string {
  const words = nickname.split(/[\s._-]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => graphemesOf(word)[0]?.toUpperCase() ?? '')
    .join('')
}

export type AvatarProps = { nickname: string; fileName: string; baseUrl: string; className?: string | undefined }

/** A person's picture, or the initials of the nickname if there is none or it fails to load. */
export function Avatar({ nickname, fileName, baseUrl, className = '' }: AvatarProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const address = avatarAddress(fileName, baseUrl)
  if (address && !hasFailed)
    return (
      <img
        className={`${styles.avatar} ${className}`}
        src={address}
        alt=""
        width="40"
        height="40"
        onError={() => setHasFailed(true)}
      />
    )
  return (
    <span className={`${styles.avatar} ${className}`} aria-hidden="true" translate="no">
      {initialsOf(nickname)}
    </span>
  )
}
