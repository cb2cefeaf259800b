import { randomBytes } from 'node:crypto'
import type { NewUser } from '../db/sign-ins.ts'
import { cleanNickname } from '../visitor/nickname.ts'

const MOST_CHARACTERS = 40

function nicknameFrom(text: string): string {
  try {
    return cleanNickname([...text].slice(0, MOST_CHARACTERS).join(''))
  } catch {
    // Nothing is left of it, or it is a name that we refuse: the person chooses another one on the account page.
    return 'Learner'
  }
}

/** A first account: the nickname from a name or the local part of an address, the avatar drawn from a random seed. */
export function newUser(nameOrEmail: string | undefined): NewUser {
  return {
    nickname: nicknameFrom((nameOrEmail ?? '').replace(/@.*$/s, '')),
    avatar_file_name: randomBytes(8).toString('hex'),
  }
}
