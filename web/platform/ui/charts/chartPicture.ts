/** The properties that a drawing's look depends on; the others keep their defaults in a picture. */
const copied = [
  'fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity text-anchor font-family',
  'font-size font-weight font-variant-numeric letter-spacing line-height color white-space text-align display visibility',
  'position grid-template-columns grid-column grid-row gap align-items justify-content justify-items flex flex-direction',
  'flex-wrap width height min-width padding margin background-color border border-radius box-sizing list-style',
  'text-decoration overflow',
].flatMap((names) => names.split(' '))

/** Twice the size on the screen: sharp in a printed letter. */
const density = 2
const margin = 24
const titleRoom = 62
const svgSpace = 'http://www.w3.org/2000/svg'

/** A copy whose look no longer depends on style sheets. */
function frozen(source: Element): Element {
  const copy = source.cloneNode(true) as Element // of the same kind as its source
  const [from, to] = [
    [source, ...source.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  for (const [index, element] of from.entries()) {
    const twin = to[index]
    if (!(twin instanceof HTMLElement || twin instanceof SVGElement)) continue
    const style = getComputedStyle(element)
    for (const name of copied) twin.style.setProperty(name, style.getPropertyValue(name))
  }
  for (const hidden of copy.querySelectorAll('[data-not-pictured], [role=status]')) hidden.remove()
  return copy
}

/** A text line of the picture. */
function line(text: string, y: number, size: number, weight: number, look: CSSStyleDeclaration): SVGTextElement {
  const element = document.createElementNS(svgSpace, 'text')
  element.textContent = text
  element.setAttribute('x', String(margin))
  element.setAttribute('y', String(y))
  Object.assign(element.style, { fontFamily: look.fontFamily, fontSize: `${size}px`, fontWeight: String(weight), fill: look.color })
  return element
}

const base64 = async (address: string): Promise<string> => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The page's fonts as a style sheet without addresses: a picture loads nothing, and other letters would not fit. */
async function fonts(): Promise<SVGStyleElement> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule)
  const faces = await Promise.all(
    rules.map(async (rule) => {
      const address = /url\("?([^")]+\.woff2)"?\)/.exec(rule.cssText)?.[1]
      if (address === undefined) return ''
      const data = await base64(new URL(address, rule.parentStyleSheet?.href ?? location.href).href)
      return rule.cssText.replace(/src:[^;]+;/, `src: url(data:font/woff2;base64,${data}) format("woff2");`)
    }),
  )
  const style = document.createElementNS(svgSpace, 'style')
  style.textContent = faces.join('')
  return style
}

/**
 * A drawing on the page as a PNG with its title and subtitle, in the light theme. Drawings in HTML are carried by `foreignObject`.
 * @throws when the browser draws no such picture
 */
export async function chartPicture(drawing: HTMLElement, title: string, subtitle: string): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const before = drawing.style.colorScheme
  drawing.style.colorScheme = 'light'
  const look = getComputedStyle(drawing)
  const copy = frozen(drawing)
  const picture = document.createElementNS(svgSpace, 'svg')
  const [fullWidth, fullHeight] = [width + margin * 2, height + margin + titleRoom]
  for (const [name, value] of Object.entries({ xmlns: svgSpace, width: fullWidth, height: fullHeight }))
    picture.setAttribute(name, String(value))
  picture.append(line(title, 32, 17, 640, look), line(subtitle, 52, 13, 430, look))
  drawing.style.colorScheme = before
  const carrier = document.createElementNS(svgSpace, 'foreignObject')
  for (const [name, value] of Object.entries({ x: margin, y: titleRoom, width, height })) carrier.setAttribute(name, String(value))
  carrier.append(copy)
  picture.append(carrier, await fonts())
  return drawn(picture, fullWidth, fullHeight)
}

async function drawn(picture: SVGSVGElement, width: number, height: number): Promise<Blob> {
  const image = new Image()
  // A `data:` address: the page's policy allows no `blob:` pictures, and a drawing from one would taint the canvas.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(density, density)
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('no picture')
  return file
}
