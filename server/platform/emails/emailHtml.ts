import { shortNumber } from '#domain/platform/shortNumber'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'
import type { Raster } from '../brand/brandPictures.ts'
import { darkLogoCid, logoCid } from '../brand/emailPictures.ts'
import type { Bar, Block, TableRow, PlanPoint } from './content.ts'

/** The colours of an e-mail in the light theme; a brand's where it has them. */
export type EmailColours = { canvas: string; sheet: string; ink: string; quiet: string; line: string; accent: string; onAccent: string }

/**
 * What inline styles cannot say: the dark theme, and narrow screens. Mail programs that drop it show the light theme. Colours have the contrast of the
 * product's own (web/platform/styles/tokens.css).
 */
export const styles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.canvas{background-color:#14110e!important}.sheet{background-color:#1f1b18!important}.sheet,.line{border-color:#3a352f!important}.ink,.ink a{color:#eeeae4!important}.quiet,.quiet a{color:#b0aaa2!important}.dot{border-color:#eeeae4!important}.full{background-color:#eeeae4!important}.bar{background-color:#eeeae4!important}.past{background-color:#7a736a!important}.logo-light{display:none!important}.logo-dark{display:inline-block!important}}`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Long words and addresses break, so that nothing is wider than the screen. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word'

/** A text whose numbers of orders, settlements and invoices do not break at their hyphens. */
const wordsHtml = (words: string): string =>
  words
    .split(shortNumber)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<span style="white-space:nowrap">${part}</span>`))
    .join('')

type Drawing = (colours: EmailColours) => string

const paragraph = (words: string, { ink }: EmailColours) =>
  `<p class="ink" style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:${ink};${breaking}">${wordsHtml(words).replaceAll('\n', '<br>')}</p>`

const quiet = (html: string, { quiet: colour }: EmailColours, margin: string) =>
  `<p class="quiet" style="margin:${margin};${font};font-size:14px;line-height:1.5;color:${colour};${breaking}">${html}</p>`

const maxUnbroken = 12

function table(rows: readonly TableRow[], { ink, line }: EmailColours): string {
  const cell = (words: string, more: string) =>
    `<td class="ink line" style="padding:9px 0;border-bottom:1px solid ${line};${font};font-size:15px;line-height:1.45;color:${ink};vertical-align:top;${more}">${wordsHtml(words)}</td>`
  const drawn = rows.map(({ label, value, isTotal }) => {
    // A figure stays on its line; a longer value may wrap.
    const wrap = value.length <= maxUnbroken ? 'white-space:nowrap' : breaking
    const figure = `${wrap};text-align:right;padding-left:16px;font-variant-numeric:tabular-nums;font-weight:${isTotal ? 700 : 600}`
    return `<tr>${cell(label, `text-align:left;${isTotal ? 'font-weight:700' : ''}`)}${cell(value, figure)}</tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 20px">${drawn.join('')}</table>`
}

/** The payments as dots, with what each is, its day and its amount below: a row of each, so that a label of two lines moves all days down. */
function plan(points: readonly PlanPoint[], { ink, quiet: colour }: EmailColours): string {
  const cell = (tag: 'th' | 'td', kind: 'ink' | 'quiet', more: string, html: string) =>
    `<${tag} class="${kind}"${tag === 'th' ? ' scope="col"' : ''} align="center" width="${Math.floor(100 / points.length)}%" style="vertical-align:top;padding:0 2px;${font};line-height:1.45;${breaking};${more}">${html}</${tag}>`
  const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`
  const dot = (filled: boolean) =>
    `<div class="dot${filled ? ' full' : ''}" style="width:14px;height:14px;border-radius:50%;border:2px solid ${ink};${filled ? `background-color:${ink};` : ''}margin:0 auto 6px;font-size:0;line-height:0">&nbsp;</div>`
  const faint = `font-size:13px;font-weight:400;color:${colour}`
  const rows = [
    row(points.map(({ label, filled }) => cell('th', 'quiet', faint, `${dot(filled)}${escapeHtml(label)}`))),
    row(points.map(({ day }) => cell('td', 'quiet', faint, escapeHtml(day)))),
    row(points.map(({ amount }) => cell('td', 'ink', `font-size:14px;font-weight:600;color:${ink}`, escapeHtml(amount)))),
  ]
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;margin:0 0 24px">${rows.join('')}</table>`
}

/** Bars one below the other, of table cells: mail programs that load no pictures or know no CSS draw them too. */
function bars(rows: readonly Bar[], { ink, quiet: colour, line }: EmailColours): string {
  const small = `${font};font-size:13px;line-height:1.35`
  const bar = (name: string, background: string, share: number, height: number) =>
    share === 0
      ? ''
      : `<table role="presentation" width="${Math.max(1, Math.round(share * 100))}%" cellpadding="0" cellspacing="0" border="0"><tr><td class="${name}" bgcolor="${background}" style="height:${height}px;background-color:${background};border-radius:0 3px 3px 0;font-size:0;line-height:${height}px">&nbsp;</td></tr></table>`
  const drawn = rows.map(
    ({
      label,
      value,
      share,
      before,
    }) => `<tr><td class="quiet" width="30%" style="padding:4px 8px 4px 0;${small};color:${colour}">${escapeHtml(label)}</td>
<td class="line" style="padding:4px 0;border-left:1px solid ${line};vertical-align:middle">${bar('bar', ink, share, 10)}${before ? bar('past', '#b0aaa2', before.share, 4) : ''}</td>
<td class="ink" width="34%" align="right" style="padding:4px 0 4px 8px;${small};color:${ink};font-variant-numeric:tabular-nums">${escapeHtml(value)}${before ? `<br><span class="quiet" style="color:${colour}">${escapeHtml(before.value)}</span>` : ''}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed;margin:0 0 20px">${drawn.join('')}</table>`
}

/** The button, and its address in text for programs that show no buttons and for people who want to see where it leads. */
function button(label: string, url: string, colours: EmailColours): string {
  const { accent, onAccent } = colours
  const address = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px"><tr><td bgcolor="${accent}" style="background-color:${accent};border-radius:9px;padding:13px 20px"><a class="button" href="${address}" style="display:inline-block;${font};font-size:16px;line-height:1.3;font-weight:600;color:${onAccent};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
${quiet(`${escapeHtml(text('mail.layout.linkBelow'))}<br><a href="${address}" style="color:inherit">${address}</a>`, colours, '0 0 18px')}`
}

function list(items: Extract<Block, { kind: 'list' }>['items'], colours: EmailColours): string {
  const drawn = items.map(({ text: words, link }) => {
    const shown = wordsHtml(words)
    const linked = link === undefined ? shown : `<a href="${escapeHtml(link)}" style="color:inherit">${shown}</a>`
    return `<li style="margin:0 0 8px">${linked}</li>`
  })
  return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${font};font-size:16px;line-height:1.5;color:${colours.ink};${breaking}">${drawn.join('')}</ul>`
}

const drawBlock =
  (block: Block): Drawing =>
  (colours) => {
    const { ink } = colours
    switch (block.kind) {
      case 'paragraph':
        return paragraph(block.text, colours)
      case 'heading':
        return `<h2 class="ink" style="margin:4px 0 8px;${font};font-size:17px;line-height:1.3;color:${ink};${breaking}">${wordsHtml(block.text)}</h2>`
      case 'code':
        return `<p class="ink" style="margin:0 0 16px;${font};font-size:30px;line-height:1.3;font-weight:700;letter-spacing:4px;color:${ink}">${escapeHtml(block.code)}</p>`
      case 'list':
        return list(block.items, colours)
      case 'table':
        return table(block.rows, colours)
      case 'plan':
        return plan(block.points, colours)
      case 'bars':
        return bars(block.rows, colours)
      case 'button':
        return button(block.label, block.url, colours)
    }
  }

/** Title and blocks. Every text is escaped; nothing is loaded from elsewhere. */
export const contentHtml = (title: string, blocks: readonly Block[], colours: EmailColours): string =>
  [
    `<h1 class="ink" style="margin:0 0 14px;${font};font-size:22px;line-height:1.25;color:${colours.ink};${breaking}">${wordsHtml(title)}</h1>`,
    ...blocks.map((block) => drawBlock(block)(colours)),
  ].join('\n')

const logoHeight = 32
const maxLogoWidth = 220

/** The brand's logo, which goes with the e-mail, for the light and the dark theme; empty where the brand has no pictures. */
function logoHtml({ name, pictures }: Config['brand']): string {
  if (!pictures) return ''
  const { raster, rasterDark } = pictures
  // Beside an icon stands the name in words.
  const words = pictures.logo ? escapeHtml(name) : ''
  const image = ({ width, height }: Raster, cid: string, more: string) => {
    const shown = Math.min(maxLogoWidth, Math.round((logoHeight * width) / height))
    return `<img${more} src="cid:${cid}" width="${shown}" alt="${words}" border="0" style="${more === '' || more.includes('light') ? 'display:inline-block' : 'display:none;mso-hide:all'};width:${shown}px;max-width:100%;height:auto;vertical-align:middle">`
  }
  if (!rasterDark) return image(raster, logoCid, '')
  return image(raster, logoCid, ' class="logo-light"') + image(rasterDark, darkLogoCid, ' class="logo-dark"')
}

/** Who sends it: the shop with the brand beside it, or the brand alone, by its logo where it has one. */
export function senderHtml(brand: Config['brand'], shop: string | undefined, { ink, quiet: colour }: EmailColours): string {
  const line = (words: string) =>
    `<div class="ink" style="${font};font-size:16px;line-height:1.4;font-weight:700;color:${ink};${breaking}">${words}</div>`
  const logo = logoHtml(brand)
  const name = escapeHtml(brand.name)
  if (shop === undefined) return line(brand.pictures?.logo ? logo : logo === '' ? name : `${logo} ${name}`)
  const beside = ` <span class="quiet" style="font-weight:400;color:${colour}">${escapeHtml(text('mail.layout.with', { brand: brand.name }))}</span>`
  return (logo === '' ? '' : `<div style="margin:0 0 8px">${logo}</div>`) + line(`${escapeHtml(shop)}${beside}`)
}

export const footerHtml = (lines: readonly string[], colours: EmailColours): string =>
  lines.map((line) => quiet(escapeHtml(line), colours, '0 0 8px')).join('\n')
