/** Secrets of one kind: the first signs and encrypts, each of them verifies and decrypts. */
export type Secrets = readonly [current: string, ...fallbacks: string[]]

/** The same for each secret, the current one first. */
export const withEach = <T>([current, ...fallbacks]: Secrets, make: (secret: string) => T): readonly [current: T, ...fallbacks: T[]] => [
  make(current),
  ...fallbacks.map(make),
]

/** The first result with any of the secrets; undefined when there is none with any. */
export function withAny<T>(secrets: Secrets, open: (secret: string) => T | undefined): T | undefined {
  for (const secret of secrets) {
    const opened = open(secret)
    if (opened !== undefined) return opened
  }
  return undefined
}
