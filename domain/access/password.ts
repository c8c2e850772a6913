/** The length of a password in user-perceived characters, not bytes. */
const passwordLength = { min: 12, max: 128 } as const

/** Problems of a password by itself. The list of common ones and earlier passwords are checked by the server only. */
type PasswordProblem = 'too_short' | 'too_long' | 'all_digits' | 'like_you'

/** The person whose password it will be. */
export type PasswordOwner = { email: string; firstName: string; lastName: string }

/** Letters and digits only, without accents or case, to compare spellings. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** The least length of a password without the owner's own words. */
const minOwnPart = 8

function isLikeOwner(password: string, { email, firstName, lastName }: PasswordOwner): boolean {
  const [local = '', host = ''] = email.split('@')
  const words = [local, ...local.split(/[^\p{L}\p{N}]+/u), host.split('.')[0] ?? '', ...firstName.split(/\s+/), ...lastName.split(/\s+/)]
  const known = [...new Set(words.map(plain))].filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length)
  const written = plain(password)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), written)
  return rest !== written && rest.length < minOwnPart
}

/**
 * The problems of a password: 12 to 128 characters, not all digits, not mostly the owner's e-mail or name
 * (docs/domain.md#accounts-and-passwords). No composition rules: any character counts, spaces too, exactly as typed.
 */
export function passwordProblems(password: string, owner: PasswordOwner): PasswordProblem[] {
  const characters = [...password].length
  const problems: PasswordProblem[] = []
  if (characters < passwordLength.min) problems.push('too_short')
  if (characters > passwordLength.max) problems.push('too_long')
  if (/^\d+$/.test(password)) problems.push('all_digits')
  if (isLikeOwner(password, owner)) problems.push('like_you')
  return problems
}
