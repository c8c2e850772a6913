import type { Block } from './content.ts'

/** A block as plain text; its amounts, days and addresses are those of the HTML. */
function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.text
    case 'code':
      return block.code
    case 'list':
      return block.items.map(({ text, link }) => `• ${text}${link === undefined ? '' : `\n  ${link}`}`).join('\n')
    case 'table':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'plan':
      return block.points.map(({ label, day, amount }) => `${label}, ${day}: ${amount}`).join('\n')
    case 'bars':
      return block.rows.map(({ label, value, before }) => `${label}: ${value}${before ? ` (${before.value})` : ''}`).join('\n')
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

export const contentText = (blocks: readonly Block[]): string => blocks.map(textOf).join('\n\n')
