import type { SmsOutcome } from './smsProvider.ts'

/** What became of a letter: a refusal for good (5xx) is told apart from a bad line. */
export async function mailOutcome(post: () => Promise<void>): Promise<SmsOutcome> {
  try {
    await post()
    return 'sent'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = typeof cause === 'object' && cause !== null && 'responseCode' in cause ? Number(cause.responseCode) : 0
    return code >= 500 ? 'rejected' : 'unreachable'
  }
}
