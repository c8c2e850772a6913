import { isEmail } from '#domain/platform/identifiers'
import { tidyEmail } from '#domain/platform/emailAddress'

/** Maximum number of recipients of a report's link, as in the contract. */
export const maxRecipients = 5

export type RecipientProblem = 'malformed' | 'known' | 'tooMany'

/** Adds typed or pasted addresses, separated by commas, semicolons or spaces; rejected ones are returned as `rest`. */
export function addRecipients(
  list: readonly string[],
  typed: string,
): { list: readonly string[]; rest: string; problem: RecipientProblem | null } {
  const accepted = [...list]
  const rest: string[] = []
  let problem: RecipientProblem | null = null
  for (const word of typed.split(/[\s,;]+/).filter((part) => part !== '')) {
    const email = tidyEmail(word)
    const wrong = !isEmail(email) ? 'malformed' : accepted.includes(email) ? 'known' : accepted.length >= maxRecipients ? 'tooMany' : null
    if (wrong === null) accepted.push(email)
    else if (wrong !== 'known') rest.push(word)
    problem ??= wrong
  }
  return { list: accepted, rest: rest.join(', '), problem }
}

/** The list with the pending text added; null when some of it is invalid or exceeds the maximum. */
export function allRecipients(list: readonly string[], pending: string): string[] | null {
  const accepted = addRecipients(list, pending)
  return accepted.rest === '' ? [...accepted.list] : null
}
