/** The first name and the initial of the rest. */
export const maskName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return rest.length === 0 ? first : `${first} ${rest[0]?.slice(0, 1)}.`
}
