import { plainText } from '../../platform/i18n/plainText.ts'

type Findable = { name: string; cnae: readonly string[]; words: readonly string[] }

/** Activities that match every word typed, in name, synonyms or code; matches in the name come first. */
export function findActivities<A extends Findable>(activities: readonly A[], text: string): A[] {
  const searchWords = plainText(text).split(/\s+/).filter(Boolean)
  const has = (words: string) => searchWords.every((word) => words.split(/[\s,]+/).some((one) => one.startsWith(word)))
  const byName = activities.filter(({ name }) => has(plainText(name)))
  const byWords = activities.filter((one) => !byName.includes(one) && has(plainText([one.name, ...one.words, ...one.cnae].join(' '))))
  return [...byName, ...byWords]
}
