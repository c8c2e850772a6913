/** A request that came to your server, as Node's http or fetch has it. `body` is the text as it came, byte for byte. */
export type Received = { headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>; body: string }

/** What came is not from whom it should be, or is spoilt: answer 403 and do nothing. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
}

/** A header of what came; empty when it is not there. */
export function headerOf({ headers }: Received, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : (value?.join(', ') ?? '')
}
