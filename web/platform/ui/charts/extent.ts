/** The least and the greatest of some values; zeros when there are none. */
export function extent(values: readonly (number | null)[]): { least: number; most: number } {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? { least: 0, most: 0 } : { least: Math.min(...known), most: Math.max(...known) }
}
