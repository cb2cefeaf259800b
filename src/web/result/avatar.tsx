import { useState } from 'react'
import { urls } from '#contract/urls.ts'
import styles from './avatar.module.css'

/** Where an avatar's file name leads: an address as it is, else below the base, else to what is drawn from it; null when there is none. */
function avatarAddress(fileName: string, baseUrl: string): string | null {
  if (/^https:\/\//.test(fileName)) return fileName
  if (fileName && baseUrl) return `${baseUrl}${fileName}`
  return /^[\w-]{1,64}$/.test(fileName) ? urls.avatar(fileName) : null
}

function initialsOf(nickname: string): string {
  const words = nickname.split(/[\s._-]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

export type AvatarProps = { nickname: string; fileName: string; baseUrl: string; className?: string | undefined }

/** The picture of a person, or the initials of their nickname on a disc. */
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
    <span className={`${styles.avatar} ${className}`} aria-hidden="true">
      {initialsOf(nickname)}
    </span>
  )
}
