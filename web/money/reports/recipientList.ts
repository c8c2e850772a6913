import { isEmail } from '#domain/platform/identifiers'
import { tidyEmail } from '#domain/platform/emailAddress'

/** At most so many people get a report's link (contract/reports). */
export const mostRecipients = 5

export type RecipientProblem = 'malformed' | 'known' | 'tooMany'

/** The list with what was typed or pasted, parted at commas, semicolons and spaces; what could not be taken stays as `rest`. */
export function addRecipients(
  list: readonly string[],
  typed: string,
): { list: readonly string[]; rest: string; problem: RecipientProblem | null } {
  const taken = [...list]
  const rest: string[] = []
  let problem: RecipientProblem | null = null
  for (const word of typed.split(/[\s,;]+/).filter((part) => part !== '')) {
    const email = tidyEmail(word)
    const wrong = !isEmail(email) ? 'malformed' : taken.includes(email) ? 'known' : taken.length >= mostRecipients ? 'tooMany' : null
    if (wrong === null) taken.push(email)
    else if (wrong !== 'known') rest.push(word)
    problem ??= wrong
  }
  return { list: taken, rest: rest.join(', '), problem }
}

/** The list with what still stands in the box; null while something there is no address or one too many. */
export function allRecipients(list: readonly string[], pending: string): string[] | null {
  const taken = addRecipients(list, pending)
  return taken.rest === '' ? [...taken.list] : null
}
