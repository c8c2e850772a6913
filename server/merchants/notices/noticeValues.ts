/** A sentence by its key, with what stands in it. */
export type Sentence = { of: string; values?: Readonly<Record<string, string | number>> }

/** What somebody wrote: it is read as it is, in every language. */
export type Written = { written: string }

/**
 * What the words of a notice need: text ready to show, or sentences that each reader is told in their own language, whoever's work left the notice. The
 * value `why` is the reason for the notice, and stands after its words.
 */
export type NoticeValue = { key: string; value: string } | { key: string; said: readonly (Sentence | Written)[] }
