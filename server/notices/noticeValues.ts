/** A sentence by its key, with what stands in it. */
export type Sentence = { of: string; values?: Readonly<Record<string, string | number>> }

/**
 * What the words of a notice need: text ready to show, or sentences that each reader is told in their own language, whoever's work left the notice.
 */
export type NoticeValue = { key: string; value: string } | { key: string; said: readonly Sentence[] }
