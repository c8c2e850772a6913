/** The same keys, each value mapped. */
export function mapValues<V, W>(record: Readonly<Record<string, V>>, map: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
