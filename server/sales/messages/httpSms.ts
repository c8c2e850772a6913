import type { SmsOutcome, SmsProvider } from './smsProvider.ts'

const timeoutMs = 5_000

export type HttpSmsSettings = { url: string; token: string }

/**
 * Sends over HTTP: a JSON POST `{to, text, id}` with a bearer token and the id as Idempotency-Key, which is what a gateway or a small relay
 * before one takes. 2xx: taken; 408, 425, 429 and 5xx: ask again; any other answer: never.
 */
export function httpSms({ url, token }: HttpSmsSettings): SmsProvider {
  return {
    async send({ to, text, id }): Promise<SmsOutcome> {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ to: `+34${to}`, text, id }),
        })
        await answer.body?.cancel()
        if (answer.ok) return 'sent'
        return answer.status >= 500 || [408, 425, 429].includes(answer.status) ? 'unreachable' : 'rejected'
      } catch {
        return 'unreachable'
      }
    },
  }
}
