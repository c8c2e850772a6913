import { fillSentence } from '#domain/platform/sentence'
import { paragraphsOf, text } from '../calls/messages.ts'

type Values = Readonly<Record<string, string | number>>

/** A line of a table: what it is, and its figure or value. */
export type TableRow = { label: string; value: string; isTotal?: true }
/** A payment of a plan as it is drawn: a full dot for what is paid or comes next, a ring for what is to come. */
export type PlanPoint = { label: string; day: string; amount: string; filled: boolean }

/** A bar of a chart: as long as its share of the longest, 0 to 1, with its figure in words; `before`: what it is compared with. */
export type Bar = { label: string; value: string; share: number; before?: { value: string; share: number } }

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'list'; items: readonly { text: string; link?: string }[] }
  | { kind: 'table'; rows: readonly TableRow[] }
  | { kind: 'plan'; points: readonly PlanPoint[] }
  | { kind: 'bars'; rows: readonly Bar[] }
  /** At most one in an e-mail. */
  | { kind: 'button'; label: string; url: string }

/** Why somebody gets an e-mail; it stands at its foot. */
export type Reason = 'customer' | 'member' | 'shop' | 'address' | 'staff'

/**
 * What an e-mail says before it has a form: its HTML and its text are made from the same blocks. `title`: of the HTML, where it is not the subject; a first
 * paragraph that says the same is left out there. `shop`: the shop in whose name it is sent, beside the brand.
 */
export type EmailContent = { subject: string; title?: string; blocks: readonly Block[]; reason: Reason; shop?: string }

type Parts = {
  reason: Reason
  shop?: string
  /** What stands for a paragraph that consists of one placeholder. */
  blocks?: Readonly<Record<string, readonly Block[]>>
}

/**
 * Writes an e-mail from its messages `<key>.subject` and `<key>.text`, in the current language. The paragraphs of the text become blocks before values are filled
 * in, so that no value can begin a block: lines of the form `Label: {value}` become a table, `{link}` alone the button, labelled `<key>.button`, and `{code}` alone a code.
 */
export function writeEmail(key: string, values: Values, { blocks = {}, ...about }: Parts): EmailContent {
  return {
    subject: text(`${key}.subject`, values),
    blocks: paragraphsOf(`${key}.text`).flatMap((paragraph) => blocksOf(paragraph, key, values, blocks)),
    ...about,
  }
}

function blocksOf(paragraph: string, key: string, values: Values, blocks: NonNullable<Parts['blocks']>): readonly Block[] {
  const alone = /^\{(\w+)\}$/.exec(paragraph)?.[1] ?? ''
  const ownBlocks = blocks[alone]
  if (ownBlocks) return ownBlocks
  if (alone === 'link') return [{ kind: 'button', label: text(`${key}.button`, values), url: String(values['link']) }]
  if (alone === 'code') return [{ kind: 'code', code: String(values['code']) }]
  const rows = rowsOf(paragraph, values)
  if (rows) return [{ kind: 'table', rows }]
  return paragraphs(fillSentence(paragraph, values))
}

/** The rows of a paragraph of which every line is `Label: {value}`. */
function rowsOf(paragraph: string, values: Values): TableRow[] | null {
  const lines = paragraph.split('\n')
  const parts = lines.map((line) => /^([^{}:]+): (.*\{.*)$/.exec(line))
  if (lines.length < 2 || parts.includes(null)) return null
  return parts.map((part) => ({ label: part?.[1] ?? '', value: fillSentence(part?.[2] ?? '', values) }))
}

/** A text that is no message of ours, as paragraphs. */
export const paragraphs = (words: string): Block[] =>
  words
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ kind: 'paragraph', text: part }))
