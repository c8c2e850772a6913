/** A request received by your server, as Node's http or fetch provides it. `body` is the raw text, byte for byte. */
export type Received = { headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>; body: string }

/** The request failed verification or is malformed: answer 403 and do nothing. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
}

/** A header of the request; empty when absent. */
export function headerOf({ headers }: Received, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : (value?.join(', ') ?? '')
}
