type Version = {
  id: string
  state: 'coming' | 'in_force' | 'past' | 'withdrawn'
  products: readonly { product: string }[]
  payout: unknown
}

const partsOf = ({ products, payout }: Version): string[] => [
  ...products.map(({ product }) => product),
  ...(payout === null ? [] : ['payout']),
]

/**
 * Whether a part of a version that is in force, a product or `payout`, was replaced by a later version: a version changes only some of what shops agree to,
 * and the rest of earlier ones stays. `versions`: the newest first.
 */
export function replacedParts<V extends Version>(versions: readonly V[]): (version: V, part: string) => boolean {
  const current = new Map<string, string>()
  for (const version of versions)
    if (version.state === 'in_force' || version.state === 'past')
      for (const part of partsOf(version)) if (!current.has(part)) current.set(part, version.id)
  return (version, part) => version.state === 'in_force' && current.get(part) !== version.id
}
