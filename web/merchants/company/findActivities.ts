type Findable = { name: string; cnae: readonly string[]; words: readonly string[] }

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Activities that match every word typed, in name, synonyms or code; matches in the name come first. */
export function findActivities<A extends Findable>(activities: readonly A[], text: string): A[] {
  const searchWords = plain(text).split(/\s+/).filter(Boolean)
  const has = (words: string) => searchWords.every((word) => words.split(/[\s,]+/).some((one) => one.startsWith(word)))
  const byName = activities.filter(({ name }) => has(plain(name)))
  const byWords = activities.filter((one) => !byName.includes(one) && has(plain([one.name, ...one.words, ...one.cnae].join(' '))))
  return [...byName, ...byWords]
}
