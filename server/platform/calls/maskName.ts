import { maskEmail } from '#domain/platform/identifiers'

/** The first name and the initial of the rest; of somebody known by their address only, the address masked. */
export const maskName = (name: string): string => {
  if (name.includes('@')) return maskEmail(name)
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length === 0 ? first : `${first} ${rest[0]?.slice(0, 1)}.`
}
