import { paletteColour } from '../pages/brandStyle.ts'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { currentLanguage, text } from '../calls/messages.ts'
import { fillLayout } from './layout.ts'
import type { Block, EmailContent } from './content.ts'
import { contentHtml, footerHtml, type EmailColours, senderHtml, styles } from './emailHtml.ts'
import { contentText } from './emailText.ts'

/** An e-mail in both forms (multipart/alternative). */
type ComposedEmail = { subject: string; text: string; html: string }

/** Gives an e-mail its form, in the current language. */
export function composeEmail(content: EmailContent, { brand, mailLayout }: Pick<Config, 'brand' | 'mailLayout'>): ComposedEmail {
  const { subject, blocks, shop } = content
  const colours = coloursOf(brand.colours)
  const footer = footerLines(content, brand)
  const title = titleOf(content)
  const html = fillLayout(mailLayout.html, {
    ...colours,
    language: currentLanguage(),
    title: escapeHtml(subject),
    preheader: escapeHtml(preheaderOf(blocks)),
    styles,
    sender: senderHtml(brand, shop, colours),
    content: contentHtml(title, blocks.slice(isSaid(blocks[0], title) ? 1 : 0), colours),
    footer: footerHtml(footer, colours),
  })
  const plain = fillLayout(mailLayout.text, {
    title: subject,
    sender: shop === undefined ? brand.name : `${shop} ${text('mail.layout.with', { brand: brand.name })}`,
    content: contentText(blocks),
    footer: footer.join('\n'),
  })
  return { subject, text: plain.trimEnd(), html }
}

function coloursOf(own: Config['brand']['colours']): EmailColours {
  const of = (name: Parameters<typeof paletteColour>[0]) => paletteColour(name, own)
  return {
    canvas: of('gray-100'),
    sheet: of('white'),
    ink: of('gray-900'),
    quiet: of('gray-600'),
    line: of('gray-200'),
    accent: of('blue-600'),
    onAccent: of('white'),
  }
}

/** The title, or the subject without the shop's name where the shop stands above it as sender. */
function titleOf({ subject, title, shop }: EmailContent): string {
  if (title !== undefined) return title
  const withoutShop = shop !== undefined && subject.startsWith(`${shop}: `) ? subject.slice(shop.length + 2) : subject
  return withoutShop.charAt(0).toUpperCase() + withoutShop.slice(1)
}

const isSaid = (block: Block | undefined, title: string): boolean => block?.kind === 'paragraph' && block.text === title

const maxPreheader = 140

/** What mail programs show beside the subject: the first paragraph after the greeting. */
function preheaderOf(blocks: readonly Block[]): string {
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text.replace(/[ \n]+/g, ' ')] : []))
  return (paragraphs[1] ?? paragraphs[0] ?? '').slice(0, maxPreheader)
}

/** Who sends it, and why. */
function footerLines({ reason, shop = '' }: EmailContent, { name, legalName, supportEmail, supportPhone }: Config['brand']): string[] {
  const contact = [legalName, supportEmail, supportPhone].filter((part) => part !== '').join(' · ')
  return [contact, text(`mail.reason.${reason}`, { brand: name, shop })]
}
